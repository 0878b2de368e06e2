import assert from "node:assert/strict";
import type { ParseScript } from "../core/ports.ts";
import { parseScript } from "./parse_script.ts";
import type { CallItem, Piece, Script, ScriptItem, ShellName, Word } from "../core/script.ts";

/** Short form of an item: what the tests compare. */
function show(item: ScriptItem): string {
  switch (item.kind) {
    case "call":
      return showCall(item);
    case "function":
      return `function ${item.name}`;
    case "variable":
      return `variable ${item.name}=${item.values?.map(showWord).join(" ") ?? "?"}`;
    case "arithmetic":
      return `arithmetic ${item.names.join(" ")}`;
    case "refused":
      return `refused ${item.code}: ${item.what}`;
  }
}

function showCall({ words, assignments, redirects, stdin, background }: CallItem): string {
  return [
    ...assignments.map(({ name, value }) => `${name}=${value ? showWord(value) : "?"}`),
    ...words.map(showWord),
    ...redirects.map((redirect) =>
      `${redirect.descriptor ?? ""}${redirect.operator}${
        redirect.target ? showWord(redirect.target) : ""
      }`
    ),
    ...(stdin === "inherited" ? [] : [`stdin:${stdin}`]),
    ...(background ? ["background"] : []),
  ].join(" ");
}

function showWord({ pieces, spelling }: Word): string {
  const marks = { bare: "", quoted: "'", tricky: "?" } as const;
  return pieces.map(showPiece).join("+") + marks[spelling];
}

function showPiece(piece: Piece): string {
  switch (piece.kind) {
    case "text":
      return piece.quoted ? `"${piece.text}"` : piece.text;
    case "parameter":
      return `$${piece.name}${piece.plain ? "" : piece.operator}${
        piece.operand ? `(${piece.operand.map(showPiece).join("+")})` : ""
      }`;
    case "command":
      return `$(${piece.source?.join(",") ?? ".."})`;
    case "arithmetic":
      return "$((..))";
    case "process":
      return "<(..)";
    case "glob":
      return `glob ${piece.text}`;
  }
}

const read: ParseScript = parseScript;

function itemsOf(text: string, shell: ShellName): Script["items"] {
  const result = read(text, shell);
  assert.ok(result.ok, JSON.stringify(result));
  return result.value.items;
}

const READ: readonly (readonly [script: string, items: readonly string[]])[] = [
  ["ls -la", ["ls -la"]],
  ["a; b && c || d", ["a", "b", "c", "d"]],
  ["a | b | c", ["a", "b stdin:pipe", "c stdin:pipe"]],
  ["a & b", ["a background", "b"]],
  ["{ a; b; } < f", ["<f stdin:file", "a stdin:file", "b stdin:file"]],
  ["(a | b) &", ["a background", "b stdin:pipe background"]],
  ["a <<E\n$(b)\nE", ["a << stdin:here", "b stdin:here"]],
  ["a <<'E'\n$(b)\nE", ["a << stdin:here"]],
  ["a <<< 'b c'", ['a <<<"b c"\' stdin:here']],
  ["exec < f; sh", ["exec <f stdin:file", "sh stdin:file"]],
  ["f() { sh; }; a | f", ["function f", "sh stdin:pipe", "a", "f stdin:pipe"]],
  ["x=1 y= a", ["x=1 y= a"]],
  ["x+=1; y[i]=2; z=(a $(b))", ["x=?", "y=?", "arithmetic i", "z=?", "b"]],
  ["export A=1 B=(c)", ["B=? export A=1"]],
  ["\\rm r''m \"rm\" $'r\\x6d'", ['"r"+m? r+""+m? "rm"\' "rm"?']],
  ["a$x\"b ${y}\"'c'", ['a+$x+"b "+$y+"c"?']],
  ["a ${x:-b c} ${y#z} ${#z} ${a[1]}", ["a $x:-(b c) $y# $z" + "length $a["]],
  ["a ${x:=b}", ["a $x:=(b)", "variable x=b"]],
  ['a $(b c) `d` "$(e | f)"', ["a $(b,c) $(d) $(..)'", "b c", "d", "e", "f stdin:pipe"]],
  ["a <(b) >(c)", ["a <(..) <(..)", "b", "c stdin:pipe"]],
  ["a $((x + $y))", ["a $((..))", "arithmetic x y"]],
  ["((PATH=1)); ((i++))", [
    "arithmetic PATH",
    "variable PATH=?",
    "arithmetic i",
    "variable i=?",
  ]],
  ["for i in a 'b c'; do d $i; done", ['variable i=a "b c"\'', "d $i"]],
  ["for i; do a; done", ["variable i=?", "a"]],
  ["for ((i=0; i<n; i++)); do a; done", [
    "arithmetic i",
    "variable i=?",
    "arithmetic i n",
    "arithmetic i",
    "variable i=?",
    "a",
  ]],
  ["case $(a) in $(b)) c;; esac", ["a", "b", "c"]],
  ["if a; then b; elif c; then d; else e; fi", ["a", "b", "c", "d", "e"]],
  ["while a; do b; done", ["a", "b"]],
  ["time -p a | b; ! c", ["time -p a", "b stdin:pipe", "c"]],
  ["coproc P { a; }", ["variable P=?", "a stdin:pipe background"]],
  ["[[ -f a && $b == c* ]]", ["[[ -f a && $b == c* ]]"]],
  ["[[ x -eq $y ]]", ["[[ x -eq $y ]]", "arithmetic x y"]],
  ["let x=1+2 'y = 3'", [
    'let x=1+2 "y = 3"\'',
    "arithmetic x",
    "variable x=?",
    "arithmetic y",
    "variable y=?",
  ]],
  ["a 2>&1 >>f 3<g &>h", ["a 2>&1 >>f 3<g &>h"]],
  ["a @(b|c)", ["a glob @(b|c)"]],
  ["a {b,c}/[d]* ~/e", ["a {b,c}/[d]* ~/e"]],
  ["a \\\n  b # c\nd", ["a b", "d"]],
];

for (const [script, items] of READ) {
  Deno.test(`parseScript() reads ${JSON.stringify(script)}`, () => {
    assert.deepEqual(itemsOf(script, "bash").map(show), items);
  });
}

Deno.test("parseScript() gives the place of every command", () => {
  const places = itemsOf("a; é b\n  c $(d)", "sh").map(({ at }) => [at.line, at.column]);
  assert.deepEqual(places, [[1, 1], [1, 4], [2, 3], [2, 7]]);
});

Deno.test("parseScript() takes [[ ]] of plain words for sh", () => {
  const texts = itemsOf("[[ -f a ]] && cat a", "sh").map(show);
  assert.deepEqual(texts, ["[[ -f a ]]", "cat a"]);
});
