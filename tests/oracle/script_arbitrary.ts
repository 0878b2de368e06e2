/**
 * Makes scripts: a grammar that puts every construct into every other, and random damage to its text.
 * @module
 */
import fc from "fast-check";

/** Well-formed scripts, and as many with quotes, backslashes, operators and keywords thrown in or characters lost. */
export function scriptArbitrary(): fc.Arbitrary<string> {
  const script = wellFormed();
  return fc.oneof(
    { arbitrary: script, weight: 2 },
    fc.tuple(script, fc.array(damage(), { minLength: 1, maxLength: 2 })).map(([text, damages]) =>
      damages.reduce((damaged, { at, insert, drop }) => {
        const index = Math.floor(at * damaged.length);
        return damaged.slice(0, index) + insert + damaged.slice(index + drop);
      }, text)
    ),
  );
}

interface Damage {
  /** Where, as a share of the length. */
  readonly at: number;
  readonly insert: string;
  /** How many characters are lost there. */
  readonly drop: number;
}

const INSERTS: readonly string[] = [
  ...[
    "'",
    '"',
    "\\",
    "\n",
    "#",
    ";",
    "`",
    "$(",
    ")",
    "(",
    "{",
    "}",
    "&",
    "|",
    "<",
    ">",
    "$",
    "!",
    "=",
    "[",
    "]",
  ],
  ...[
    "*",
    "~",
    "${",
    "$'",
    '$"',
    "\\\n",
    " #\\\n",
    "# ",
    "<<E\n",
    "<<-E\n",
    "\nE\n",
    "<(",
    "$((",
    "))",
    "((",
    "&&",
  ],
  ...[
    "||",
    ";;",
    ";&",
    "|&",
    "&>",
    ">&",
    "<<<",
    " esac ",
    " done ",
    " fi ",
    " do ",
    " then ",
    " in ",
    " case x in ",
  ],
  ...[
    "time ",
    "coproc ",
    "function ",
    "! ",
    "[[ ",
    " ]]",
    "{ ",
    "; }",
    "\t",
    " ",
    "\\`",
    "a=",
    "a[",
    "+=",
    "@(",
    "!(",
    "\\ ",
  ],
];

function damage(): fc.Arbitrary<Damage> {
  return fc.record({
    at: fc.double({ min: 0, max: 1, noNaN: true, maxExcluded: true }),
    insert: fc.oneof(fc.constant(""), ...INSERTS.map((text) => fc.constant(text))),
    drop: fc.nat({ max: 1 }),
  });
}

/** A sentence of parts: strings stay, arbitraries are filled in. */
function text(...parts: readonly (string | fc.Arbitrary<string>)[]): fc.Arbitrary<string> {
  const filled = parts.map((part) => typeof part === "string" ? fc.constant(part) : part);
  return fc.tuple(...filled).map((pieces) => pieces.join(""));
}

const oneOf = (...choices: readonly string[]): fc.Arbitrary<string> => fc.constantFrom(...choices);
const spaced = (item: fc.Arbitrary<string>, maxLength: number): fc.Arbitrary<string> =>
  fc.array(item, { maxLength }).map((items) => items.map((it) => ` ${it}`).join(""));

/**
 * Functions are called at the top only, so that none calls itself; loops run on commands that fail in the end.
 */
function wellFormed(): fc.Arbitrary<string> {
  const { list } = fc.letrec<Record<"list" | "command" | "word", string>>((tie) => ({
    word: wordArbitrary(tie("list"), tie("word")),
    command: commandArbitrary(tie("list"), tie("word")),
    list: fc.tuple(
      tie("command"),
      fc.array(fc.tuple(separator(), tie("command")), { maxLength: 2 }),
    )
      .map(([first, rest]) => first + rest.flat().join("")),
  }));
  return fc.array(fc.oneof({ arbitrary: list, weight: 5 }, oneOf("f", "g x", "f | g")), {
    minLength: 1,
    maxLength: 3,
  }).map((lines) => lines.join("\n"));
}

function separator(): fc.Arbitrary<string> {
  return oneOf(
    "; ",
    "\n",
    " && ",
    " || ",
    " | ",
    " & ",
    ";",
    "|",
    "&&",
    " |\n",
    " &&\n",
    " # c\n",
    "\n\n",
    " \\\n| ",
  );
}

const NAMES = oneOf(..."foo bar baz rm ls cat git x : echo true false".split(" "));
const TRICKY_NAMES = oneOf(
  "\\rm",
  "r''m",
  '"rm"',
  "'rm'",
  "r\\\nm",
  "command rm",
  "exec rm",
  "! rm",
  "time rm",
  "rm\\\n",
);

function wordArbitrary(
  list: fc.Arbitrary<string>,
  word: fc.Arbitrary<string>,
): fc.Arbitrary<string> {
  const expansion = fc.oneof(
    oneOf("$x", "${x}", "$1", "$@", "$?", "${#x}", "${x%.*}", "${x##*/}", "$((1+2))", "$((x))"),
    text("$(", list, ")"),
    text("$( ", list, "\n)"),
    list.filter((body) => !/[`\\]/.test(body)).map((body) => `\`${body}\``),
    text("${x", oneOf(":-", "-", ":+", "+", ":=", "#", "%", "%%", "/a/", ":?"), word, "}"),
    text("$((", oneOf("1+", "x*", ""), "$(", list, ")", "))"),
    text("${x[", oneOf("0", "$i", "i+1"), "]}"),
  );
  const quoted = fc.oneof(
    oneOf(
      "'a b'",
      "'$(rm q)'",
      "'`'",
      "'\"'",
      "'#'",
      "'\\'",
      "''",
      "$'a\\'b'",
      "$'\\x41'",
      "'a\nb'",
    ),
    oneOf(
      '"a b"',
      '"\\$x"',
      '"\\""',
      '"\'"',
      '"#"',
      '"\\\\"',
      '""',
      '"$"',
      '"\\`"',
      '"a\nb"',
    ),
    fc.array(fc.oneof(oneOf("a", " ", "'", "#", '\\"', "\\$", ")", "}"), expansion), {
      minLength: 1,
      maxLength: 3,
    }).map((parts) => `"${parts.join("")}"`),
  );
  const plain = oneOf(
    ...[
      "a",
      "b.c",
      "-x",
      "--y=z",
      "a=b",
      "1",
      "é",
      "a#b",
      "\\#",
      "\\ ",
      "a\\\nb",
      "\\$x",
      "\\`",
      "{a,b}",
      "*",
      "[ab]",
    ],
    ...[
      "~",
      "!",
      "{",
      "}",
      "if",
      "done",
      "in",
      "]]",
      "%",
      "@",
      "\\'",
      '\\"',
      "\\\\",
      "$",
      "{}",
      "a\\;b",
      "^",
      "=",
    ],
  );
  const single = fc.oneof({ maxDepth: 3 }, { arbitrary: plain, weight: 4 }, quoted, expansion);
  return fc.oneof(
    { arbitrary: single, weight: 8 },
    { arbitrary: text(single, single), weight: 2 },
    text(single, quoted, plain),
    text(oneOf("<(", ">("), list, ")"),
  );
}

function commandArbitrary(
  list: fc.Arbitrary<string>,
  word: fc.Arbitrary<string>,
): fc.Arbitrary<string> {
  const redirect = text(
    oneOf(">", "2>", ">>", "<", "2>&1 >", "> ", "&>", ">|", "3>", "<>"),
    oneOf("/dev/null", "o1", "'o 2'", '"$x"', "$(ls)", "o\\3"),
  );
  const settings = fc.oneof(
    fc.constant(""),
    fc.constant(""),
    text(oneOf("a=", "b=1 c=", "a+=", "PATH=$PATH:"), word, " "),
  );
  const simple = text(
    settings,
    fc.oneof({ arbitrary: NAMES, weight: 5 }, TRICKY_NAMES),
    spaced(word, 3),
    spaced(redirect, 1),
  );
  const ending = fc.oneof(fc.constant(""), fc.constant(""), text(" ", redirect));
  return fc.oneof(
    { maxDepth: 3 },
    { arbitrary: simple, weight: 8 },
    hereDocument(list),
    compound(list, word, ending),
    text(oneOf("a=(", "declare -a a=(", "a+=("), spaced(word, 2), ")"),
    text(oneOf("export a=", "a=", "local a=", "readonly b="), word),
    text("[[ ", word, oneOf(" == ", " != ", " =~ ", " < "), word, " ]]"),
    text("[[ $x", oneOf(" -eq ", " -gt "), oneOf("1", "$y", "x", "x[0]"), " ]]"),
    text("[[ ", oneOf("-n ", "-f ", "! ", "-v "), word, " ]]"),
    text("[ ", word, " = ", word, " ]"),
    text("((", oneOf("x=", "x+", "", "x=x[0]+"), text("$(", list, ")"), "))"),
    text("let ", oneOf("x=1", "x=2+1", "'x = 1'", "x++"), oneOf("", " y=2")),
    text("cat <<<", oneOf("", " "), word),
  );
}

function hereDocument(list: fc.Arbitrary<string>): fc.Arbitrary<string> {
  const line = fc.oneof(
    oneOf(
      "text",
      "$x",
      "it's",
      '"',
      "\\",
      "\\$(rm q)",
      "a)",
      "`",
      "# c",
      "E x",
      " E",
      "\tE",
      "${x:-'}",
      "EE",
      "\\E",
    ),
    text("$(", list, ")"),
    text("${x:-", oneOf("'$(rm q)'", '"$(rm q)"', "$(ls)", "`ls`"), "}"),
  );
  return text(
    oneOf(
      "cat <<E",
      "cat <<'E'",
      'cat <<"E"',
      "cat <<-E",
      "cat <<\\E",
      "cat <<E | wc",
      "cat <<E && rm q",
      "cat <<E >o",
    ),
    oneOf("", "; ls", " # c"),
    "\n",
    fc.array(line, { maxLength: 3 }).map((lines) => lines.map((it) => `${it}\n`).join("")),
    "E\n",
    oneOf("", "rm after"),
  );
}

function compound(
  list: fc.Arbitrary<string>,
  word: fc.Arbitrary<string>,
  ending: fc.Arbitrary<string>,
): fc.Arbitrary<string> {
  const body = fc.oneof(
    text("{ ", list, "; }"),
    text("{\n", list, "\n}"),
    text("(", list, ")"),
    text("( ", list, " )"),
    text(
      "if ",
      list,
      "; then ",
      list,
      oneOf("; fi", "\nfi", "; else rm e; fi", "; elif foo; then bar; fi"),
    ),
    text("for i in", spaced(word, 2), oneOf("; do ", "\ndo\n"), list, oneOf("; done", "\ndone")),
    text(oneOf("while bar", "until foo", "while ls x"), "; do ", list, "; done"),
    text(
      "case ",
      word,
      " in ",
      oneOf("", "("),
      word,
      ") ",
      list,
      oneOf(";;", "\n;;", ";&", ""),
      oneOf("", " *) rm d;;"),
      " esac",
    ),
    text("for ((i=0; i<1; i++)); do ", list, "; done"),
  );
  return fc.oneof(
    text(body, ending),
    text(oneOf("! ", "time ", "coproc "), body),
    text(oneOf("f() ", "g () ", "function f ", "f()\n", "rm() "), body, ending),
    text("$(", list, ")"),
  );
}
