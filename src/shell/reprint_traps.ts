/**
 * What Bash 5.2 changes inside `$(..)` and `<(..)`: it does not run the text as written but prints it anew from its syntax tree,
 * and prints some things wrongly. Found by running scripts in it (`tests/oracle`).
 *
 * - After a here-document it drops the next `;`: `$(cat <<E | wc; ls` .. runs `wc ls`, and a line feed counts the same.
 * - In arrays it drops backslashes: `$(a=(\;` and `rm x))` on the next line runs rm.
 * @module
 */
import type { Part, Statement, Step } from "./reading.ts";

/** What in the commands of a substitution is printed wrongly; undefined when nothing is. */
export function findReprintTrap(body: readonly Statement[]): string | undefined {
  const inner = statementsIn(body);
  if (inner.some(({ redirects }) => redirects.some(isHereDocument)) && !isOneLine(body)) {
    return "a here-document before other commands in a substitution";
  }
  return inner.some(hasEscapedElement) ? "a backslash in an array in a substitution" : undefined;
}

function isHereDocument({ operator }: Statement["redirects"][number]): boolean {
  return operator === "<<" || operator === "<<-";
}

/** One simple command, or one pipeline of them. */
function isOneLine([first, ...rest]: readonly Statement[]): boolean {
  if (rest.length > 0) return false;
  const command = first?.command;
  const stages = command?.kind === "pipeline" ? command.stages : first ? [first] : [];
  return stages.every((stage) => stage.command === undefined || stage.command.kind === "simple");
}

/** The statements and all inside them, but for those of substitutions in their words. */
function statementsIn(statements: readonly Statement[]): readonly Statement[] {
  return statements.flatMap((statement) => [
    statement,
    ...statementsIn(innerStatements(statement)),
  ]);
}

function innerStatements({ command }: Statement): readonly Statement[] {
  switch (command?.kind) {
    case "compound":
      return command.steps.flatMap((step: Step) =>
        step.kind === "statement" ? [step.statement] : []
      );
    case "pipeline":
      return command.stages;
    case "function":
    case "coprocess":
      return [command.body];
    case "timed":
      return command.body ? [command.body] : [];
    case "simple":
    case "refused":
    case undefined:
      return [];
  }
}

function hasEscapedElement({ command }: Statement): boolean {
  return command?.kind === "simple" &&
    command.settings.some(({ words }) => words.some(({ parts }) => parts.some(isEscaped)));
}

function isEscaped(part: Part): boolean {
  return part.kind === "text" ? part.escaped : part.kind === "quotes" && part.style === "ansi";
}
