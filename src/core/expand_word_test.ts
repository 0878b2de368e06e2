import { deepEqual, equal } from "node:assert/strict";
import type { Pattern } from "./arg.ts";
import { expandWord } from "./expand_word.ts";
import type { Piece } from "./script.ts";

const values: Readonly<Record<string, readonly Pattern[]>> = {
  f: [["a.md"], ["b.md"]],
  spaced: [["a -o b"]],
};
const scope = { home: "/home/dev", cwds: ["/w"], lookUp: (name: string) => values[name] };
const expand = (...pieces: Piece[]) =>
  expandWord({ pieces, spelling: "bare", at: { line: 1, column: 1 } }, scope);
const bare = (text: string): Piece => ({ kind: "text", text, quoted: false });
const quoted = (text: string): Piece => ({ kind: "text", text, quoted: true });
const variable = (name: string, isQuoted = true): Piece => ({
  kind: "parameter",
  name,
  quoted: isQuoted,
  plain: true,
});

Deno.test("expandWord() joins literal pieces", () => {
  equal(expand(bare("a"), quoted("*"), bare("b")).text, "a*b");
  equal(expand().text, "");
});

Deno.test("expandWord() expands braces, tildes and known variables", () => {
  deepEqual(expand(bare(".{env,npmrc}")).alternatives, [[".env"], [".npmrc"]]);
  deepEqual(expand(bare("{1..3}")).alternatives, [["1"], ["2"], ["3"]]);
  equal(expand(bare("~/.ssh")).text, "/home/dev/.ssh");
  equal(expand(variable("HOME"), bare("/x")).text, "/home/dev/x");
  equal(expand(variable("PWD")).text, "/w");
  deepEqual(expand(variable("f")).alternatives, [["a.md"], ["b.md"]]);
});

Deno.test("expandWord() does not follow what the shell would split or read again", () => {
  deepEqual(expand(variable("spaced", false)).alternatives, [[{ hole: "unknown" }]]);
  equal(expand(variable("spaced")).text, "a -o b");
  deepEqual(expand(variable("nobody")).alternatives, [[{ hole: "unknown" }]]);
  deepEqual(
    expand(bare("{"), variable("f"), bare(",b}")).alternatives.flat().some((part) =>
      typeof part !== "string"
    ),
    true,
  );
});

Deno.test("expandWord() marks patterns, numbers and pipes", () => {
  deepEqual(expand(bare("*.ts")).alternatives, [[{ hole: "glob", text: "*" }, ".ts"]]);
  deepEqual(expand({ kind: "arithmetic", quoted: false }).alternatives, [[{ hole: "number" }]]);
  equal(expand({ kind: "process" }).text, "/dev/fd/63");
  equal(expand({ kind: "command", quoted: true, source: ["pwd"] }).text, "/w");
  deepEqual(expand({ kind: "command", quoted: true, source: ["id"] }).alternatives, [[{
    hole: "unknown",
  }]]);
});

Deno.test("expandWord() adds the default of a parameter to what it may hold", () => {
  const piece: Piece = {
    kind: "parameter",
    name: "f",
    quoted: true,
    plain: false,
    operator: ":-",
    operand: [bare("c.md")],
  };
  deepEqual(expand(piece).alternatives, [["a.md"], ["b.md"], ["c.md"]]);
  deepEqual(expand({ ...piece, name: "nobody" }).alternatives, [[{ hole: "unknown" }]]);
});

Deno.test("expandWord() takes too many alternatives for anything", () => {
  deepEqual(expand(bare("{1..40}"), bare("{1..40}")).alternatives, [[{ hole: "unknown" }]]);
});
