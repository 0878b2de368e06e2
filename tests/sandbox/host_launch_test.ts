/** Starting: what reaches the command, and nothing else. Cases A01, K09, K11, R12, R13 of sandbox.md. */
import assert from "node:assert/strict";
import { launch } from "../../src/host/launch.ts";
import {
  capture,
  confined,
  driverArgs,
  eventually,
  fixture,
  readOutcome,
  unconfined,
  withFolder,
  withoutSandbox,
} from "./host_fixture.ts";

const ignore = withoutSandbox();

Deno.test({
  name: "A01 launch() hands every item of an argv over as it is",
  ignore,
  async fn() {
    const items = ["a b", "$(id)", "", "*", "x\ny", "--", "-n", "~", "\\", "ü日"];
    const outcome = await capture(confined(["printf", "%s|", ...items]));
    assert.deepEqual([outcome.status, outcome.output], [
      "exited",
      items.map((i) => `${i}|`).join(""),
    ]);
  },
});

Deno.test({
  name: "R12 launch() shows the command its own environment, exactly, and no other process's",
  ignore,
  async fn() {
    const env = { PATH: "/usr/bin:/bin", EMPTY: "", LINES: "a\nb", LD_LIBRARY_PATH: "/nowhere" };
    const script = "cat /proc/self/environ; echo; tr '\\0' '\\n' </proc/1/environ";
    const outcome = await capture(confined(["/bin/sh", "-c", script], { env }));
    const [own = "", first = ""] = outcome.output.split("\0\n");
    const names = own.split("\0").map((entry) => entry.split("=")[0]).sort();
    assert.deepEqual(names.filter((name) => name !== "PWD"), Object.keys(env).sort());
    assert.match(own, /(^|\0)LINES=a\nb(\0|$)/);
    assert.doesNotMatch(first, /LD_LIBRARY_PATH|EMPTY|LINES/);
  },
});

Deno.test({
  name: "R12 launch() lets no variable of the command act outside the sandbox",
  ignore,
  fn: () =>
    withFolder(async (folder) => {
      const env = {
        PATH: "/usr/bin:/bin",
        SHELLOPTS: "xtrace",
        PS4: `$(touch ${folder}/ps4)`,
        BASH_ENV: `${folder}/start`,
        ENV: `${folder}/start`,
        LD_PRELOAD: `${folder}/none.so`,
      };
      Deno.writeTextFileSync(`${folder}/start`, `touch ${folder}/start_file`);
      const outcome = await capture(confined(["true"], { env }));
      assert.equal(outcome.exit_code, 0);
      // The loader complains once for each program it would have preloaded: for the command alone.
      assert.equal(outcome.output.match(/none\.so/g)?.length, 1);
      assert.deepEqual(Array.from(Deno.readDirSync(folder), (entry) => entry.name), ["start"]);
    }),
});

/** Starts the driver from a shell that leaves descriptors open. */
function runWithDescriptors(
  redirects: string,
  request: Parameters<typeof driverArgs>[0],
): Deno.CommandOutput {
  const script = `exec ${redirects}; exec "$@"`;
  const args = ["-c", script, "bash", Deno.execPath(), ...driverArgs(request)];
  return new Deno.Command("/bin/bash", { args }).outputSync();
}

for (const descriptor of [3, 4, 9, 12, 251]) {
  Deno.test({
    name: `R13 launch() closes descriptor ${descriptor} of the caller`,
    ignore,
    fn: () =>
      withFolder((folder) => {
        Deno.writeTextFileSync(`${folder}/secret`, "SECRET");
        const spec = confined([
          "/bin/bash",
          "-c",
          `cat <&${descriptor}; ls /proc/self/fd`,
        ]);
        const result = runWithDescriptors(`${descriptor}<${folder}/secret`, {
          ...{ spec, capture: false, outcome: `${folder}/outcome` },
        });
        const shown = new TextDecoder().decode(result.stdout);
        assert.doesNotMatch(shown, /SECRET/);
        assert.deepEqual(shown.trim().split("\n"), ["0", "1", "2", "3"]); // 3 is ls's own
        return Promise.resolve();
      }),
  });
}

Deno.test({
  name:
    "R13 launch() hides its private folder from the sandbox and removes it while the command runs",
  ignore,
  async fn() {
    const places = ["/run", "/tmp"];
    const list = () =>
      places.flatMap((place) => Array.from(Deno.readDirSync(place), (entry) => entry.name))
        .filter((name) => name.startsWith("execguard-start-"));
    const before = list();
    const started = launch(confined([fixture("sleep_forever")]), {
      output: "merged",
      stdin: "null",
    });
    assert.ok(started.ok);
    await started.value.stdout!.getReader().read();
    assert.ok(await eventually(() => list().length <= before.length, 2000));
    started.value.kill();
    assert.equal((await started.value.ended).signal, "SIGKILL");
    const outcome = await capture(confined(["ls", "-A", ...places]));
    assert.equal(outcome.output, "/run:\n\n/tmp:\n");
  },
});

Deno.test({
  name: "K09 supervise() tells the command's exit codes from those of the sandbox",
  ignore,
  async fn() {
    const ends = async (argv: string[]) => {
      const { status, exit_code, signal } = await capture(confined(argv));
      return [status, exit_code, signal];
    };
    assert.deepEqual(await ends(["false"]), ["exited", 1, null]);
    assert.deepEqual(await ends(["sh", "-c", "exit 127"]), ["exited", 127, null]);
    assert.deepEqual(await ends(["sh", "-c", "kill -TERM $$"]), ["signalled", 143, "SIGTERM"]);
    assert.deepEqual(await ends(["sh", "-c", "kill -9 $$"]), ["signalled", 137, "SIGKILL"]);
    assert.deepEqual(await ends(["/no/such"]), ["not_executable", 126, null]);
    assert.deepEqual(await ends(["/etc/passwd"]), ["not_executable", 126, null]);
  },
});

Deno.test({
  name: "K11 launch() passes 50 MB on an inherited stdout and 10 MB of stdin through unchanged",
  ignore,
  fn: () =>
    withFolder((folder) => {
      const sum = (text: string) =>
        new TextDecoder().decode(
          new Deno.Command("/bin/sh", { args: ["-c", `${text} | md5sum`] }).outputSync().stdout,
        );
      const run = (argv: string[]) => {
        const request = { spec: confined(argv), capture: false, outcome: `${folder}/outcome` };
        const words = [Deno.execPath(), ...driverArgs(request)];
        return words.map((word) => `'${word.replaceAll("'", "'\\''")}'`).join(" ");
      };
      const numbers = "seq 1 7000000 | head -c 50000000";
      assert.equal(sum(run(["sh", "-c", numbers])), sum(numbers));
      const input = "seq 1 2000000 | head -c 10000000";
      assert.equal(sum(`${input} | ${run([fixture("copy_stdin")])}`), sum(input));
      assert.equal(sum(`${run([fixture("copy_stdin")])} <&-`), sum("true"));
      assert.equal(readOutcome(`${folder}/outcome`).status, "exited");
      return Promise.resolve();
    }),
});

Deno.test({
  name: "K11 launch() leaves what the command did not read of stdin to the next one",
  ignore,
  fn: () =>
    withFolder((folder) => {
      const spec = confined(["sh", "-c", "read line; echo got $line"]);
      const words = driverArgs({ spec, capture: false, outcome: `${folder}/outcome` });
      const script = `printf '1\\n2\\n3\\n' >${folder}/in; { "$@"; "$@"; cat; } <${folder}/in`;
      const args = ["-c", script, "sh", Deno.execPath(), ...words];
      const { stdout } = new Deno.Command("/bin/sh", { args }).outputSync();
      assert.equal(new TextDecoder().decode(stdout), "got 1\ngot 2\n3\n");
      return Promise.resolve();
    }),
});

Deno.test({
  name: "captureSink() keeps both streams in order, the end of them, and says what it dropped",
  ignore,
  async fn() {
    const script = "for i in 1 2 3; do echo out$i; echo err$i >&2; done";
    const small = await capture(confined(["sh", "-c", script]));
    assert.deepEqual(
      [small.output, small.truncated],
      ["out1\nerr1\nout2\nerr2\nout3\nerr3\n", false],
    );
    const large = await capture(confined(["sh", "-c", "seq 1 1000000"]));
    assert.deepEqual([large.output.length, large.truncated], [1024 * 1024, true]);
    assert.ok(large.output.endsWith("999999\n1000000\n"));
  },
});

Deno.test("launch() refuses a missing sandbox program, a set-user-ID one, and a missing directory", () =>
  withFolder((folder) => {
    const refusal = (change: object) => {
      const result = launch({ ...confined(["true"]), ...change }, {
        output: "merged",
        stdin: "null",
      });
      return result.ok ? "started" : result.refusal.code;
    };
    assert.equal(refusal({ program: `${folder}/bwrap` }), "sandbox-missing");
    Deno.copyFileSync("/bin/true", `${folder}/setuid`);
    Deno.chmodSync(`${folder}/setuid`, 0o4755);
    assert.equal(refusal({ program: `${folder}/setuid` }), "sandbox-failed");
    assert.equal(refusal({ program: "/bin/true", cwd: `${folder}/gone` }), "request-bad-cwd");
    return Promise.resolve();
  }));

Deno.test("launch() starts an unconfined command with its own arguments and environment", async () => {
  const spec = { ...unconfined("/usr/bin/env", []), env: { ONLY: "this" } };
  const outcome = await capture(spec);
  assert.deepEqual([outcome.status, outcome.output], ["exited", "ONLY=this\n"]);
  const killed = await capture(unconfined("/bin/sh", ["-c", "kill -9 $$"]));
  assert.deepEqual([killed.status, killed.exit_code, killed.signal], ["signalled", 137, "SIGKILL"]);
});

Deno.test({
  name: "K04 launch() ends when nothing left behind can write any more, on a busy machine too",
  ignore,
  fn: () =>
    withFolder(async (folder) => {
      using _load = keepBusy(8);
      // The first process is to be the last to run: until it does, nothing else in there is ended.
      const left = "setsid sh -c 'while :; do echo x >>left; done' >/dev/null 2>&1 & ";
      const args = ["sh", "-c", `cd ${folder}; chrt -i -p 0 1; ${left.repeat(4)} sleep 0.3`];
      for (let round = 0; round < 5; round++) {
        const started = launch(confined(args, { writable: folder }), {
          output: "inherit",
          stdin: "null",
        });
        assert.ok(started.ok);
        assert.equal((await started.value.ended).code, 0);
        const atTheEnd = Deno.statSync(`${folder}/left`).size;
        await new Promise((resolve) => setTimeout(resolve, 200));
        assert.equal(Deno.statSync(`${folder}/left`).size, atTheEnd);
      }
    }),
});

/** Takes the processors until it is disposed of. */
function keepBusy(processes: number): Disposable {
  const children = Array.from(
    { length: processes },
    () => new Deno.Command("/bin/sh", { args: ["-c", "while :; do :; done"] }).spawn(),
  );
  return { [Symbol.dispose]: () => children.forEach((child) => child.kill("SIGKILL")) };
}
