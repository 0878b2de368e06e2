import { deepEqual, equal, match, ok } from "node:assert/strict";
import { TestEnv } from "../support/test_env.ts";

/** The subcommands that the overview lists, each as its words. */
async function listedCommands(env: TestEnv): Promise<readonly (readonly string[])[]> {
  const { code, stdout } = await env.run(["help"]);
  equal(code, 0);
  const routes = [...stdout.matchAll(/^ {2}execguard ([a-z -]*[a-z])/gm)];
  return routes.map((route) => (route[1] ?? "").split(" "));
}

Deno.test("help explains every subcommand by its words, nested ones too", async () => {
  using env = new TestEnv();
  const commands = await listedCommands(env);
  ok(commands.some((words) => words.length === 3), JSON.stringify(commands));
  for (const words of commands) {
    const { code, stdout } = await env.run(["help", ...words]);
    equal(code, 0, words.join(" "));
    ok(stdout.startsWith(`USAGE\n  execguard ${words.join(" ")}`), stdout);
    equal([...stdout.matchAll(/^USAGE$/gm)].length, 1, words.join(" "));
  }
});

for (const group of ["background", "approve", "approve rule", "approve path", "fs"]) {
  Deno.test(`help ${group} explains all in it and nothing else`, async () => {
    using env = new TestEnv();
    const commands = (await listedCommands(env)).map((words) => words.join(" "))
      .filter((command) => command.startsWith(`${group} `));
    const { code, stdout } = await env.run(["help", ...group.split(" ")]);
    equal(code, 0);
    const explained = [...stdout.matchAll(/^USAGE\n {2}execguard ([a-z-]+(?: [a-z-]+)*)/gm)]
      .map((usage) => usage[1] ?? "");
    ok(commands.length > 1);
    deepEqual(explained, commands);
  });
}

for (
  const topic of [
    "nope",
    "background nope",
    "background start nope",
    "background supervise",
    "back",
  ]
) {
  Deno.test(`help ${topic} is refused: there is none`, async () => {
    using env = new TestEnv();
    const { code, stdout, stderr } = await env.run(["help", ...topic.split(" ")]);
    deepEqual({ code, stdout }, { code: 120, stdout: "" });
    match(stderr, new RegExp(`no help on "${topic}"; execguard help lists the subcommands`));
  });
}
