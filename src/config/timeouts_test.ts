import assert from "node:assert/strict";
import { timeLimitOf } from "./timeouts.ts";

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
