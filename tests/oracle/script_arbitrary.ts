/**
 * Makes scripts: well-formed ones that put every construct into every other, and damaged ones.
 * @module
 */
import fc from "fast-check";
import { choices, type Grammar, oneOf, text } from "./script_pieces.ts";
import { readScripts } from "./script_files.ts";
import { commandArbitrary } from "./script_commands.ts";
import { wordArbitrary } from "./script_words.ts";

/**
 * Scripts of a grammar, and damaged ones: of the grammar or written by hand, with quotes, backslashes, operators and keywords
 * thrown in or characters lost.
 */
export function scriptArbitrary(grammar: Grammar): fc.Arbitrary<string> {
  const script = wellFormed(grammar);
  return fc.oneof({ arbitrary: script, weight: 2 }, damaged(script), damaged(written()));
}

/** One short script of the written ones, or two. */
function written(): fc.Arbitrary<string> {
  const scripts = ["tricks", "tricks", "everyday_sh", "everyday_bash"].flatMap(readScripts);
  const one = oneOf(...scripts.filter(({ length }) => length < 120));
  return fc.oneof(one, text(one, separator(), one));
}

function damaged(script: fc.Arbitrary<string>): fc.Arbitrary<string> {
  const damages = fc.array(damage(), { minLength: 1, maxLength: 2 });
  return fc.tuple(script, damages).map(([whole, list]) => list.reduce(applyDamage, whole));
}

interface Damage {
  /** Where, as a share of the length. */
  readonly at: number;
  readonly insert: string;
  /** How many characters are lost there. */
  readonly drop: number;
}

function damage(): fc.Arbitrary<Damage> {
  const insert = fc.oneof(
    fc.constant(""),
    choices(String.raw`' " \ # ; ‵ $( ) ( { } & | < > $ ! = [ ] * ~ $' $" <( $(( )) (( && ||`),
    choices(String.raw`;; ;& |& &> >& <<< \" \' \$ a= a[ += @( !( >&- {fd}> 2> =( \‵`),
    oneOf(
      "${",
      "\n",
      "\\\n",
      " #\\\n",
      "# ",
      "\t",
      " ",
      "\\ ",
      "<<E\n",
      "<<-E\n",
      "<<'E'\n",
      "\nE\n",
    ),
    choices("esac done fi do then in time coproc function ! [[ ]] case if elif { }").map((word) =>
      ` ${word} `
    ),
  );
  const at = fc.double({ min: 0, max: 1, noNaN: true, maxExcluded: true });
  return fc.record({ at, insert, drop: fc.nat({ max: 1 }) });
}

function applyDamage(whole: string, { at, insert, drop }: Damage): string {
  const index = Math.floor(at * whole.length);
  return whole.slice(0, index) + insert + whole.slice(index + drop);
}

/** Functions are called at the top only, so that none calls itself. */
function wellFormed(grammar: Grammar): fc.Arbitrary<string> {
  const { list } = fc.letrec<Record<"list" | "command" | "word", string>>((tie) => {
    const context = { grammar, list: tie("list"), word: tie("word") };
    const rest = fc.array(text(separator(), tie("command")), { maxLength: 2 });
    return {
      word: wordArbitrary(context),
      command: commandArbitrary(context),
      list: text(tie("command"), rest.map((commands) => commands.join(""))),
    };
  });
  const line = fc.oneof({ arbitrary: list, weight: 5 }, oneOf("f", "g x", "f | g", "f <o1"));
  return fc.array(line, { minLength: 1, maxLength: 3 }).map((lines) => lines.join("\n"));
}

function separator(): fc.Arbitrary<string> {
  return fc.oneof(
    oneOf("; ", "\n", " && ", " || ", " | ", " & "),
    oneOf(";", "|", "&&", "&", " |\n", " &&\n", " # c\n", "\n\n", " \\\n| ", '\n# it\'s "c" `\n'),
  );
}
