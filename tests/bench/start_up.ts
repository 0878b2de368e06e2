/**
 * What a cold start costs (case A05): `deno task bench`.
 *
 * Times depend on the machine, ratios hardly: every command is started once a round, in turn, so
 * that other work on the machine hits all of them, and each median is set against an empty Deno
 * program started with the same flags. Budget (sandbox.md, section 4): `run -- true` less than
 * 25 ms above that.
 * @module
 */
import { TestEnv } from "../support/test_env.ts";

const ROUNDS = 40;
const WARM_UP_ROUNDS = 3;

/** One command to measure. */
interface Case {
  readonly name: string;
  readonly argv: readonly string[];
}

/** The medians of one command. */
interface Measured {
  readonly name: string;
  readonly medianMs: number;
  readonly percentile95Ms: number;
  readonly problem: string | undefined;
}

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

function measure(list: readonly Case[], env: TestEnv): readonly Measured[] {
  const times = list.map((): number[] => []);
  const problems = new Map<string, string>();
  for (let round = -WARM_UP_ROUNDS; round < ROUNDS; round++) {
    for (const [index, { name, argv: [program = "", ...args] }] of list.entries()) {
      const variables = { HOME: env.home, PATH: "/usr/bin:/bin", DENO_DIR: `${env.home}/deno` };
      const command = new Deno.Command(program, {
        args,
        cwd: env.work,
        clearEnv: true,
        env: variables,
        stdin: "null",
        stdout: "null",
        stderr: "piped",
      });
      const start = performance.now();
      const { code, stderr } = command.outputSync();
      if (round >= 0) times[index]?.push(performance.now() - start);
      if (code !== 0) {
        problems.set(name, `exit ${code}: ${new TextDecoder().decode(stderr).trim()}`);
      }
    }
  }
  return list.map(({ name }, index) => ({
    name,
    medianMs: percentile(times[index] ?? [], 0.5),
    percentile95Ms: percentile(times[index] ?? [], 0.95),
    problem: problems.get(name),
  }));
}

function percentile(values: readonly number[], part: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length * part)] ?? NaN;
}

function report(measured: readonly Measured[]): string {
  const base = measured[0]?.medianMs ?? NaN;
  const lines = measured.map(({ name, medianMs, percentile95Ms, problem }) => {
    if (problem !== undefined) return `${name.padEnd(40)} ${problem.split("\n")[0]}`;
    const ratio = `${(medianMs / base).toFixed(2)}x`;
    const above = `${medianMs < base ? "" : "+"}${(medianMs - base).toFixed(1)} ms`;
    const slow = `${percentile95Ms.toFixed(1)} ms`;
    return `${name.padEnd(40)} ${ratio.padStart(6)} ${above.padStart(10)} ${slow.padStart(10)}`;
  });
  return [
    `${ROUNDS} starts each; empty Deno program: ${
      base.toFixed(1)
    } ms; last column: 95th percentile`,
    ...lines,
  ].join("\n");
}

using env = new TestEnv();
env.git();
console.log(report(measure(cases(env), env)));
