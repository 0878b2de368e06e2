/**
 * From the list of refused system calls to the program that the kernel runs before each call.
 * Source: sandbox.md, section 1.2; seccomp(2).
 * @module
 */
import { assemble, type FilterInstruction, type FilterLine } from "./assemble.ts";

/** A condition on one argument of a call: its value is one of these, or none of them. */
export interface ArgumentCondition {
  /** 0 to 5. */
  readonly argument: number;
  readonly one_of?: Readonly<Record<string, number>>;
  readonly none_of?: Readonly<Record<string, number>>;
}

/** Calls that are refused: always, or when all conditions hold. */
export interface RefusedCalls {
  readonly calls: readonly string[];
  readonly when?: readonly ArgumentCondition[];
  readonly why: string;
}

/** How an architecture numbers its calls. */
export interface CallNumbers {
  /** The kernel's name for the architecture (`AUDIT_ARCH_*`). */
  readonly audit: number;
  /** From this number on the calls are those of another convention (x32). */
  readonly foreign_from?: number;
  /** A call that is not listed does not exist there. */
  readonly calls: Readonly<Record<string, number>>;
}

/** Offsets in `struct seccomp_data`. */
const OFFSET = { number: 0, architecture: 4, arguments: 16 } as const;
const ARGUMENT_BYTES = 8;

/** `SECCOMP_RET_ALLOW`, and `SECCOMP_RET_ERRNO` with EPERM: never kill, programs must be able to fall back. */
const ALLOW = 0x7fff0000;
const REFUSE = 0x00050001;

/**
 * The filter of an architecture: what is refused fails with EPERM, also every call of another
 * architecture, and all the rest is allowed.
 *
 * Only the lower half of an argument is compared, because the kernel takes only that half of a
 * family, protocol or ioctl number (CVE-2019-10063 was a filter that compared all of it).
 */
export function buildFilter(
  refused: readonly RefusedCalls[],
  numbers: CallNumbers,
): FilterInstruction[] {
  const known = refused.flatMap(({ calls, when = [] }) =>
    calls.filter((name) => Object.hasOwn(numbers.calls, name))
      .map((name) => ({ number: numbers.calls[name] ?? 0, when }))
  );
  const always = known.filter(({ when }) => when.length === 0);
  const conditional = Map.groupBy(
    known.filter(({ when }) => when.length > 0),
    ({ number }) => number,
  );
  return assemble([
    { kind: "load", offset: OFFSET.architecture },
    { kind: "equal", value: numbers.audit, no: "refuse" },
    { kind: "load", offset: OFFSET.number },
    ...(numbers.foreign_from === undefined
      ? []
      : [{ kind: "atLeast", value: numbers.foreign_from, yes: "refuse" } as const]),
    ...always.map(({ number }): FilterLine => ({ kind: "equal", value: number, yes: "refuse" })),
    ...[...conditional.keys()].map((number): FilterLine => ({
      kind: "equal",
      value: number,
      yes: `call ${number}`,
    })),
    { kind: "return", value: ALLOW },
    ...[...conditional].flatMap(([number, rules]): FilterLine[] => [
      { kind: "label", name: `call ${number}` },
      ...rules.flatMap(({ when }, index) => conditionLines(when, `call ${number} rule ${index}`)),
      { kind: "return", value: ALLOW },
    ]),
    { kind: "label", name: "refuse" },
    { kind: "return", value: REFUSE },
  ]);
}

/** Refuses when all conditions hold; else goes on after its own end. */
function conditionLines(conditions: readonly ArgumentCondition[], name: string): FilterLine[] {
  return [
    ...conditions.flatMap(({ argument, one_of, none_of }, index): FilterLine[] => {
      const holds = index === conditions.length - 1 ? "refuse" : `${name} holds ${index}`;
      const fails = `${name} fails`;
      const values = Object.values(one_of ?? none_of ?? {});
      const [found, missed] = one_of === undefined ? [fails, holds] : [holds, fails];
      return [
        { kind: "load", offset: OFFSET.arguments + argument * ARGUMENT_BYTES },
        ...values.map((value, at): FilterLine => ({
          kind: "equal",
          value,
          yes: found,
          ...(at === values.length - 1 ? { no: missed } : {}),
        })),
        { kind: "label", name: `${name} holds ${index}` },
      ];
    }),
    { kind: "label", name: `${name} fails` },
  ];
}
