import assert from "node:assert/strict";
import { readWithMvdan } from "./mvdan.ts";
import { TOKENS } from "./mvdan_tree.ts";
import type { Statement } from "./reading.ts";

function statementsOf(text: string): readonly Statement[] {
  const reading = readWithMvdan(text, "bash");
  assert.ok(!("problem" in reading), text);
  return reading;
}

Deno.test("TOKENS names each redirection as it is written", () => {
  const operators = ["<", ">", ">>", "<>", ">|", "<&", ">&", "&>", "&>>", "<<<"];
  const read = operators.map((it) => statementsOf(`a ${it} 1`)[0]?.redirects[0]?.operator);
  assert.deepEqual(read, operators);
  assert.deepEqual(
    ["a <<E\nE", "a <<-E\nE"].map((it) => statementsOf(it)[0]?.redirects[0]?.operator),
    ["<<", "<<-"],
  );
});

Deno.test("TOKENS names each test as it is written", () => {
  const unary = ["-e", "-f", "-d", "-s", "-L", "-x", "-z", "-n", "-o", "-v", "-R", "-t"];
  const binary = ["=", "==", "!=", "=~", "<", ">", "-nt", "-ef", "-eq", "-ne", "-le", "-ge", "-gt"];
  const tests = [...unary.map((it) => `${it} b`), ...binary.map((it) => `a ${it} b`)];
  for (const test of tests) {
    const command = statementsOf(`[[ ${test} ]]`)[0]?.command;
    const words = command?.kind === "simple" ? command.words : [];
    const texts = words.flatMap(({ parts }) =>
      parts.map((it) => it.kind === "text" ? it.text : "")
    );
    assert.equal(texts.join(" "), `[[ ${test} ]]`);
  }
});

Deno.test("TOKENS names each operator of an expansion as it is written", () => {
  const operators = ["-", ":-", "+", ":+", "?", ":?", "=", ":=", "%", "%%", "#", "##", "^", ",,"];
  for (const operator of operators) {
    const command = statementsOf(`a \${x${operator}b}`)[0]?.command;
    const part = command?.kind === "simple" ? command.words[1]?.parts[0] : undefined;
    assert.equal(part?.kind === "parameter" ? part.operator : undefined, operator);
  }
});

Deno.test("TOKENS has as many names as mvdan-sh has tokens", () => {
  assert.equal(TOKENS.length, 127);
});

Deno.test("readWithMvdan() gives the place of a problem in UTF-16 units", () => {
  assert.deepEqual(readWithMvdan("a\né | |", "bash"), {
    problem: "| must be followed by a statement",
    line: 2,
    column: 3,
  });
});
