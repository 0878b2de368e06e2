/**
 * How fast output is masked: `deno run -A tests/bench/mask_bench.ts`.
 *
 * A build log through the masker alone, through `execguard run`, and through `cat` for comparison. The
 * memory of `run` must not grow with the output. At least 100 MB/s are asked for.
 * @module
 */
import { testMaskSource } from "../mask/mask_text.ts";
import { PROGRAM } from "../support/pseudo_terminal.ts";
import { TestEnv } from "../support/test_env.ts";

const LINES = [
  "[ 12%] Building CXX object src/core/CMakeFiles/core.dir/engine/render_pass.cpp.o",
  "npm warn deprecated inflight@1.0.6: This module is not supported, and leaks memory.",
  "   Compiling serde_derive v1.0.197 (/home/me/.cargo/registry/src/index/serde_derive-1.0.197)",
  "ok 123 - https://registry.example.org:443/a/b/c returns 200 in 0.012s (task-runner)",
  "cc -O2 -Wall -I../include -DHAVE_CONFIG_H -c -o main.o main.c",
];
const MEGABYTE = 1_000_000;
const LOG_BYTES = 256 * 1024 * 1024;
/** What a pipe hands over at once. */
const PIECE_BYTES = 64 * 1024;

const block = new TextEncoder().encode(`${LINES.join("\n")}\n`.repeat(2000));

function report(name: string, bytes: number, startedMs: number, more = ""): void {
  const rate = bytes / MEGABYTE / ((performance.now() - startedMs) / 1000);
  console.log(`${name.padEnd(32)} ${rate.toFixed(0).padStart(6)} MB/s ${more}`);
}

function maskInMemory(): void {
  const known = Array.from({ length: 20 }, (_, index) => ({
    name: `SECRET_${index}`,
    value: crypto.randomUUID(),
  }));
  const masker = testMaskSource(known).createMasker();
  const startedMs = performance.now();
  let bytes = 0;
  while (bytes < LOG_BYTES) {
    for (let at = 0; at < block.length; at += PIECE_BYTES) {
      bytes += masker.push(block.subarray(at, at + PIECE_BYTES)).length;
    }
  }
  report("masker, 20 known values", bytes, startedMs);
}

async function throughProgram(env: TestEnv): Promise<void> {
  const file = await Deno.open(`${env.work}/build.log`, { write: true, createNew: true });
  let bytes = 0;
  for (; bytes < LOG_BYTES; bytes += block.length) await file.write(block);
  file.close();
  const read = "cat build.log build.log build.log build.log";
  const whole = 4 * bytes;
  env.write("read.sh", `${read}\n`);
  const plain = performance.now();
  await env.exec(["sh", "-c", `${read} | cat >/dev/null`]);
  report("cat, 1 GiB", whole, plain);
  const script = '/usr/bin/time -f %M "$1" run --mode auto -- sh read.sh | cat >/dev/null';
  const masked = performance.now();
  const { stderr } = await env.exec(["sh", "-c", script, "sh", PROGRAM], { timeoutMs: 300_000 });
  report("execguard run, 1 GiB", whole, masked, `peak ${Math.round(Number(stderr) / 1024)} MiB`);
}

maskInMemory();
using env = new TestEnv();
await throughProgram(env);
