/** The shell scripts of the project, read by shellcheck as POSIX sh. */
import assert from "node:assert/strict";
import { isInstalled } from "../support/programs.ts";

const ROOT = new URL("../..", import.meta.url).pathname;

/** Files that start with a shell's name, and the texts that `src/host/` hands to a shell. */
function shellScripts(): readonly string[] {
  return ["scripts", ".ci", "src/host"].flatMap((folder) =>
    [...Deno.readDirSync(`${ROOT}${folder}`)]
      .filter((entry) => entry.isFile)
      .map((entry) => `${ROOT}${folder}/${entry.name}`)
      .filter((path) => path.endsWith(".sh") || Deno.readTextFileSync(path).startsWith("#!/bin/sh"))
  ).sort();
}

Deno.test(
  "shellcheck has nothing to say about the scripts",
  { ignore: !isInstalled("shellcheck") },
  () => {
    const scripts = shellScripts();
    assert.ok(scripts.length >= 4, scripts.join());
    const { stdout } = new Deno.Command("shellcheck", { args: ["-s", "sh", ...scripts] })
      .outputSync();
    assert.equal(new TextDecoder().decode(stdout), "");
  },
);
