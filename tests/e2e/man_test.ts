import { equal, ok } from "node:assert/strict";
import { TestEnv } from "../support/test_env.ts";
import { isInstalled } from "../support/programs.ts";

const PAGE = new URL("../../man/execguard.1", import.meta.url).pathname;
Deno.test("the man page renders without a warning and names every subcommand and flag", {
  ignore: !isInstalled("man"),
}, async () => {
  using env = new TestEnv();
  const { code, stdout, stderr } = await env.exec(["man", "--warnings", "-l", PAGE], {
    env: { MANWIDTH: "100", MANPAGER: "cat", LC_ALL: "C.UTF-8" },
  });
  equal(stderr, "");
  equal(code, 0);
  const overview = (await env.run(["help"])).stdout;
  const commands = [...overview.matchAll(/^ {2}(execguard [a-z -]*[a-z])/gm)]
    .map((match) => match[1] ?? "");
  ok(commands.length > 20, overview);
  for (const command of commands) {
    ok(stdout.includes(`${command} `) || stdout.includes(`${command}\n`), command);
  }
  for (const topic of new Set(commands.map((command) => command.split(" ")[1] ?? ""))) {
    const help = (await env.run(["help", topic])).stdout;
    for (const [flag] of help.matchAll(/(?<=[ [])--[a-z-]+/g)) {
      if (flag === "--help" || flag === "--no-") continue;
      const opposite = flag.replace(/^--(no-)?/, (_, no) => no === undefined ? "--no-" : "--");
      ok(stdout.includes(flag) || stdout.includes(opposite), `${topic} ${flag}`);
    }
  }
});
