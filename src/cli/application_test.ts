import { deepEqual } from "node:assert/strict";
import { ARGV_COMMANDS, buildApplicationFor } from "./application.ts";
import { commandTable } from "./command_table.ts";

const commandsOf = (word?: string) =>
  commandTable(buildApplicationFor(word), ARGV_COMMANDS).commands;

Deno.test("an application for one subcommand has that one, as it is in all of it", () => {
  const all = commandsOf();
  const words = new Set(all.map(({ path }) => path[0] ?? ""));
  deepEqual(words.has("run") && words.has("allowlist-check") && words.has("approve"), true);
  for (const word of words) {
    deepEqual(commandsOf(word), all.filter(({ path }) => path[0] === word));
  }
});

Deno.test("an application for anything else has all, so that it can say what there is", () => {
  for (const word of ["rum", "RUN", "--help", "", "allowlistCheck", "toString"]) {
    deepEqual(commandsOf(word), commandsOf());
  }
});
