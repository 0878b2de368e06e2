/**
 * A guard with everything but judging: supervises the launch spec given as JSON, its output passed
 * through or captured, and writes the outcome to a file.
 *
 *     deno run --allow-read --allow-write --allow-env --allow-sys --allow-run host_driver.ts '{"spec":…,"capture":false,"timeoutMs":1000,"outcome":"/path"}'
 */
import type { LaunchSpec } from "../../src/core/plan.ts";
import { supervise } from "../../src/guard/supervise.ts";
import { captureSink, inheritSink } from "../../src/guard/supervise_sink.ts";
import { superviseHost } from "./host_fixture.ts";

/** The driver's one argument. */
export interface DriverRequest {
  readonly spec: LaunchSpec;
  readonly capture: boolean;
  readonly timeoutMs?: number;
  readonly outcome: string;
}

if (import.meta.main) {
  const request = JSON.parse(Deno.args[0] ?? "") as DriverRequest;
  const outcome = await supervise(request.spec, {
    timeoutMs: request.timeoutMs,
    sink: request.capture ? captureSink() : inheritSink(),
    stdin: "inherit",
    host: superviseHost,
  });
  Deno.writeTextFileSync(request.outcome, JSON.stringify(outcome));
  Deno.exit(outcome.exit_code);
}
