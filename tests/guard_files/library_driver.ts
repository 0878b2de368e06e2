/**
 * Uses the library as a program would and prints what came back: `library_driver.ts WORK`.
 * @module
 */
import {
  appendText,
  blockedGitCommand,
  blockedShellCommand,
  checkDir,
  copy,
  isDenied,
  judge,
  messageOf,
  move,
  remove,
  type Result,
  type TeamMember,
  wrapCommand,
  writeFile,
  WriteGuard,
  writeJson,
  writeText,
} from "../../src/mod.ts";

const [work = ""] = Deno.args;
const said = <T>(result: Result<T>) => result.ok ? "ok" : messageOf(result.refusal);
const decided = async (...argv: string[]) => {
  const { decision, strictest } = await judge({ argv, cwd: work });
  return `${decision} ${strictest.code}`;
};
const member: TeamMember = {
  role: "engineer",
  agentName: "ann",
  teamDir: `${work}/team`,
  worktreeDirs: [],
};

console.log(JSON.stringify({
  status: await decided("git", "status"),
  script: await decided("sh", "-c", "git status; rm -rf x"),
  strange: (await judge({ argv: [] })).strictest.code,
  relative: (await judge({ argv: ["ls"], cwd: "relative" })).strictest.code,
  made: said(await checkDir(`${work}/team/agents/ann`)),
  text: said(await writeText(`${work}/a.txt`, "one\n")),
  appended: said(await appendText(`${work}/a.txt`, "two\n")),
  bytes: said(await writeFile(`${work}/b`, new Uint8Array([1, 2]))),
  json: said(await writeJson(`${work}/c.json`, { c: 1 })),
  copied: said(await copy(`${work}/a.txt`, `${work}/d.txt`)),
  moved: said(await move(`${work}/d.txt`, `${work}/e.txt`)),
  removed: said(await remove(`${work}/e.txt`)),
  secret: said(await writeText(`${work}/.env`, "KEY=1")),
  own: said(await writeText(`${work}/team/agents/ann/x`, "x", { member })),
  other: (await writeText(`${work}/team/agents/bob/x`, "x", { member })).ok,
  isDenied: [await isDenied(`${work}/.ssh/x`), await isDenied(`${work}/x`)],
  isDeniedToAnn: await isDenied(`${work}/x`, { member }),
  guard: new WriteGuard(member).allowWrite(`${work}/team/shared/x`),
  plain: [blockedGitCommand(["push"]), blockedShellCommand("ls")],
  wrapped: wrapCommand("", "", "ls", ["-l"]),
}));
