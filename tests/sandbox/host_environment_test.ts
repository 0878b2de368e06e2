/** Arguments and variables that are not UTF-8: refused by name, never changed. */
import assert from "node:assert/strict";
import { fixture } from "./host_fixture.ts";

/** What the host says to arguments and variables given as bytes, in `printf` notation. */
function readThrough(args: readonly string[], variables: readonly string[]): string[] {
  const program = new URL("host_environment_reader.ts", import.meta.url).pathname;
  const permissions = ["read", "env", "run"].map((name) => `--allow-${name}`);
  const flags = ["run", "--no-check", "--no-lock", "--no-prompt", "--cached-only", ...permissions];
  const words = [...variables, Deno.execPath(), ...flags, program, ...args];
  const { stdout } = new Deno.Command(fixture("start_with_bytes"), { args: words }).outputSync();
  return new TextDecoder().decode(stdout).trimEnd().split("\n");
}

Deno.test("arguments and variables in UTF-8 are taken as they are", () => {
  assert.deepEqual(readThrough(["a", "é", "", "\ufffd"], ["X=\u65e5"]), ["ok", "X=\u65e5"]);
});

Deno.test("an argument that is not UTF-8 is refused by its number", () => {
  assert.deepEqual(readThrough(["a", "x\\xff", "b"], []), [
    ...["request-not-utf8 argument 2 of the command line", "X=undefined"],
  ]);
});

Deno.test("a variable that is not UTF-8 is refused by its name", () => {
  assert.deepEqual(readThrough([], ["X=\\xff"]), ["ok", "request-not-utf8 the variable X"]);
});
