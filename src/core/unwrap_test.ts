import { deepEqual, equal } from "node:assert/strict";
import wrapperData from "../../configs/wrappers.json" with { type: "json" };
import { builtinWrappers } from "../config/builtin_policy.ts";
import { literalArg } from "./arg.ts";
import { unwrap, unwrapFind, wrapperOf } from "./unwrap.ts";

const wrappers = builtinWrappers();

function open(argv: readonly string[]) {
  const args = argv.map(literalArg);
  const rule = wrapperOf(args, wrappers);
  return rule === undefined ? undefined : unwrap(args, rule);
}

/** What the first inner command is, a script as `sh -c TEXT` or, for env -S, as its words. */
function innerOf(argv: readonly string[]): readonly string[] | undefined {
  const opened = open(argv);
  const first = opened?.kind === "inner" ? opened.inner[0] : undefined;
  if (first?.kind === "argv") return first.args.map((arg) => arg.shown);
  if (first === undefined) return undefined;
  return argv.includes("-S") ? first.text.text?.split(" ") : ["sh", "-c", first.text.text ?? ""];
}

for (const entry of wrapperData.wrappers) {
  Deno.test(`unwrap() finds the inner argv of ${entry.names.join(", ")}`, () => {
    for (const example of entry.examples) deepEqual(innerOf(example.argv), example.inner);
  });
  Deno.test(`unwrap() calls ${entry.names.join(", ")} opaque when it cannot tell`, () => {
    for (const argv of entry.opaque) equal(open(argv)?.kind, "opaque", argv.join(" "));
  });
}

Deno.test("unwrap() keeps read-only only for options that keep it", () => {
  const readOnly = (...argv: string[]) => {
    const opened = open(argv);
    return opened?.kind === "inner" && opened.readOnly;
  };
  equal(readOnly("time", "ls"), true);
  equal(readOnly("time", "-o", "f", "ls"), false);
  equal(readOnly("env", "A=1", "ls"), true);
  equal(readOnly("env", "-C", "/etc", "ls"), false);
  equal(readOnly("setsid", "ls"), false);
});

Deno.test("unwrap() reads `command -v` as a look-up", () => {
  equal(open(["command", "-v", "rm"])?.kind, "lookup");
});

Deno.test("unwrapFind() finds every command that find runs, and takes {} for unknown", () => {
  const opened = unwrapFind(
    ["find", ".", "-exec", "cat", "{}", ";", "-ok", "rm", "{}", "+", "-print"].map(literalArg),
  );
  const inner = opened?.kind === "inner" ? opened.inner : [];
  deepEqual(inner.map((item) => item.kind === "argv" ? item.args.map((arg) => arg.text) : []), [
    ["cat", undefined],
    ["rm", undefined],
  ]);
  equal(unwrapFind(["find", ".", "-name", "x"].map(literalArg)), undefined);
});

Deno.test("unwrapFind() lets nothing hide behind a missing end", () => {
  const opened = unwrapFind(["find", ".", "-exec", "rm", "x"].map(literalArg));
  equal(opened?.kind === "inner" ? opened.inner.length : 0, 1);
});
