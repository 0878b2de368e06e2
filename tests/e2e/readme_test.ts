import { deepEqual, equal } from "node:assert/strict";
import config from "../../schemas/config.json" with { type: "json" };
import { TestEnv } from "../support/test_env.ts";

const ROOT = new URL("../..", import.meta.url);
const SCRIPTS = new URL("../../scripts", import.meta.url).pathname;

interface Example {
  readonly command: string;
  /** What the README shows below it. */
  readonly shown: string;
}

/** The commands in the `console` blocks of the README, each with the lines below it. */
function readExamples(text: string): readonly Example[] {
  const blocks = [...text.matchAll(/```console\n(.*?)```/gs)].map((match) => match[1] ?? "");
  return blocks.flatMap((block) =>
    block.split(/^\$ /m).slice(1).map((entry) => {
      const end = entry.indexOf("\n");
      return { command: entry.slice(0, end), shown: entry.slice(end + 1) };
    })
  );
}

/** Commit names, the ids of requests, the tags of masked values and one answer differ. */
function withoutHashes(text: string): string {
  return text.replace(/^[0-9a-f]{7} /gm, "0000000 ").replace(/approve \w{8} on/g, "approve ID on")
    .replace(/#[0-9a-f]{4}\]/g, "#0000]")
    // Whoever may not write there anyway never comes to the sandbox's answer.
    .replace("'/etc/motd': Permission denied", "'/etc/motd': Read-only file system");
}

for (const page of ["README.md", "docs/agents.md", "docs/ci.md", "docs/policy.md"]) {
  Deno.test(`${page} shows what really comes out`, async () => {
    using env = new TestEnv();
    env.git();
    env.write(".env", "TOKEN=x\nAPI_KEY=s3cr3t-Value-1\n");
    // `execguard` is the launcher, or the built executable.
    const program = Deno.env.get("EXECGUARD_BIN") || `${SCRIPTS}/execguard`;
    env.write(`${env.root}/bin/execguard`, `#!/bin/sh\nexec "${program}" "$@"\n`, 0o755);
    const path = `${env.root}/bin:/usr/local/bin:/usr/bin:/bin`;
    const examples = readExamples(Deno.readTextFileSync(new URL(page, ROOT)));
    equal(examples.length >= 4, true);
    for (const { command, shown } of examples) {
      const result = await env.exec(["sh", "-c", `exec 2>&1; ${command}`], { env: { PATH: path } });
      const exit = result.code === 0 ? "" : `[exit ${result.code}]\n`;
      equal(withoutHashes(result.stdout + exit), withoutHashes(shown), command);
    }
  });
}

Deno.test("README.md names every key of the config, docs/flags.md every flag of what takes an argv", async () => {
  using env = new TestEnv();
  const keys = Object.keys(config.properties).filter((key) => key !== "$schema");
  const readme = Deno.readTextFileSync(new URL("README.md", ROOT));
  deepEqual(
    keys.filter((key) => !readme.includes(`\`${key}\``) && !readme.includes(`\`${key}.`)),
    [],
  );
  const flags = Deno.readTextFileSync(new URL("docs/flags.md", ROOT));
  for (const name of ["run", "allowlist-check", "background start"]) {
    const { stdout } = await env.run([...name.split(" "), "--help"]);
    const shown = [...stdout.matchAll(/\[(--[a-z-]+)/g)].map(([, flag]) => flag);
    equal(shown.length >= 10, true);
    deepEqual(shown.filter((flag) => !flags.includes(`\`${flag}`)), [], name);
  }
});
