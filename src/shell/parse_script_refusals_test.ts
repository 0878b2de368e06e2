import assert from "node:assert/strict";
import type { ShellName } from "../core/script.ts";
import { parseScript } from "./parse_script.ts";

function codeOf(text: string, shell: ShellName): string {
  const result = parseScript(text, shell);
  return result.ok ? "ok" : result.refusal.code;
}

const REFUSED_ITEMS: readonly (readonly [script: string, item: string])[] = [
  ["a ${x@P}", "script-dynamic: ${x@..}"],
  ["a ${x[0]@P}", "script-dynamic: ${x@..}"],
  ["a ${!x@P}", "script-dynamic: ${x@..}"],
  ['a $"b"', 'script-dynamic: text translated by $".."'],
  ["[[ a == @(b|$(rm x)) ]]", "script-ambiguous: an expansion in a pattern list"],
  ["a $'\\c@'", "script-ambiguous: an escape in $'..'"],
  ["let x>f", "script-ambiguous: > in let"],
  // Found by running scripts: both parsers take the quotes for quotes, Bash loses a `;`, Bash loses a backslash.
  [
    "cat <<E\n${x:-'$(rm x)'}\nE",
    "script-ambiguous: single quotes in a quoted expansion",
  ],
  [
    "$(cat <<E | wc; ls\nE\n)",
    "script-ambiguous: a here-document before other commands in a substitution",
  ],
  [
    "a <({ b <<E; c; }\nE\n)",
    "script-ambiguous: a here-document before other commands in a substitution",
  ],
  ["$(a=(\\;\nrm x))", "script-ambiguous: a backslash in an array in a substitution"],
  ...["[[ 'a[$(rm x)]' -eq 0 ]]", "[[ -v 'a[`rm x`]' ]]", "a['$(rm x)']=1", "b $((a['$(rm x)']))"]
    .concat("b $(($(echo 'a[$(rm x)]')))")
    .map((script) =>
      [
        script,
        "script-dynamic: an expansion in text that is evaluated as arithmetic",
      ] as const
    ),
];

for (const [script, item] of REFUSED_ITEMS) {
  Deno.test(`parseScript() marks ${script}`, () => {
    const result = parseScript(script, "bash");
    const items = result.ok ? result.value.items : [];
    const refused = items.flatMap((it) => it.kind === "refused" ? [`${it.code}: ${it.what}`] : []);
    assert.deepEqual(refused, [item]);
  });
}

const CODES: readonly (readonly [code: string, shell: ShellName, scripts: readonly string[]])[] = [
  ["script-empty", "sh", ["", "  \n\t", "# only a comment"]],
  ["script-parse", "sh", [
    "ls &&& rm x",
    "&& ls",
    "ls | | wc",
    'echo "x',
    "if ls; then",
    "ls )",
    "echo ${x",
  ]],
  ["script-parse", "sh", ["cat <<EOF\nno end"]],
  ["script-control-character", "sh", [
    "ls\r",
    "a\r\nb",
    "a\0",
    "a\x0bb",
    "a \x1b",
    "a\x7f",
    "a\x85",
    "\ud800",
  ]],
  // Bash takes these, dash does not.
  ["script-ambiguous", "sh", [
    "a &> b",
    "a <<< b",
    "x=(a)",
    "diff <(a) <(b)",
    "a |& b",
    "echo ${x//a/b}",
  ]],
  ["script-ambiguous", "sh", [
    "((rm x))",
    "echo $'rm'",
    "function f { a; }",
    "[[ a && b ]]",
    "[[ a < b ]]",
    "x+=1",
  ]],
  // Both grammars of mvdan-sh are wrong, unbash is not.
  ["script-ambiguous", "bash", ["echo ok # \\\nrm x", "ls # \\\nsudo id"]],
  // Found by running scripts: both parsers are wrong.
  ["script-ambiguous", "bash", [">&-rm x", "foo >&'$(rm x)'", "rm x\\"]],
  // Shells join lines before they look for tokens.
  ["script-ambiguous", "bash", [
    ...["$\\\nx", '"$\\\nx"', "a $\\\n{x}", "$\\\n'rm' x", "`a \\`b $\\\\\nx\\``"],
    ...["x='a[$(rm x)]'; (\\\n(x))", "a $(\\\n\\\n(x))", "((x)\\\n)", "a ${x:\\\n-y}"],
    ...["a &\\\n>b ls", "a *\\\n(b)"],
  ]],
  ["ok", "bash", [
    "ls \\\n  -l |\\\nwc",
    'echo "a\\\nb"',
    "ls &&\\\n  wc",
    "(\\\n  ls)",
    "a $x\\\n",
  ]],
  ["script-ambiguous", "dash", ["foo 12>x", "foo 12<y"]],
  ["script-ambiguous", "zsh", [
    "=rm x",
    "=''rm x",
    "repeat 2 rm x",
    "a >! x",
    "$=x",
    "{rm}",
    "1=b rm x",
    "- rm",
  ]],
  ["script-ambiguous", "ksh", ["é=1 rm x", "$é rm x", "é+=1 rm x"]],
  ["script-ambiguous", "zsh", [
    "NULLCMD=rm; > x",
    "a *(e:'rm x':)",
    "for i in *(e:'rm x':); do a; done",
  ]],
];

for (const [code, shell, scripts] of CODES) {
  for (const script of scripts) {
    Deno.test(`parseScript() refuses ${JSON.stringify(script)} for ${shell}: ${code}`, () => {
      assert.equal(codeOf(script, shell), code);
    });
  }
}

Deno.test("parseScript() says where a character stands and how it is called", () => {
  const result = parseScript("ls\né\x1b", "sh");
  const data = { character: "U+001B", line: 2, column: 2 };
  assert.deepEqual(result, { ok: false, refusal: { code: "script-control-character", data } });
});

Deno.test("parseScript() names Bash as the way out of what dash does not know", () => {
  const result = parseScript("ls\ncat <<< x", "sh");
  assert.deepEqual(result, {
    ok: false,
    refusal: {
      code: "script-ambiguous",
      data: { what: "<< must be followed by a word", line: 2, column: 5 },
      advice: ['["bash","-c","..."]'],
    },
  });
});

const deep = (open: string, close: string, levels: number) =>
  `${open.repeat(levels)}a${close.repeat(levels)}`;

const HUGE: readonly string[] = [
  `echo ${"x".repeat(300_000)}`,
  ...["$(", "(", "{ ", "${x:-", "$((", '"$(', "if ", "`$(", "a=(", "f() { ", "<(", "[[ ( "].map((
    it,
  ) => it.repeat(10_000)),
  deep("$(", ")", 60),
  deep("{ ", "; }", 120),
  `echo ${deep("${x:-", "}", 200)}`,
  "a;".repeat(30_000),
  `echo ${"a ".repeat(30_000)}`,
  "#\n".repeat(20_000) + "ls",
];

for (const script of HUGE) {
  Deno.test(`parseScript() refuses ${script.length} characters of ${JSON.stringify(script.slice(0, 12))} in time`, () => {
    const start = performance.now();
    assert.match(codeOf(script, "bash"), /^script-(too-large|parse)$/);
    assert.ok(performance.now() - start < 5_000);
  });
}

Deno.test("parseScript() still reads after it ran out of stack", () => {
  assert.equal(codeOf("$(".repeat(10_000), "sh"), "script-too-large");
  assert.equal(codeOf("a $(b)", "sh"), "ok");
});

Deno.test("parseScript() takes ten levels of everything", () => {
  for (const [open, close] of [["$(", ")"], ["{ ", "; }"], ["if x; then ", "; fi"], ["(", ")"]]) {
    assert.equal(
      codeOf(
        `echo; ${deep(`${open}`, `${close}`, 10)}`.replaceAll("((", "( (").replaceAll("))", ") )"),
        "bash",
      ),
      "ok",
    );
  }
});
