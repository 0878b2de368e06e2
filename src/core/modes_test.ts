import { deepEqual } from "node:assert/strict";
import { chooseMode } from "./modes.ts";
import type { Mode } from "./types.ts";

Deno.test("chooseMode() lowers freely and raises only up to the ceiling", () => {
  const choose = (wished: Mode | undefined, configured: Mode, ceiling: Mode) => {
    const chosen = chooseMode(wished, { configured, ceiling });
    return chosen.ok ? chosen.value : chosen.refusal.code;
  };
  deepEqual(choose(undefined, "safe", "auto"), "safe");
  deepEqual(choose("auto", "safe", "auto"), "auto");
  deepEqual(choose("safe", "auto", "auto"), "safe");
  deepEqual(choose("allow-all", "safe", "auto"), "approval-mode-ceiling");
  deepEqual(choose("allow-all", "safe", "allow-all"), "allow-all");
  // A config that contradicts itself is read the stricter way.
  deepEqual(choose(undefined, "allow-all", "auto"), "auto");
});
