import { equal } from "node:assert/strict";
import { neutralGitEnvironment } from "./git_environment.ts";

Deno.test("neutralGitEnvironment() puts its settings after the caller's own", () => {
  const env = neutralGitEnvironment({ GIT_CONFIG_COUNT: "2", PATH: "/bin" });
  equal(env.GIT_CONFIG_KEY_2, "core.fsmonitor");
  equal(env.GIT_CONFIG_VALUE_2, "false");
  equal(env.GIT_CONFIG_KEY_0, undefined);
  const last = Number(env.GIT_CONFIG_COUNT) - 1;
  equal(typeof env[`GIT_CONFIG_KEY_${last}`], "string");
  equal(env[`GIT_CONFIG_KEY_${last + 1}`], undefined);
});

Deno.test("neutralGitEnvironment() does not trust a count that is none", () => {
  for (const count of ["-3", "x", "1e9", ""]) {
    equal(
      neutralGitEnvironment({ GIT_CONFIG_COUNT: count }).GIT_CONFIG_KEY_0,
      "core.fsmonitor",
      count,
    );
  }
});
