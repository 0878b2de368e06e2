import assert from "node:assert/strict";
import { endGroup, markProcess } from "../../src/host/tasks_leftover.ts";

/** A process that leads a group, once its child runs; the pipe ends when both have. */
async function startGroup() {
  const child = new Deno.Command("/bin/sh", {
    args: ["-c", "sleep 66.5 & echo ready; wait"],
    stdout: "piped",
    detached: true,
  }).spawn();
  const pipe = child.stdout.getReader();
  await pipe.read();
  return { child, pipe };
}

Deno.test("endGroup() ends a marked process and what it started", async () => {
  const { child, pipe } = await startGroup();
  const mark = markProcess(child.pid);
  assert.ok(mark !== undefined);
  endGroup(mark);
  assert.equal((await child.status).signal, "SIGKILL");
  assert.ok((await pipe.read()).done);
});

Deno.test("endGroup() leaves a process of that id that was started at another time", async () => {
  const { child, pipe } = await startGroup();
  endGroup({ pid: child.pid, started: "Thu Jan  1 00:00:00 1970" });
  Deno.kill(-child.pid, "SIGTERM");
  assert.equal((await child.status).signal, "SIGTERM");
  assert.ok((await pipe.read()).done);
});

Deno.test("markProcess() knows a process that is gone", async () => {
  const child = new Deno.Command("/bin/true").spawn();
  await child.status;
  assert.equal(markProcess(child.pid), undefined);
});
