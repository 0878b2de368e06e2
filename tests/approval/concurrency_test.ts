/**
 * Many processes at once on one state, some of them killed at any moment.
 */
import assert from "node:assert/strict";
import { TestEnv } from "../support/test_env.ts";

const WORKER = new URL("../support/approval_worker.ts", import.meta.url).pathname;
const WORKERS = 20;
const ROUNDS = 10;

interface Line {
  readonly worker: string;
  readonly did: "granted" | "consumed";
  readonly id: string;
}

Deno.test("twenty writers, some killed, lose no grant, double no grant and leave no lock", async () => {
  using env = new TestEnv();
  const state = env.state;
  const children = Array.from({ length: WORKERS }, (_, index) =>
    new Deno.Command(Deno.execPath(), {
      args: ["run", "-A", "--no-check", "--quiet", WORKER, state, String(index), String(ROUNDS)],
      stdout: "piped",
      stderr: "piped",
    }).spawn());
  // Every fourth is killed in the middle of its work: as soon as it has said something.
  const outputs = await Promise.all(children.map((child, index) => watch(child, index % 4 === 3)));
  const lines = outputs.flatMap(({ text }) =>
    text.split("\n").slice(0, -1).map((line): Line => JSON.parse(line))
  );
  const survivors = outputs.filter(({ killed }) => !killed);
  assert.deepEqual(
    survivors.map(({ code, stderr }) => [code, stderr]),
    survivors.map(() => [0, ""]),
  );

  const consumed = lines.filter(({ did }) => did === "consumed").map(({ id }) => id);
  assert.equal(new Set(consumed).size, consumed.length, "a grant was used twice");
  const granted = lines.filter(({ did }) => did === "granted").map(({ id }) => id);
  const left = await leftGrants(state);
  // What was granted was used by somebody, or is still there, or was just taken by one who was killed.
  const lost = granted.filter((id) => !consumed.includes(id) && !left.includes(id));
  assert.ok(lost.length <= outputs.filter(({ killed }) => killed).length, `lost: ${lost}`);
  assert.equal(consumed.filter((id) => left.includes(id)).length, 0);
});

async function watch(child: Deno.ChildProcess, doomed: boolean) {
  const decoder = new TextDecoder();
  let text = "";
  const reading = (async () => {
    for await (const chunk of child.stdout) {
      text += decoder.decode(chunk, { stream: true });
      if (doomed) child.kill("SIGKILL");
    }
  })();
  const [status, stderr] = await Promise.all([
    child.status,
    new Response(child.stderr).text(),
    reading,
  ]);
  return { code: status.code, killed: status.signal === "SIGKILL", stderr, text };
}

/** Asks the state itself, at once: a lock left behind would make this wait or fail. */
async function leftGrants(state: string): Promise<readonly string[]> {
  const { useStore } = await import("../../src/host/store.ts");
  const started = performance.now();
  const found = useStore(state, (store) => store.requests(Date.now()));
  assert.ok(found.ok, JSON.stringify(found));
  assert.ok(performance.now() - started < 1000);
  return found.value.filter(({ state }) => state === "granted").map(({ id }) => id);
}
