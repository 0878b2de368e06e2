import assert from "node:assert/strict";
import { parseRm, type RmRequest } from "./parse_rm.ts";

const PLAIN: RmRequest = {
  targets: [],
  force: false,
  recursive: false,
  directories: false,
  verbose: false,
  interactive: "never",
};

Deno.test("parseRm() reads what rm reads", () => {
  const rows: readonly (readonly [readonly string[], Partial<RmRequest>])[] = [
    [[], {}],
    [["a", "b"], { targets: ["a", "b"] }],
    [["-rf", "a"], { targets: ["a"], recursive: true, force: true }],
    [["a", "-R"], { targets: ["a"], recursive: true }],
    [["-dv", "--", "-f", "--"], { targets: ["-f", "--"], directories: true, verbose: true }],
    [["-", ""], { targets: ["-", ""] }],
    [["-i", "-f"], { force: true }],
    [["-fi"], { interactive: "always" }],
    [["-fI"], { interactive: "once" }],
    [["--force", "--interactive=once"], { interactive: "once" }],
    [["-f", "--interactive=never"], { force: true }],
    [["--interactive"], { interactive: "always" }],
    [["--preserve-root", "--recursive", "--dir", "--verbose"], {
      ...{ recursive: true, directories: true, verbose: true },
    }],
  ];
  for (const [args, expected] of rows) {
    assert.deepEqual(parseRm(args), { ok: true, value: { ...PLAIN, ...expected } }, args.join(" "));
  }
});

Deno.test("parseRm() refuses every option it does not know", () => {
  const rows: readonly (readonly [string, string])[] = [
    ["-x", "-x"],
    ["-rxf", "-x"],
    ["--no-preserve-root", "--no-preserve-root"],
    ["--one-file-system", "--one-file-system"],
    ["--rec", "--rec"],
    ["--interactive=sometimes", "--interactive=sometimes"],
    ["--help", "--help"],
    ["-\u{1f600}", "-\u{1f600}"],
    ["--toString", "--toString"],
  ];
  for (const [arg, flag] of rows) {
    assert.deepEqual(parseRm(["a", arg]), {
      ok: false,
      refusal: { code: "trash-option", data: { flag } },
    });
  }
});
