import assert from "node:assert/strict";
import { endedGroups, groupSummary } from "./task_group.ts";
import { testReport, testTask } from "../../../tests/background/task_fixture.ts";

const first = testTask({
  id: "first",
  group: "g",
  objective: "build all",
  next: "deploy",
  report: testReport(),
});
const second = testTask({ id: "second", group: "g", started_at: "2026-01-01T00:00:09.000Z" });
const secondEnded = { ...second, report: testReport({ status: "lost", exit_code: 125 }) };

Deno.test("endedGroups() waits for every task of a group", () => {
  assert.deepEqual(endedGroups([first, second]), []);
  assert.deepEqual(endedGroups([secondEnded, first]), [{ name: "g", tasks: [first, secondEnded] }]);
});

Deno.test("endedGroups() leaves out tasks without a group and groups that were told", () => {
  const told = { ...first, group_told: true };
  assert.deepEqual(endedGroups([testTask({ report: testReport() }), told]), []);
  assert.deepEqual(endedGroups([told, secondEnded]), [{ name: "g", tasks: [secondEnded] }]);
});

Deno.test("groupSummary() carries objective, next and every report", () => {
  const summary = groupSummary({ name: "g", tasks: [first, secondEnded] });
  assert.equal(summary.objective, "build all");
  assert.equal(summary.next, "deploy");
  assert.deepEqual(summary.reports.map(({ id, status }) => [id, status]), [
    ["first", "exited"],
    ["second", "lost"],
  ]);
  assert.match(summary.output, /first exited 0 .*\nsecond lost 125 /);
});
