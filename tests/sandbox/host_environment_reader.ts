/** Says what the host makes of this program's arguments and environment. */
import { checkArguments, readEnvironment } from "../../src/host/environment.ts";
import type { Result } from "../../src/core/types.ts";

function refusalIn(result: Result<unknown>): string | undefined {
  return result.ok ? undefined : `${result.refusal.code} ${result.refusal.data?.what}`;
}

const environment = readEnvironment();
console.log(refusalIn(checkArguments(Deno.args)) ?? "ok");
console.log(refusalIn(environment) ?? `X=${environment.ok ? environment.value.X : ""}`);
