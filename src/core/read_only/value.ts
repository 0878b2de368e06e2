/**
 * A value or operand as far as it is known before it runs, and its check against a kind.
 * @module
 */
import type { Arg, Pattern } from "../arg.ts";
import type { ReadProgram, ValueKind } from "./types.ts";

/**
 * A stretch of a word. `closed`: `text` is all of it (arithmetic stands as `1`, its sign cannot matter where a
 * number is allowed). `glob`, `unknown`: `text` is only how it starts.
 */
export interface Value {
  readonly text: string;
  readonly open: "closed" | "glob" | "unknown";
}

/** What checking values collects on the way. */
export interface Collected {
  readonly treePaths: string[];
  unknownPaths: boolean;
}

const NUMBER = /^[-+]?\d[\w.,:%+-]*$/;

/** One thing a word may become. */
export function valueOf(pattern: Pattern): Value {
  let text = "";
  let open: Value["open"] = "closed";
  for (const part of pattern) {
    if (typeof part !== "string" && part.hole !== "number") {
      if (part.hole === "unknown") return { text, open: "unknown" };
      open = "glob";
    } else if (open === "closed") text += typeof part === "string" ? part : "1";
  }
  return { text, open };
}

/** All things a word may become. */
export function valuesOf(arg: Arg): readonly Value[] {
  if (arg.text !== undefined) return [{ text: arg.text, open: "closed" }];
  return arg.alternatives.map(valueOf);
}

/** Whether a word may become several words that do not all start as it does, or none. */
export function fallsApart(arg: Arg): boolean {
  return arg.splits && valuesOf(arg).some((value) => value.open === "unknown");
}

/** Why a value is not of a kind; undefined when it is. */
export function checkValue(
  value: Value,
  by: {
    readonly kind: ValueKind;
    readonly harmless: boolean;
    readonly readProgram: ReadProgram | undefined;
    readonly collected: Collected;
  },
): string | undefined {
  const { kind } = by;
  const known = value.open === "closed";
  switch (kind.kind) {
    case "word":
    case "text":
      return undefined;
    case "path":
    case "revision":
      if (value.open === "unknown") by.collected.unknownPaths = true;
      return undefined;
    case "number":
      // Some programs take the next word only when it is a number; what is unknown might be a flag then.
      if (!known && by.harmless) return undefined;
      return known && NUMBER.test(value.text) ? undefined : "it is not a number";
    case "tree":
      if (known) by.collected.treePaths.push(value.text);
      return known ? undefined : "the directory is known only at run time";
    case "program":
      if (!known || by.readProgram === undefined) return "it is known only at run time";
      return by.readProgram(value.text);
    case "rule": {
      const fits = known && (kind.pattern?.test(value.text) ?? true) &&
        !(kind.not?.test(value.text) ?? false);
      return fits ? undefined : kind.why;
    }
  }
}
