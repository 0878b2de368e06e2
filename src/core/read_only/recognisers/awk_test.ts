import { deepStrictEqual, notStrictEqual, strictEqual } from "node:assert/strict";
import { readAwk } from "./awk.ts";

/** Programs that only print, on every awk. */
const PRINTS = [
  "{print}",
  "{print $1}",
  "END{print NR}",
  "NR==FNR{a[$1]=1;next} $1 in a",
  "$1 > 5",
  "$1 > 5 { print $2 }",
  "NR > 1 && $3 >= 10 {print $1, $2}",
  "{ sum += $2 } END { print sum }",
  "{ print (a > b) }",
  "{ print a[i > j] }",
  '{ print ($1 > 5) ? "big" : "small" }',
  '{ printf "%s > %s\\n", $1, $2 }',
  '{ printf("%d\\n", $1) }',
  "/x|y/ && !/z/",
  "/a > b/{print}",
  "/start/,/end/",
  "!seen[$0]++",
  "{ print $1/2 }",
  '{ print (a+b)/2; x = "/" }',
  "{ n = split($0, p, /[/]/); print p[n] }",
  '{ gsub(/"/, ""); print }',
  '{ if (1) /"/; print "x" }',
  'BEGIN { FS = ":"; OFS = "|" } { $1 = $1; print }',
  '# system("id")\n{ print }',
  '{ print "system(1)", "| sh" }',
  "{ while ((getline line) > 0) n++ } END { print n }",
  "{ for (i = 1; i <= NF; i++) if ($i > m) m = $i } END { print m }",
  "function max(a, b) { return a > b ? a : b } { print max($1, $2) }",
  "length > 72",
  'length($0) > 72 { print FILENAME ":" FNR }',
  "{ print $1,\n  $2 }",
  "{ x = $1 \\\n > 3 }",
  "{ a /= 2; print a }",
];

/** What writes, runs or reaches more, in the spellings that hide it. */
const DOES_MORE = [
  'BEGIN{system("id")}',
  'BEGIN{system ("id")}',
  'BEGIN{x="id";system(x)}',
  '{print > "o"}',
  "{print $1 > $2}",
  '{print $1, $2 >> "o"}',
  '{printf "x" > "o"}',
  '{printf("x") > "o"}',
  '{print(1)(2) > "o"}',
  '{print "a" ,\n "b" > "o"}',
  '{print 1 \\\n > "o"}',
  '{print 1 # comment\n}{print 2 > "o"}',
  '{if (1) print > "o"}',
  '{print a ? b : c > "o"}',
  '{print /x/ > "o"}',
  '{print 1 /2/ 3 > "o"}',
  '{print | "sh"}',
  '{print |& "sh"}',
  '{"id" | getline x}',
  '{"id" |& getline}',
  '{getline < ".env"}',
  '{getline x < ".env"}',
  "{while ((getline l < f) > 0) print l}",
  "{getline a[1] < f}",
  'BEGIN{print ENVIRON["A"]}',
  'BEGIN{ARGV[1]=".env";ARGC=2}',
  'BEGIN{SYMTAB["x"]=1}',
  'BEGIN{f="system";@f("id")}',
  '@include "x"',
  '@load "filefuncs"',
  'BEGIN{extension("x")}',
  'BEGIN{awk::system("id")}',
  '{if (1) /"/; system("id"); x = "/"}',
  '{x = a\n/"/; system("id"); y = "/"}',
  '{ /[\\]/; system("id") #]/ }',
  '/a/ /"/{system("id")}#"',
  'length /"/ {system("id")} #"',
  '{x = "a\\\\"; system("id")}',
  '{print "unclosed}',
  "{print 'x'}",
  "{print `id`}",
  "{(print}",
  "{print)}",
  "{print \\ }",
  "/unclosed",
  "{a = (1\n+ 2)}",
];

Deno.test("readAwk() lets programs that only print pass", () => {
  deepStrictEqual(PRINTS.map((text) => [text, readAwk(text)]), PRINTS.map((t) => [t, undefined]));
});

for (const text of DOES_MORE) {
  Deno.test(`readAwk() stops at ${JSON.stringify(text)}`, () => {
    notStrictEqual(readAwk(text), undefined);
  });
}

Deno.test("readAwk() says what it found", () => {
  strictEqual(readAwk('{print > "o"}'), "print writes to a file");
  strictEqual(readAwk("BEGIN{system(1)}"), "system() runs a command");
});
