import assert from "node:assert/strict";
import { TestEnv } from "../support/test_env.ts";

const SANDBOX_WORKS = new Deno.Command("/usr/bin/bwrap", {
  args: ["--ro-bind", "/", "/", "--unshare-all", "true"],
  stderr: "null",
}).outputSync().success;
const MUST_WORK = Deno.env.get("EXECGUARD_SANDBOX_MUST_WORK") === "1";
const ignore = !SANDBOX_WORKS && !MUST_WORK;

/** A team with a repository and a linked worktree of it. */
function makeTeam(env: TestEnv): string {
  const team = `${env.home}/team`;
  for (const path of ["agents/ann/n", "agents/bob/n", "shared/n", "plan"]) {
    env.write(`${team}/${path}`, "old\n");
  }
  env.write(`${env.home}/protected/rules`, "old\n");
  env.git(`${team}/repo`);
  const git = ["-C", `${team}/repo`, "worktree", "add", "-q", "-b", "task", "../task"];
  assert.ok(new Deno.Command("git", { args: git, env: { HOME: env.home } }).outputSync().success);
  return team;
}

/** Tries to write a file in each place and prints those where it worked. */
function probe(places: readonly string[]): string[] {
  const script = 'for p; do touch "$p/probe" 2>/dev/null && echo "$p"; done; true';
  return ["--mode", "auto", "--", "sh", "-c", script, "sh", ...places];
}

Deno.test({
  name: "run --role engineer writes the own directory, the worktree and shared, and nothing else",
  ignore,
  async fn() {
    using env = new TestEnv();
    const team = makeTeam(env);
    const own = [`${team}/agents/ann`, `${team}/shared`, `${team}/task`];
    const others = [
      team,
      `${team}/agents`,
      `${team}/agents/bob`,
      `${team}/repo`,
      env.home,
      env.work,
    ];
    const flags = ["--role", "engineer", "--team-dir", team, "--agent", "ann"];
    const args = ["run", ...flags, "--worktree", `${team}/task`, ...probe([...own, ...others])];
    const result = await env.run(args, { cwd: `${team}/task` });
    assert.equal(result.code, 0, result.stderr);
    assert.deepEqual(result.stdout.trim().split("\n"), own);
  },
});

Deno.test({
  name: "run --role engineer can commit in its worktree",
  ignore,
  async fn() {
    using env = new TestEnv();
    const team = makeTeam(env);
    env.write(`${team}/task/new.txt`, "new\n");
    const flags = ["--role", "engineer", "--team-dir", team, "--agent", "ann"];
    const script = "git add new.txt && git -c user.name=A -c user.email=a@b commit -q -m new";
    const command = ["--mode", "auto", "--", "sh", "-c", script];
    const args = ["run", ...flags, "--worktree", `${team}/task`, ...command];
    const result = await env.run(args, { cwd: `${team}/task` });
    assert.equal(result.code, 0, result.stderr);
    const log = await env.exec(["git", "-C", `${team}/task`, "log", "-1", "--format=%s"]);
    assert.equal(log.stdout, "new\n");
  },
});

Deno.test({
  name: "run --home --team-dir writes the team directory, with home and home/protected read-only",
  ignore,
  async fn() {
    using env = new TestEnv();
    const team = makeTeam(env);
    const places = [team, `${team}/agents/bob`, env.home, `${env.home}/protected`, env.work];
    const flags = ["--home", env.home, "--team-dir", team];
    const result = await env.run(["run", ...flags, ...probe(places)], { cwd: team });
    assert.equal(result.code, 0, result.stderr);
    assert.deepEqual(result.stdout.trim().split("\n"), places.slice(0, 2));
    const whole = ["--home", env.home, "--team-dir", env.home];
    const result2 = await env.run(["run", ...whole, ...probe(places)], { cwd: team });
    assert.equal(result2.stdout.includes("protected"), false);
  },
});

Deno.test("run for a member of a team runs nothing outside the sandbox", async () => {
  using env = new TestEnv();
  const team = makeTeam(env);
  const flags = ["--role", "engineer", "--team-dir", team, "--agent", "ann", "--mode", "auto"];
  const rows: readonly (readonly [string[], string])[] = [
    [["--no-sandbox", "--", "touch", "x"], "path-team"],
    [["--", "sudo", "touch", "x"], "path-team"],
    [["--write-path", `${team}/agents/bob`, "--", "touch", "x"], "path-team"],
    [["--", "rm", `${team}/agents/bob/n`], "trash-protected"],
    [["--", "rm", "-r", `${team}/shared`], "trash-protected"],
  ];
  for (const [words, code] of rows) {
    const result = await env.run(["run", "--json", ...flags, ...words], { cwd: team });
    assert.deepEqual([result.code, result.json().code], [121, code], words.join(" "));
  }
  const lost = await env.run(["run", "--json", "--home", env.home, "--", "true"]);
  assert.deepEqual([lost.code, lost.json().code], [120, "request-bad-flag"]);
});

Deno.test("run obeys git_policy and shell_deny of the config", async () => {
  using env = new TestEnv();
  env.configure({ git_policy: "worktree", shell_deny: "agentary" });
  env.git();
  const rows: readonly (readonly [string[], string])[] = [
    [["git", "push"], "team-git"],
    [["sh", "-c", "cd . && git -C . switch -c x"], "team-git"],
    [["chmod", "0777", "README"], "team-shell"],
    [["rm", "-r", "-f", ".git"], "team-shell"],
  ];
  for (const [argv, code] of rows) {
    const result = await env.run(["run", "--json", "--mode", "auto", "--", ...argv]);
    assert.deepEqual([result.code, result.json().code], [121, code], argv.join(" "));
  }
  const check = await env.run(["allowlist-check", "--json", "--", "git", "status"]);
  assert.equal(check.json().decision, "read_only");
});

Deno.test({
  name: "background start keeps a member of a team to its places as run does",
  ignore,
  async fn() {
    using env = new TestEnv();
    const team = makeTeam(env);
    const start = (...words: string[]) =>
      env.run(["background", "start", "--json", "--role", "engineer", ...words], { cwd: team });
    const ann = ["--team-dir", team, "--agent", "ann"];
    const places = [`${team}/agents/ann`, `${team}/shared`, `${team}/agents/bob`, env.home];
    const task = (await start(...ann, ...probe(places))).json();
    await env.run(["background", "wait", String(task.id)]);
    const { stdout } = await env.run(["background", "logs", String(task.id)]);
    assert.deepEqual(stdout.trim().split("\n"), places.slice(0, 2));
    const outside = await start(...ann, "--write-path", `${team}/agents/bob`, "--", "touch", "x");
    assert.deepEqual([outside.code, outside.json().code], [121, "path-team"]);
  },
});
