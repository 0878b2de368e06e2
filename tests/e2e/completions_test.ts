import { deepEqual, equal, match } from "node:assert/strict";
import { type Shell } from "../../src/cli/commands/completions.ts";
import { PseudoTerminal } from "../support/pseudo_terminal.ts";
import { TestEnv } from "../support/test_env.ts";
import { isInstalled } from "../support/programs.ts";

async function writeScript(env: TestEnv, shell: Shell): Promise<string> {
  const { code, stdout } = await env.run(["completions", shell]);
  equal(code, 0);
  return env.write(`${env.root}/completions.${shell}`, stdout);
}

/** What is typed, and what the one word that fits makes of it. */
const TYPED: readonly (readonly [typed: string, completed: string])[] = [
  ["execguard allow", "allowlist-check"],
  ["execguard approve ru", "approve rule"],
  ["execguard approve rule ad", "approve rule add"],
  ["execguard run --stat", "run --status-f"],
  ["execguard run --network --no-sand", "run --network --no-sandbox"],
  ["execguard run --mode allow", "run --mode allow-all"],
  ["execguard run --mode safe --cwd sub-f", "run --mode safe --cwd sub-file"],
  ["execguard run -- only-one-such-pro", "run -- only-one-such-program"],
  ["execguard run cat sub-f", "run cat sub-file"],
  ["execguard background start cat -- sub-f", "background start cat -- sub-file"],
  ["execguard schema conf", "schema config"],
  ["execguard completions fi", "completions fish"],
  // After another program's name our words mean nothing.
  ["execguard run cat --stat", "run cat --stat"],
];

/** A shell that shows the words it was given instead of starting the program. */
function interactive(env: TestEnv, shell: "bash" | "zsh", script: string): PseudoTerminal {
  const rc = {
    bash: `PS1='ready> '\nset -o emacs\nbind 'set bell-style none'\n. ${script}\n`,
    zsh:
      `PS1='ready> '\nunsetopt zle_bracketed_paste\nautoload -Uz compinit\ncompinit -D -u\n. ${script}\n`,
  }[shell];
  const show =
    "execguard() { local word; for word; do printf '<%s>' \"$word\"; done; echo ' end'; }";
  env.write(`${env.root}/rc/.zshrc`, `${rc}${show}\n`);
  env.write(`${env.root}/bin/only-one-such-program`, "#!/bin/sh\n", 0o755);
  env.write("sub-file", "");
  const line = shell === "bash"
    ? `exec bash --noprofile --rcfile ${env.root}/rc/.zshrc -i`
    : `ZDOTDIR=${env.root}/rc exec zsh -d -i`;
  const variables = { TERM: "dumb", PATH: `${env.root}/bin:/usr/local/bin:/usr/bin:/bin` };
  return new PseudoTerminal(env, line, { env: variables });
}

for (const shell of ["bash", "zsh"] as const) {
  Deno.test(`TAB completes in ${shell}`, { ignore: !isInstalled(shell) }, async () => {
    using env = new TestEnv();
    const script = await writeScript(env, shell);
    await using terminal = interactive(env, shell, script);
    await terminal.sees("ready> ");
    for (const [typed, completed] of TYPED) {
      await terminal.types(`${typed}\t\r`);
      const words = completed.split(" ").map((word) => `<${word}>`).join("");
      await terminal.sees(`${words} end`);
      await terminal.sees("ready> ");
    }
    // Nothing that stands on the line is run by completing it: that is for Enter.
    await terminal.types("execguard run --cwd $(touch ran) --mode allow\t");
    await terminal.sees("allow-all");
    await terminal.types("\x15exit\r");
    await terminal.end();
    deepEqual([...Deno.readDirSync(env.work)].map(({ name }) => name), ["sub-file"]);
  });
}

Deno.test("TAB completes in fish", { ignore: !isInstalled("fish") }, async () => {
  using env = new TestEnv();
  const script = await writeScript(env, "fish");
  env.write(`${env.root}/bin/only-one-such-program`, "#!/bin/sh\n", 0o755);
  env.write("sub-file", "");
  const complete = async (line: string): Promise<readonly string[]> => {
    const text = `source ${script}; complete -C $argv[1]`;
    const { code, stdout } = await env.exec(["fish", "--no-config", "-c", text, line], {
      env: { PATH: `${env.root}/bin:/usr/local/bin:/usr/bin:/bin` },
    });
    equal(code, 0);
    return stdout.split("\n").filter((word) => word !== "").map((word) =>
      word.split("\t")[0] ?? ""
    );
  };
  for (const [typed, completed] of TYPED) {
    if (typed.includes("--stat")) continue;
    deepEqual(await complete(typed), [completed.split(" ").at(-1)], typed);
  }
  deepEqual(await complete("execguard run --stat"), ["--status-fd", "--status-file"]);
  deepEqual(await complete("execguard run cat --stat"), []);
  await complete("execguard run --cwd $(touch ran) --mode a");
  deepEqual([...Deno.readDirSync(env.work)].map(({ name }) => name), ["sub-file"]);
});

Deno.test("completions names the shells it knows", async () => {
  using env = new TestEnv();
  const { code, stderr } = await env.run(["completions", "tcsh"]);
  equal(code, 120);
  match(stderr, /bash/);
});
