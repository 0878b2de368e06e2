/**
 * Starting commands in turn and comparing the medians.
 *
 * Times depend on the machine, ratios hardly: every command is started once a round, so that other
 * work on the machine hits all of them, and each median is set against that of the first.
 * @module
 */
import type { TestEnv } from "../support/test_env.ts";

const ROUNDS = 40;
const WARM_UP_ROUNDS = 3;
const NAME_WIDTH = 44;

/** One command to measure. */
export interface Case {
  readonly name: string;
  /** Empty when there is no such command here; `missing` then says why. */
  readonly argv: readonly string[];
  readonly missing?: string;
  /** Added to the bare environment. */
  readonly env?: Readonly<Record<string, string>>;
}

/** The medians of one command. */
export interface Measured {
  readonly name: string;
  readonly medianMs: number;
  readonly percentile95Ms: number;
  readonly problem: string | undefined;
}

/** Starts each command in each round. */
export function measure(list: readonly Case[], env: TestEnv): readonly Measured[] {
  const times = list.map((): number[] => []);
  const problems = new Map<string, string>();
  for (let round = -WARM_UP_ROUNDS; round < ROUNDS; round++) {
    for (const [index, { name, argv: [program, ...args], env: added }] of list.entries()) {
      if (program === undefined) continue;
      const variables = {
        HOME: env.home,
        PATH: "/usr/bin:/bin",
        DENO_DIR: `${env.home}/deno`,
        ...added,
      };
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
  return list.map(({ name, missing }, index) => ({
    name,
    medianMs: percentile(times[index] ?? [], 0.5),
    percentile95Ms: percentile(times[index] ?? [], 0.95),
    problem: missing === undefined ? problems.get(name) : `not here: ${missing}`,
  }));
}

function percentile(values: readonly number[], part: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length * part)] ?? NaN;
}

/** One line a command, as ratio to the first. */
export function report(measured: readonly Measured[]): string {
  const base = measured[0]?.medianMs ?? NaN;
  const lines = measured.map(({ name, medianMs, percentile95Ms, problem }) => {
    if (problem !== undefined) return `${name.padEnd(NAME_WIDTH)} ${problem.split("\n")[0]}`;
    const ratio = `${(medianMs / base).toFixed(2)}x`;
    const above = `${medianMs < base ? "" : "+"}${(medianMs - base).toFixed(1)} ms`;
    const slow = `${percentile95Ms.toFixed(1)} ms`;
    return `${name.padEnd(NAME_WIDTH)} ${ratio.padStart(6)} ${above.padStart(10)} ${
      slow.padStart(10)
    }`;
  });
  return [
    `${ROUNDS} starts each; ${measured[0]?.name}: ${
      base.toFixed(1)
    } ms; last column: 95th percentile`,
    ...lines,
  ].join("\n");
}
