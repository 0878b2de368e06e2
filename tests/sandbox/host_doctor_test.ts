/** The survey of this machine: every part of the sandbox is tried for itself. */
import assert from "node:assert/strict";
import { doctorExitCode, examine } from "../../src/guard/doctor.ts";
import { takeSurvey } from "../../src/host/survey.ts";
import { withFolder, withoutSandbox } from "./host_fixture.ts";

function survey(folders: Readonly<Record<string, string>> = {}, program = "/usr/bin/bwrap") {
  return takeSurvey({ system: "linux", sandboxPrograms: ["/no/such/bwrap", program], folders });
}

Deno.test({
  name: "takeSurvey() finds a sandbox that works, part by part",
  ignore: withoutSandbox(),
  fn() {
    const { sandbox, probes, machine } = survey();
    assert.match(sandbox?.version ?? "", /^bubblewrap \d+\.\d+/);
    assert.equal(probes.length, 9);
    assert.deepEqual(probes.filter(({ failure }) => failure !== undefined), []);
    assert.equal(machine.uid, Deno.uid());
    assert.ok(machine.firstProcess !== "" && Object.keys(machine.namespaceLimits).includes("user"));
    assert.equal(doctorExitCode(examine(survey())), 0);
  },
});

Deno.test("takeSurvey() tries nothing without a sandbox program", () => {
  const found = survey({}, "/no/such/bubblewrap");
  assert.deepEqual([found.sandbox, found.probes], [undefined, []]);
  assert.equal(doctorExitCode(examine(found)), 125);
});

Deno.test("takeSurvey() reports a sandbox program that only fails", () => {
  const found = survey({}, "/bin/false");
  assert.ok(found.probes.every(({ failure }) => failure === ""));
  assert.equal(doctorExitCode(examine(found)), 125);
});

Deno.test("takeSurvey() looks at folders, and at the nearest one above those that are missing", () =>
  withFolder((folder) => {
    Deno.mkdirSync(`${folder}/own`, { mode: 0o700 });
    Deno.mkdirSync(`${folder}/shared`);
    Deno.chmodSync(`${folder}/shared`, 0o777);
    Deno.mkdirSync(`${folder}/fixed`, { mode: 0o555 });
    const paths = ["own", "own/missing/deep", "shared", "fixed", "fixed/missing"];
    const { folders } = survey(
      Object.fromEntries(paths.map((path) => [path, `${folder}/${path}`])),
    );
    assert.deepEqual(
      folders.map(({ isWritable, isOpenToOthers }) => [isWritable, isOpenToOthers]),
      [
        ...[[true, false], [true, false], [true, true], [false, false], [false, false]],
      ],
    );
    return Promise.resolve();
  }));
