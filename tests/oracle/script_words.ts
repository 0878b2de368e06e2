/**
 * Makes the words of scripts: literals, quotes, expansions, and mixtures of them.
 * @module
 */
import fc from "fast-check";
import { alternatives, choices, type Context, oneOf, text } from "./script_pieces.ts";

/** Makes words. */
export function wordArbitrary(context: Context): fc.Arbitrary<string> {
  const [plain, quoted, expansion] = [plainText(), quotedText(context), expansionText(context)];
  const single = fc.oneof(plain, quoted, expansion);
  return alternatives(
    context,
    [plain, plain, quoted, expansion, expansion, text(single, single), text(single, quoted, plain)],
    [text(oneOf("<(", ">("), context.list, ")")],
  );
}

function plainText(): fc.Arbitrary<string> {
  return fc.oneof(
    choices(
      String.raw`a b.c -x --y=z a=b 1 é a#b \# \$x \‵ {a,b} * [ab] ~ ! { } if done in ]] % @`,
    ),
    choices(String.raw`\' \" \\ $ {} a\;b ^ = \a \& \| \( [ a] ? -- +x :a a:b /x ./y 漢 x= {x}`),
    oneOf("\\ ", "a\\\nb"),
  );
}

function quotedText(context: Context): fc.Arbitrary<string> {
  const inside = fc.oneof(
    choices(String.raw`a ' # \" \$ \\ \‵ \a ) } ( { $ | & ; < > ! * ~ = é`),
    oneOf(" ", "\n", "\\\n", "$(rm q\n)"),
    expansionText(context),
  );
  return alternatives(
    context,
    [
      choices(String.raw`'a' '"' '#' '\' '' '‵' '$x' "'" "#" "\\" "" "$" "\""`),
      oneOf("'a b'", "'$(rm q)'", "'a\nb'", '"a b"', "'a'\\''b'", "'\\\n'"),
      fc.array(inside, { minLength: 1, maxLength: 3 }).map((parts) => `"${parts.join("")}"`),
    ],
    [choices(String.raw`$'a\'b' $'\x41' $'\n' $'\\' $'$(rm)' $'\u00e9' $'\101b' $'"'`)],
  );
}

function expansionText({ grammar, list, word }: Context): fc.Arbitrary<string> {
  const operators = grammar === "bash" ? " /a/ //b/ ^ ,, : :0:" : "";
  return alternatives(
    { grammar, list, word },
    [
      choices("$x ${x} $1 $@ $? ${#x} ${x%.*} ${x##*/} $((1+2)) $((x)) $# $$ ${10} $x$y ${x}y"),
      text("$(", list, ")"),
      text(oneOf("$( ", "$(\n", "$(# c\n"), list, oneOf(" )", "\n)", " # c\n)")),
      list.filter((body) => !/[`\\]/.test(body)).map((body) => `\`${body}\``),
      list.map((body) => `\`${body.replace(/[`\\$]/g, "\\$&")}\``),
      text("${x", choices(`:- - :+ + := # % %% :? ?${operators}`), word, "}"),
      text("$((", choices("1+ x* - !"), text("$(", list, ")"), oneOf("", " + 1"), "))"),
    ],
    [
      choices(
        "${x[0]} ${x[$i]} ${x[i+1]} ${x[@]} ${#x[@]} ${!x} ${x@Q} ${x:1:2} $((x[0])) ${x/a} $[1+2]",
      ),
      text("${x[$(", list, ")]}"),
    ],
  );
}
