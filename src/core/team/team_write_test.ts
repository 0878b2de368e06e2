import assert from "node:assert/strict";
import { allowsWrite, refuseTeamWrite, type TeamMember, type TeamRule } from "./team_write.ts";

const ENGINEER: TeamMember = {
  role: "engineer",
  agentName: "ann",
  teamDir: "/team",
  worktreeDirs: ["/team/repo/w"],
};
const MANAGER: TeamMember = { ...ENGINEER, role: "manager", agentName: "" };

const plain = (path: string, rule: TeamRule) => allowsWrite(path, { rule, cwd: "/team/repo" });
const strict = (path: string, member: TeamMember) => refuseTeamWrite(path, member) === undefined;

Deno.test("allowsWrite(): a manager writes anywhere in the team directory, not beside it", () => {
  for (const path of ["/team/x", "/team", "/team/agents/bob/x", "x", "../x", "/team/a/../b"]) {
    assert.equal(plain(path, MANAGER), true, path);
  }
  for (const path of ["", "/teams/x", "/team-b", "/", "/team/../etc/x", "../../etc"]) {
    assert.equal(plain(path, MANAGER), false, path);
  }
});

Deno.test("allowsWrite(): an engineer writes in its own directory, its worktrees and shared", () => {
  for (
    const path of ["/team/agents/ann/x", "/team/shared/x", "/team/repo/w/x", "w/x", "/team/shared"]
  ) {
    assert.equal(plain(path, ENGINEER), true, path);
  }
  for (
    const path of [
      "",
      "/team/x",
      "/team/agents/bob/x",
      "/team/agents/ann2/x",
      "/team/agents/ann/../bob/x",
      "/team/repo/other",
      "/team/sharedx",
      "/etc/passwd",
    ]
  ) assert.equal(plain(path, ENGINEER), false, path);
});

Deno.test("allowsWrite() keeps its known gaps: the plain rule is compared with as it is", () => {
  const odd: TeamRule = { role: "auditor", agentName: "..", teamDir: "/team", worktreeDirs: [] };
  assert.equal(plain("/team/secret", odd), true, "agents/.. is the team directory");
  assert.equal(plain("/anywhere", { ...MANAGER, teamDir: "" }), true);
  assert.equal(plain("/team/repo/w/x", { ...ENGINEER, teamDir: "" }), true);
  assert.equal(plain("/agents/ann/x", { ...ENGINEER, teamDir: "" }), false);
  assert.equal(plain("/elsewhere/w", { ...ENGINEER, worktreeDirs: ["/elsewhere"] }), false);
});

Deno.test("refuseTeamWrite(): both roles write where they should", () => {
  for (const path of ["/team/x", "/team/agents/bob/x"]) assert.equal(strict(path, MANAGER), true);
  for (const path of ["/team/agents/ann/x", "/team/shared/x", "/team/repo/w/x"]) {
    assert.equal(strict(path, ENGINEER), true, path);
  }
  for (const path of ["/team/x", "/team/agents/bob/x", "/team/agents", "/etc/x"]) {
    assert.equal(strict(path, ENGINEER), false, path);
  }
  assert.equal(strict("/teams/x", MANAGER), false);
});

Deno.test("refuseTeamWrite(): a rule that is unsound allows nothing", () => {
  const unsound: readonly Partial<TeamMember>[] = [
    { teamDir: "" },
    { teamDir: "team" },
    { teamDir: "/" },
    { agentName: "" },
    { agentName: "." },
    { agentName: ".." },
    { agentName: "a/b" },
    { agentName: "../bob" },
    { agentName: "a\\b" },
    { agentName: "a\nb" },
  ];
  for (const change of unsound) {
    for (const path of ["/team/agents/ann/x", "/team/shared/x", "/team/x", "/x"]) {
      assert.equal(strict(path, { ...ENGINEER, ...change }), false, JSON.stringify(change));
    }
  }
  assert.equal(strict("/team/x", { ...MANAGER, agentName: "a/b" }), false);
});

Deno.test("refuseTeamWrite(): a worktree hands out nothing beyond itself", () => {
  for (
    const worktree of ["/", "/team", "/team/agents", "/team/agents/bob", "/elsewhere", "", "w"]
  ) {
    const member = { ...ENGINEER, worktreeDirs: [worktree] };
    for (const path of ["/team/x", "/team/agents/bob/x", "/elsewhere/x", "/x"]) {
      assert.equal(strict(path, member), false, `${worktree}: ${path}`);
    }
  }
});

Deno.test("refuseTeamWrite(): the directories themselves stay, and the message names them", () => {
  for (const path of ["/team/agents/ann", "/team/shared", "/team/repo/w"]) {
    assert.equal(strict(path, ENGINEER), false, path);
  }
  const refusal = refuseTeamWrite("/team/x", ENGINEER);
  assert.equal(refusal?.code, "path-team");
  assert.match(
    String(refusal?.data?.why),
    /the engineer "ann" may only write in "\/team\/agents\/ann", "\/team\/shared", "\/team\/repo\/w"/,
  );
});
