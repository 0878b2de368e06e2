import assert from "node:assert/strict";
import { endEvent, hitEvent, startedEvent } from "./task_event.ts";
import { testReport, testTask } from "../../../tests/background/task_fixture.ts";

const AT = "2026-01-01T00:00:07.000Z";

Deno.test("every event has id, time and output", () => {
  const events = [
    startedEvent(testTask()),
    hitEvent(testTask(), { keywords: ["error"], output: "error: x\n" }, AT),
    endEvent(testTask(), testReport(), AT),
  ];
  for (const event of events) {
    assert.equal(event.id, "bcdfghjk");
    assert.match(event.at, /^2026-01-01T00:00:0[07]/);
    assert.equal(typeof event.output, "string");
  }
});

Deno.test("the kind of the last event follows from how the task ended", () => {
  const kinds = (["exited", "signalled", "timed_out", "cancelled", "lost"] as const).map((status) =>
    endEvent(testTask(), testReport({ status }), AT).event
  );
  assert.deepEqual(kinds, ["final", "final", "timeout", "cancelled", "lost"]);
});

Deno.test("the last event carries the outcome's keys", () => {
  const event = endEvent(testTask(), testReport({ exit_code: 3 }), AT);
  assert.equal(event["exit_code"], 3);
  assert.equal(event["status"], "exited");
  assert.equal(event.output, "done\n");
});
