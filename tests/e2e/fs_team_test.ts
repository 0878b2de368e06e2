import assert from "node:assert/strict";
import { TestEnv } from "../support/test_env.ts";

/** A team's directory in the home: two agents, `shared`, a worktree. */
function makeTeam(env: TestEnv): string {
  const team = `${env.home}/team`;
  for (const path of ["agents/ann/n", "agents/bob/n", "shared/n", "trees/task/n", "plan"]) {
    env.write(`${team}/${path}`, "old\n");
  }
  return team;
}

function engineer(team: string): string[] {
  const worktree = ["--worktree", `${team}/trees/task`];
  return ["--role", "engineer", "--team-dir", team, "--agent", "ann", ...worktree];
}

Deno.test("fs --role: each role writes its own places and no other", async (t) => {
  using env = new TestEnv();
  const team = makeTeam(env);
  const manager = ["--role", "manager", "--team-dir", team];
  Deno.symlinkSync(`${team}/agents/bob`, `${team}/agents/ann/bob`);
  const rows: readonly (readonly [string[], string, number])[] = [
    [manager, "agents/bob/x", 0],
    [manager, "plan", 0],
    [manager, "../beside", 121],
    [engineer(team), "agents/ann/x", 0],
    [engineer(team), "shared/x", 0],
    [engineer(team), "trees/task/src/x", 0],
    [engineer(team), "agents/bob/x", 121],
    [engineer(team), "agents/ann/bob/x", 121],
    [engineer(team), "agents/ann/../bob/x", 121],
    [engineer(team), "plan", 121],
    [engineer(team), "trees/other/x", 121],
    [engineer(team), "agents/ann/.git/hooks/pre-commit", 121],
    [["--role", "engineer"], "shared/x", 121],
    [["--role", "engineer", "--team-dir", team, "--agent", "../agents"], "shared/x", 121],
  ];
  for (const [flags, path, code] of rows) {
    await t.step(`${flags.slice(1, 2)} ${flags.slice(5, 6)} ${path}`, async () => {
      const args = ["fs", "write", "--json", ...flags, `${team}/${path}`];
      const result = await env.run(args, { stdin: "x" });
      assert.equal(result.code, code, result.stdout);
    });
  }
});

Deno.test("fs --role judges both ends of a move, and what is taken away", async () => {
  using env = new TestEnv();
  const team = makeTeam(env);
  const run = async (...args: string[]) => (await env.run(["fs", ...args])).code;
  const ann = `${team}/agents/ann/n`;
  assert.equal(await run("move", ...engineer(team), ann, `${team}/agents/bob/x`), 121);
  assert.equal(await run("move", ...engineer(team), `${team}/agents/bob/n`, `${ann}2`), 121);
  assert.equal(await run("copy", ...engineer(team), `${team}/agents/bob/n`, `${ann}2`), 0);
  assert.equal(await run("remove", ...engineer(team), `${team}/agents/bob/n`), 121);
  assert.equal(await run("remove", "-r", ...engineer(team), `${team}/agents/ann`), 121);
  assert.equal(await run("remove", ...engineer(team), ann), 0);
  assert.equal(Deno.readTextFileSync(`${team}/agents/bob/n`), "old\n");
});
