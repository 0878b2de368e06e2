import { deepEqual } from "node:assert/strict";
import { splitArgv } from "./split_argv.ts";

const valued = new Set(["--cwd", "--env"]);
const split = (line: string) => splitArgv(line.split(" "), valued);

Deno.test("splitArgv() takes all after the first -- verbatim", () => {
  deepEqual(split("--json -- ls --json -- x"), {
    own: ["--json"],
    argv: ["ls", "--json", "--", "x"],
  });
  deepEqual(split("--json --"), { own: ["--json"], argv: [] });
});

Deno.test("splitArgv() starts at the first word that is no option and no option's value", () => {
  deepEqual(split("--cwd /x ls -la"), { own: ["--cwd", "/x"], argv: ["ls", "-la"] });
  deepEqual(split("--cwd=/x ls -la"), { own: ["--cwd=/x"], argv: ["ls", "-la"] });
  deepEqual(split("--json - x"), { own: ["--json"], argv: ["-", "x"] });
  deepEqual(split("--json"), { own: ["--json"], argv: undefined });
});
