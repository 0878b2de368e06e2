/**
 * What `allowlist-check --stdin` costs with many lines: `deno run -A tests/bench/batch.ts`.
 *
 * Peak memory and speed for 10 thousand, 100 thousand and a million requests, nearly all of a program, a path
 * and flags of their own, one in 25 a script. The peak must stay flat: each line's ratio is to the first.
 * @module
 */
import { PROGRAM } from "../support/pseudo_terminal.ts";
import { TestEnv } from "../support/test_env.ts";

const SIZES = [10_000, 100_000, 1_000_000];
const LINES_A_PIECE = 10_000;
const SCRIPT_EVERY = 25;

/** `%` is where the line's own path goes. */
const SCRIPTS = [
  "ls % | wc -l",
  "cd src && grep -rn 'x' % | sort | uniq -c",
  'for f in *.c; do wc -l "$f" %; done',
  "git status && cat %",
  "if [ -f % ]; then npm test; fi",
];
const PLAIN = "ls -la,cat,grep -rn foo,git log --oneline,git diff --stat,wc -l,make,npm test,tee"
  .split(",")
  .map((words) => words.split(" "));

function requestLine(index: number): string {
  const path = `src/m${index % 977}/f${index}.ts`;
  const turn = Math.floor(index / SCRIPT_EVERY);
  if (index % SCRIPT_EVERY === 0) {
    const text = SCRIPTS[turn % SCRIPTS.length]?.replace("%", path);
    return JSON.stringify({ id: index, argv: ["sh", "-c", text] });
  }
  const argvs = [
    [`program${index}`, `--flag${index}`, path],
    [`/opt/tools/bin/t${index}`, path],
    ["git", "log", `--flag${index}`, path],
    [...PLAIN[index % PLAIN.length] ?? [], path],
  ];
  const cwd = index % 10 === 0 ? { cwd: `/srv/d${index}` } : {};
  return JSON.stringify({ id: index, argv: argvs[turn % argvs.length], ...cwd });
}

function writeRequests(path: string, count: number): void {
  using file = Deno.openSync(path, { write: true, create: true, truncate: true });
  for (let from = 0; from < count; from += LINES_A_PIECE) {
    const lines = Array.from({ length: LINES_A_PIECE }, (_, at) => `${requestLine(from + at)}\n`);
    const bytes = new TextEncoder().encode(lines.join(""));
    for (let at = 0; at < bytes.length;) at += file.writeSync(bytes.subarray(at));
  }
}

interface Measured {
  readonly peakMiB: number;
  readonly seconds: number;
}

async function measure(env: TestEnv, count: number): Promise<Measured> {
  const requests = `${env.work}/requests.ndjson`;
  writeRequests(requests, count);
  const check = '/usr/bin/time -o cost -f "%M %e" "$1" allowlist-check --stdin <"$2" | wc -l';
  const { stdout, stderr } = await env.exec(["sh", "-c", check, "sh", PROGRAM, requests], {
    timeoutMs: 1_200_000,
  });
  if (Number(stdout) !== count) throw new Error(`${stdout.trim()} verdicts of ${count}: ${stderr}`);
  // A line before the figures tells that the command exited with another code than 0.
  const cost = Deno.readTextFileSync(`${env.work}/cost`).trim().split("\n").at(-1) ?? "";
  const [peakKiB = NaN, seconds = NaN] = cost.split(" ").map(Number);
  return { peakMiB: peakKiB / 1024, seconds };
}

using env = new TestEnv();
await env.run(["version"]);
const peaks: number[] = [];
for (const count of SIZES) {
  const { peakMiB, seconds } = await measure(env, count);
  peaks.push(peakMiB);
  const ratio = `${(peakMiB / (peaks[0] ?? NaN)).toFixed(2)}x`;
  const rate = `${Math.round(count / seconds)} lines/s`;
  console.log(
    `${`${count} lines`.padEnd(16)} peak ${peakMiB.toFixed(0).padStart(4)} MiB ${
      ratio.padStart(6)
    } ${rate.padStart(14)}`,
  );
}
