import assert from "node:assert/strict";
import { readTimeLimit, timeLimitOf } from "./timeouts.ts";

const SECOND = 1000;
const MINUTE = 60 * SECOND;

Deno.test("timeLimitOf() gives the limits of the specification, section 11", () => {
  const limits = {
    open_file: 10 * SECOND,
    html_template: 30 * SECOND,
    fetch_page: 90 * SECOND,
    search_web: 90 * SECOND,
    generate_audio: 5 * MINUTE,
    download_file: 10 * MINUTE,
    generate_image: 15 * MINUTE,
    run_command: 30 * MINUTE,
    background: 60 * MINUTE,
    ask_user: Infinity,
  };
  for (const [tool, limit] of Object.entries(limits)) assert.equal(timeLimitOf(tool), limit, tool);
});

Deno.test("timeLimitOf() gives an unknown tool the default, also one with the name of an object's member", () => {
  for (const tool of ["some_tool", "", "constructor", "__proto__", "toString"]) {
    assert.equal(timeLimitOf(tool), 15 * MINUTE, tool);
  }
});

Deno.test("timeLimitOf() takes the user's limit of a tool where it is lower, and only there", () => {
  const lowered = { run_command: 5 * MINUTE, ask_user: MINUTE, fetch_page: 60 * MINUTE };
  assert.equal(timeLimitOf("run_command", lowered), 5 * MINUTE);
  assert.equal(timeLimitOf("ask_user", lowered), MINUTE);
  assert.equal(timeLimitOf("fetch_page", lowered), 90 * SECOND);
  assert.equal(timeLimitOf("toString", lowered), 15 * MINUTE);
});

Deno.test("readTimeLimit() reads milliseconds and texts with a unit, and nothing else", () => {
  assert.deepEqual([90_000, "90s", "10m", "1.5h", "500ms"].map(readTimeLimit), [
    90 * SECOND,
    90 * SECOND,
    10 * MINUTE,
    90 * MINUTE,
    500,
  ]);
  for (const value of [0, -1, 1.5, NaN, "90", "", "0s", "-1s", "1d", "ten minutes"]) {
    assert.equal(readTimeLimit(value), undefined, String(value));
  }
});
