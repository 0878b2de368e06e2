/** What sandbox-exec says when it cannot confine: case M11. The profile's own cases are in `seatbelt_test.ts`. */
import assert from "node:assert/strict";
import { capture, withFolder } from "../host_fixture.ts";

/** A sandbox program that fails as given; the command it was to start would leave a file. */
async function failing(folder: string, said: string) {
  const program = `${folder}/sandbox-exec`;
  Deno.writeTextFileSync(program, `#!/bin/sh\necho "${said}" >&2\nexit 71\n`);
  Deno.chmodSync(program, 0o755);
  return await capture({
    program,
    args: ["--", "touch", `${folder}/ran`],
    hiddenArgs: [],
    profile: "(version 1)",
    cwd: "/",
    env: { PATH: "/usr/bin:/bin" },
  });
}

Deno.test("M11: a sandbox inside a sandbox is refused as nested, never with the program's own code", () =>
  withFolder(async (folder) => {
    const outcome = await failing(folder, "sandbox-exec: sandbox_apply: Operation not permitted");
    assert.deepEqual(
      [outcome.status, outcome.exit_code, outcome.refusal?.code],
      ["sandbox_unavailable", 125, "sandbox-nested"],
    );
  }));

Deno.test("M11: another failure of the sandbox program is a refusal too", () =>
  withFolder(async (folder) => {
    const outcome = await failing(folder, "sandbox-exec: unable to open profile");
    assert.deepEqual([outcome.status, outcome.exit_code], ["sandbox_unavailable", 125]);
  }));
