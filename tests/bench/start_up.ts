/**
 * What a cold start costs (case A05): `deno task bench`.
 *
 * Each median is set against an empty Deno program started with the same flags. Budget (sandbox.md,
 * section 4): `run -- true` less than 25 ms above that.
 * @module
 */
import { TestEnv } from "../support/test_env.ts";
import { type Case, measure, report } from "./measure.ts";

function cases(env: TestEnv): readonly Case[] {
  const root = new URL("../..", import.meta.url).pathname;
  const execguard = Deno.env.get("EXECGUARD_BIN") || `${root}scripts/execguard`;
  const empty = env.write("empty.ts", "");
  const flags = ["--quiet", "--no-prompt", "--cached-only", "--frozen", "--no-config"];
  const files = [`--import-map=${root}deno.json`, `--lock=${root}deno.lock`];
  const sandbox = ["--ro-bind", "/", "/", "--dev", "/dev", "--proc", "/proc"];
  return [
    { name: "empty Deno program", argv: [Deno.execPath(), "run", ...flags, ...files, empty] },
    { name: "version", argv: [execguard, "version"] },
    {
      name: "allowlist-check -- git status",
      argv: [execguard, "allowlist-check", "--", "git", "status"],
    },
    {
      name: "allowlist-check -- sh -c 'ls | wc -l'",
      argv: [execguard, "allowlist-check", "--", "sh", "-c", "ls | wc -l"],
    },
    { name: "run --mode auto -- true", argv: [execguard, "run", "--mode", "auto", "--", "true"] },
    {
      name: "bare bwrap true",
      argv: ["/usr/bin/bwrap", ...sandbox, "--unshare-all", "--die-with-parent", "true"],
    },
    { name: "sh -c true", argv: ["/bin/sh", "-c", "true"] },
  ];
}

using env = new TestEnv();
env.git();
console.log(report(measure(cases(env), env)));
