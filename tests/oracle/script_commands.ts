/**
 * Makes the commands of scripts. Loops run on commands that fail in the end.
 * @module
 */
import fc from "fast-check";
import { alternatives, choices, type Context, oneOf, spaced, text } from "./script_pieces.ts";

/** Makes commands. */
export function commandArbitrary(context: Context): fc.Arbitrary<string> {
  const { list, word } = context;
  const simple = simpleCommand(context);
  return alternatives(
    context,
    [
      choices("foo rm bar a git ls"),
      ...[simple, simple, simple, simple],
      hereDocument(context),
      text(
        compound(context),
        fc.oneof(fc.constant(""), fc.constant(""), spaced(redirect(context), 1)),
      ),
      text(oneOf("! ", "time ", "! time -p "), fc.oneof(compound(context), simple)),
      text(choices("f() g() rm() f() f-g()"), oneOf("", " ", "\n"), compound(context)),
      text(choices("export= readonly= a= x="), word).map((it) =>
        it.replace("=", " a=").replace(/^(.) a=/, "$1=")
      ),
      text("[ ", word, " = ", word, " ]"),
      text("$(", list, ")"),
    ],
    [
      text(choices("a=( a+=( declare+-a+a=( local+a=("), spaced(word, 2), oneOf("", "\n"), ")")
        .map((it) =>
          it.replace(/^(declare|local)\+(-a\+)?/, (_, name, flag) => `${name} ${flag ? "-a " : ""}`)
        ),
      text("[[ ", word, oneOf(" == ", " != ", " = ", " < "), word, " ]]"),
      text("[[ ", choices("-n -f -d ! -z"), " ", word, oneOf("", " && -n x", " || ! y"), " ]]"),
      text("[[ $x ", choices("-eq -gt"), " ", choices("1 $y x x[0]"), " ]]"),
      text("[[ a =~ ", choices("^a$ a|b (a) \\) $x a.*"), " ]]"),
      text("((", choices("x= x+ x=x[0]+ !"), "$(", list, ")))"),
      text("let ", oneOf("x=1", "x=2+1", "'x = 1'", "x++"), oneOf("", " y=2")),
      text("cat <<<", oneOf("", " "), word),
      text(oneOf("coproc ", "coproc P "), compound(context)),
      text(oneOf("function f ", "function g() "), compound(context)),
      text("for ((i=0; i<1; i++)); do ", list, "; done"),
      text("select i in a; do ", list, "; break; done"),
    ],
  );
}

function redirect({ grammar, word }: Context): fc.Arbitrary<string> {
  const operators = grammar === "bash" ? " &> &>> {fd}> >&" : "";
  const target = fc.oneof(oneOf("/dev/null", "o1", "'o 2'", '"$x"', "$(ls)", "o\\3"), word);
  return fc.oneof(
    oneOf("2>&1 ", "1>&2 ", "<&- ", "3<&0 ", ">&- "),
    text(choices(`> > 2> >> < >| 3> <> 4<${operators}`), oneOf("", " "), target),
  );
}

function simpleCommand(context: Context): fc.Arbitrary<string> {
  const { word } = context;
  const settings = text(choices("a= b=1|c= PATH=$PATH: a="), word, " ").map((it) =>
    it.replace("|", " ")
  );
  const name = fc.oneof(
    { arbitrary: choices("foo bar baz rm ls cat git x : echo true false"), weight: 5 },
    oneOf("\\rm", "r''m", '"rm"', "'rm'", "r\\\nm", "command rm", "exec rm", "rm\\\n"),
  );
  return text(
    fc.oneof(fc.constant(""), fc.constant(""), fc.constant(""), settings),
    fc.oneof(fc.constant(""), fc.constant(""), fc.constant(""), text(redirect(context), " ")),
    name,
    spaced(word, 3),
    spaced(redirect(context), 1),
  );
}

function hereDocument({ list }: Context): fc.Arbitrary<string> {
  const line = fc.oneof(
    choices(String.raw`text $x it's " \ a) ‵ #c EE \E \$x $ \\ $((1))`),
    oneOf("${x}", "${x:-'}", "\\$(rm q)", "E x", " E", "\tE", "", "a \\"),
    text("$(", list, ")"),
    text("${x:-", oneOf("'$(rm q)'", '"$(rm q)"', "$(ls)", "`ls`", "'a'"), "}"),
  );
  return text(
    fc.oneof(
      choices(String.raw`cat|<<E cat|<<'E' cat|<<"E" cat|<<-E cat|<<\E cat|<<E"" <<E|cat cat|3<<E`)
        .map((it) => it.replace("|", " ")),
      oneOf("cat << E", "cat <<E | wc", "cat <<E && rm q", "cat <<E >o1", "cat <<E a b"),
    ),
    oneOf("", "", "; ls", " # c", " &"),
    "\n",
    fc.array(line, { maxLength: 3 }).map((lines) => lines.map((it) => `${it}\n`).join("")),
    "E\n",
    oneOf("", "rm after"),
  );
}

function compound({ grammar, list, word }: Context): fc.Arbitrary<string> {
  const more = grammar === "bash" ? [";& *) rm d;; esac", ";;& b) rm d;; esac"] : [];
  const ending = oneOf(
    ";; esac",
    "\n;; esac",
    "\nesac",
    ";; *) rm d;; esac",
    " ;; b) rm d\nesac",
    ...more,
  );
  const caseItem = text(oneOf("", "("), word, oneOf(") ", "|b) ", ")\n"));
  return fc.oneof(
    text("{ ", list, "; }"),
    text("{\n", list, "\n}"),
    text(oneOf("(", "( "), list, oneOf(")", " )", "\n)")),
    text(
      "if ",
      list,
      oneOf("; then ", "\nthen\n"),
      list,
      oneOf("; fi", "\nfi", "; else rm e; fi", "; elif foo; then bar; fi"),
    ),
    text("for i in", spaced(word, 2), oneOf("; do ", "\ndo\n"), list, oneOf("; done", "\ndone")),
    text("for i", oneOf("; do ", " do ", "\ndo "), list, "; done"),
    text(oneOf("while bar", "until foo", "while ls x"), oneOf("; do ", "\ndo\n"), list, "; done"),
    text("case ", word, oneOf(" in ", "\nin\n"), caseItem, list, ending),
  );
}
