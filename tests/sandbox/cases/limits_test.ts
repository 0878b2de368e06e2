/** Limits of memory, processes, processor time and output, through the program itself. */
import assert from "node:assert/strict";
import { eventually, processesWith, uniqueSeconds } from "../host_fixture.ts";
import { type CaseOutcome, type CaseWorld, sandboxCase } from "./sandbox_case.ts";

const PYTHON = { programs: ["python3"] };
const MEBIBYTE = 2 ** 20;

/** Root is not held to a limit of processes: it is told so, and nothing runs. */
function isRefusedRoot(world: CaseWorld, outcome: CaseOutcome): boolean {
  if (!world.isRoot) return false;
  assert.deepEqual([outcome.status, outcome.exit_code, outcome.code, outcome.output], [
    ...["sandbox_unavailable", 125, "sandbox-limit", ""],
  ]);
  assert.match(
    outcome.message ?? "",
    /--pids: root is not held to it; run execguard as an ordinary/,
  );
  return true;
}

/** The last line of an outcome's advice. */
function advice(outcome: CaseOutcome): string {
  return outcome.advice.at(-1) ?? "";
}

sandboxCase(
  "L01: a program that takes more memory than it may fails, and the outcome says so",
  async (world) => {
    const flags = ["--memory", "200M"];
    const outcome = await world.python("bytearray(1 << 30)", { flags });
    assert.deepEqual([outcome.status, outcome.exit_code], ["exited", 1]);
    assert.deepEqual(outcome.limit, { name: "memory", value: "200M", evidence: "derived" });
    assert.match(advice(outcome), /limit of memory per process of 200M was probably reached/);
    const fits = await world.python("print(len(bytearray(100 << 20)))", { flags });
    assert.deepEqual([fits.exit_code, fits.output, fits.limit], [0, "104857600\n", undefined]);
  },
  PYTHON,
);

sandboxCase(
  "L02: no process of a sandbox can raise its limits, nor those of another",
  async (world) => {
    const source = `
import os, resource, subprocess
def tries(name, act):
    try: act(); print(name, "raised")
    except (OSError, ValueError) as error: print(name, "refused")
for name in ("RLIMIT_DATA", "RLIMIT_CPU"):
    kind = getattr(resource, name)
    soft, hard = resource.getrlimit(kind)
    tries(name, lambda: resource.setrlimit(kind, (hard + 1, hard + 1)))
    tries(name + " of 1", lambda: resource.prlimit(1, kind, (hard + 1, hard + 1)))
    tries(name + " away", lambda: resource.setrlimit(kind, (-1, -1)))
print(subprocess.call(["sh", "-c", "ulimit -H -d unlimited"], stderr=subprocess.DEVNULL) != 0)
print(sorted(pid for pid in os.listdir("/proc") if pid.isdigit() and int(pid) > 40))
if os.fork() == 0:
    os.setsid()
    print(resource.getrlimit(resource.RLIMIT_DATA), resource.getrlimit(resource.RLIMIT_CPU), flush=True)
    os._exit(0)
os.wait()
`;
    const outcome = await world.python(source, { flags: ["--memory", "64M", "--cpu-time", "9s"] });
    const refused = ["RLIMIT_DATA", "RLIMIT_CPU"].flatMap((name) =>
      ["", " of 1", " away"].map((what) => `${name}${what} refused\n`)
    );
    const inherited = `(${64 * MEBIBYTE}, ${64 * MEBIBYTE}) (9, 10)\n`;
    // What a fork had buffered is written by both.
    assert.equal(outcome.exit_code, 0, outcome.output);
    for (const line of [...refused, "True\n", "[]\n", inherited]) {
      assert.ok(outcome.output.includes(line), `${line} ${outcome.output}`);
    }
    assert.doesNotMatch(outcome.output, /raised/);
  },
  PYTHON,
);

sandboxCase(
  "L03: no more processes than allowed, with those that left the session, counted from outside",
  async (world) => {
    const mark = uniqueSeconds();
    const source = `
import os, sys, time
made = 0
for turn in range(500):
    try: child = os.fork()
    except OSError as error: print(made, error, flush=True); break
    if child == 0:
        os.setsid()
        time.sleep(60)
        os._exit(0)
    made += 1
while not os.path.exists("go"): time.sleep(0.05)
sys.exit(1)
`;
    const path = world.write(`${world.root}/forks.py`, source);
    const flags = ["--pids", "50"];
    const running = world.outcome(["python3", path, mark], { flags });
    if (world.isRoot) return void isRefusedRoot(world, await running);
    const forks = () => processesWith(mark).filter((pid) => nameOf(pid).startsWith("python"));
    // The program itself and all it could make; bubblewrap's own processes are not counted.
    assert.ok(await eventually(() => forks().length === 50, 20_000), String(forks().length));
    world.write("go", "");
    const outcome = await running;
    assert.match(outcome.output, /^49 \[Errno 11\]/);
    assert.deepEqual(outcome.limit, { name: "pids", value: "50", evidence: "derived" });
    assert.ok(await eventually(() => forks().length === 0, 5000));
  },
  PYTHON,
);

sandboxCase(
  "L04: nothing of the command's environment and no limit of its own lifts that of processes",
  async (world) => {
    const source = `
import resource
kind = resource.RLIMIT_NPROC
for pid in (0, 1):
    for limit in ((1000, 1000), (-1, -1)):
        try: resource.prlimit(pid, kind, limit); print("raised")
        except (OSError, ValueError): print("refused")
print(resource.getrlimit(kind))
`;
    const flags = ["--pids", "7", "--env", "LD_PRELOAD=/nowhere.so", "--env", "ENV=/nowhere"];
    const outcome = await world.python(source, { flags });
    if (isRefusedRoot(world, outcome)) return;
    assert.equal(
      outcome.output.replace(/^ERROR: ld\.so.*\n/gm, ""),
      "refused\n".repeat(4) + "(8, 8)\n",
    );
  },
  PYTHON,
);

sandboxCase("L05: a loop without an end is ended by its processor time", async (world) => {
  const flags = ["--cpu-time", "1s", "--timeout", "60s"];
  const outcome = await world.outcome(["sh", "-c", "while :; do :; done"], { flags });
  assert.deepEqual([outcome.status, outcome.exit_code], ["signalled", 152]);
  assert.deepEqual(outcome.limit, { name: "cpu_time", value: "1s", evidence: "signal" });
  assert.match(advice(outcome), /^Stopped: the limit of processor time per process of 1s was/);
});

sandboxCase(
  "L06: a program that ignores the signal of its processor time is killed",
  async (world) => {
    const source = `
import signal
signal.signal(signal.SIGXCPU, signal.SIG_IGN)
while True: pass
`;
    const outcome = await world.python(source, { flags: ["--cpu-time", "1s"] });
    assert.deepEqual([outcome.status, outcome.exit_code], ["signalled", 137]);
    assert.deepEqual(outcome.limit, { name: "cpu_time", value: "1s", evidence: "derived" });
  },
  PYTHON,
);

sandboxCase("L07: what writes too much is ended, and what it wrote is delivered", async (world) => {
  const flags = ["--output-limit", "1M", "--mode", "auto"];
  const text = await world.run(["run", ...flags, "--", "yes"]);
  assert.deepEqual([text.code, text.stdout.length], [124, MEBIBYTE]);
  assert.equal(
    text.stderr,
    "execguard: Stopped: the output limit of 1M was reached; raise it with --output-limit, or limits.output of the config where that is the lower one\n",
  );
  const both = "trap '' TERM PIPE; while :; do echo out; echo err >&2; done";
  const outcome = await world.outcome(["sh", "-c", both], { flags: ["--output-limit", "100"] });
  assert.deepEqual([outcome.status, outcome.exit_code, outcome.output.length], [
    ...["limit_exceeded", 124, 100],
  ]);
  assert.deepEqual(outcome.limit, { name: "output", value: "100", evidence: "counted" });
  const exact = await world.outcome(["printf", "12345"], { flags: ["--output-limit", "5"] });
  assert.deepEqual([exact.status, exact.output, exact.limit], ["exited", "12345", undefined]);
});

sandboxCase(
  "L08: what people run works under reasonable limits",
  async (world) => {
    const pids = world.isRoot ? [] : ["--pids", "100"];
    const flags = ["--memory", "1G", "--cpu-time", "60s", "--output-limit", "1M", ...pids];
    const ends = async (argv: readonly string[]) => {
      const { exit_code, output } = await world.outcome(argv, { flags });
      return [exit_code, output];
    };
    assert.deepEqual(await ends(["node", "-e", "console.log([1, 2].map((n) => n * 2))"]), [
      ...[0, "[ 2, 4 ]\n"],
    ]);
    assert.deepEqual(await ends(["git", "log", "--format=%s"]), [0, "first\n"]);
    const pool = "import multiprocessing as m\nprint(m.Pool(4).map(abs, [-1, -2]))";
    const python = await world.python(pool, { flags });
    assert.deepEqual([python.exit_code, python.output], [0, "[1, 2]\n"]);
  },
  { programs: ["python3", "node", "git"] },
);

sandboxCase("L09: a limit of the caller's that is lower stays", async (world) => {
  const launcher = Deno.env.get("EXECGUARD_BIN") ||
    new URL("../../../scripts/execguard", import.meta.url).pathname;
  const script =
    'ulimit -S -t 3; "$1" run --mode auto --cpu-time 9s -- sh -c "ulimit -S -t; ulimit -H -t"';
  const { stdout } = await world.exec(["sh", "-c", script, "sh", launcher]);
  assert.equal(stdout, "3\n3\n");
});

sandboxCase("L10: a flag lowers what the config says, and never raises it", async (world) => {
  world.configure({ limits: { output: 10, cpu_time: "5s" } });
  const shown = async (...flags: readonly string[]) => {
    const result = await world.run(["run", "--dry-run", "--json", ...flags, "--", "true"]);
    const { limits } = result.json() as { limits: readonly { name: string; value: string }[] };
    return limits.map(({ name, value }) => `${name} ${value}`);
  };
  assert.deepEqual(await shown(), ["cpu_time 5s", "output 10"]);
  assert.deepEqual(await shown("--cpu-time", "9s", "--output-limit", "5"), [
    "cpu_time 5s",
    "output 5",
  ]);
  const outcome = await world.outcome(["yes"], { flags: ["--output-limit", "1G"] });
  assert.deepEqual([outcome.status, outcome.output.length], ["limit_exceeded", 10]);
});

sandboxCase("L11: what cannot be kept is refused, not left out", async (world) => {
  const refusal = async (...flags: readonly string[]) => {
    const result = await world.run(["run", "--dry-run", ...flags, "--", "true"]);
    return [result.code, result.stdout + result.stderr] as const;
  };
  const [code, said] = await refusal("--platform", "darwin", "--pids", "5", "--memory", "1G");
  assert.equal(code, 125);
  assert.match(said, /^execguard: Cannot keep the limit --memory, --pids: macOS has no way/m);
  assert.deepEqual((await refusal("--platform", "darwin", "--output-limit", "1M"))[0], 0);
  const [outside, why] = await refusal("--no-sandbox", "--cpu-time", "5s");
  assert.equal(outside, 120);
  assert.match(why, /--cpu-time needs the sandbox/);
});

function nameOf(pid: number): string {
  try {
    return Deno.readTextFileSync(`/proc/${pid}/comm`);
  } catch {
    return ""; // it ended meanwhile
  }
}
