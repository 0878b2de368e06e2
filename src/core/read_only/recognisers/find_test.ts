import { deepStrictEqual, strictEqual } from "node:assert/strict";
import { type Arg, literalArg } from "../../arg.ts";
import { readFind } from "./find.ts";

const read = (...words: readonly (string | Arg)[]) =>
  readFind(words.map((word) => typeof word === "string" ? literalArg(word) : word), 0);

const unknown: Arg = {
  text: undefined,
  alternatives: [[{ hole: "unknown" }]],
  splits: false,
  shown: "$x",
};

Deno.test("readFind() lets expressions that only print pass", () => {
  for (
    const line of [
      "",
      ".",
      "-L src test -type f -name *.ts",
      ". ( -name a -o -name b ) ! -path ./x -print0",
      ". -newermt 2024-01-01 -size +1M -mtime -7 -printf %p",
      ". -name -delete",
      ". -maxdepth 1 -ls -prune -o -quit",
    ]
  ) strictEqual(read(...line.split(" ").filter((word) => word !== "")), undefined, line);
});

Deno.test("readFind() stops at what deletes, runs or writes, wherever it stands", () => {
  for (
    const line of [
      "-delete",
      ". -delete",
      ". -name x -delete",
      ". -exec id ;",
      ". -execdir id ;",
      ". -ok id ;",
      ". -okdir id ;",
      ". -fprint o",
      ". -fprint0 o",
      ". -fprintf o %p",
      ". -fls o",
      "-files0-from list",
      ". -nosuch",
      ". -name",
      ". -name x ./y",
      ". -print -D exec",
      "-D exec .",
      ". -newerxy f",
      ". -- -delete",
    ]
  ) strictEqual(read(...line.split(" "))?.why === undefined, false, line);
});

Deno.test("readFind() takes an unknown word for a value, not for a start point", () => {
  strictEqual(read(".", "-name", unknown), undefined);
  deepStrictEqual(read(unknown, "-name", "x"), {
    why: "$x may turn out to be part of the expression",
    at: 0,
  });
  strictEqual(read(".", "-name", { ...unknown, splits: true }) === undefined, false);
  strictEqual(read(".", unknown) === undefined, false);
});

Deno.test("readFind() takes an unquoted pattern that cannot become a part of the expression", () => {
  const pattern = (...parts: Arg["alternatives"][number]): Arg => ({
    text: undefined,
    alternatives: [parts],
    splits: true,
    shown: "pattern",
  });
  strictEqual(read(".", "-name", pattern({ hole: "glob", text: "*" }, ".ts")), undefined);
  strictEqual(read(".", "-name", pattern({ hole: "glob", text: "*" }, "e")) === undefined, false);
  strictEqual(read(pattern("src/", { hole: "glob", text: "*" })), undefined);
  strictEqual(read(pattern({ hole: "glob", text: "*" }, ".d")) === undefined, false);
});
