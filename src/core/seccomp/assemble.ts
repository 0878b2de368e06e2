/**
 * An assembler for classic BPF, as far as a filter of system calls needs it.
 * Source: the kernel's Documentation/networking/filter.rst, linux/filter.h.
 * @module
 */

/** One instruction as the kernel takes it; `yes` and `no` are how many instructions to skip. */
export interface FilterInstruction {
  readonly code: number;
  readonly yes: number;
  readonly no: number;
  readonly value: number;
}

/**
 * One line of a program. `load` reads 32 bits of the call's data at a byte offset; the jumps compare
 * them, without a sign, and go to a label further down, or on to the next line.
 */
export type FilterLine =
  | { readonly kind: "label"; readonly name: string }
  | { readonly kind: "load"; readonly offset: number }
  | {
    readonly kind: "equal" | "atLeast";
    readonly value: number;
    readonly yes?: string;
    readonly no?: string;
  }
  | { readonly kind: "return"; readonly value: number };

/** BPF_LD | BPF_W | BPF_ABS */
const LOAD = 0x20;
/** BPF_JMP | BPF_JEQ | BPF_K and BPF_JMP | BPF_JGE | BPF_K */
const JUMP = { equal: 0x15, atLeast: 0x35 } as const;
/** BPF_RET | BPF_K */
const RETURN = 0x06;

/** A jump has eight bits for its distance. */
const MAX_DISTANCE = 255;

const INSTRUCTION_BYTES = 8;

/**
 * Turns lines into instructions. Throws on a label that is unknown, not further down, or too far: the
 * program is built in, so that is a mistake of ours.
 *
 * @example
 * ```ts
 * import { assemble } from "./assemble.ts";
 * assemble([{ kind: "return", value: 7 }]); // [{ code: 6, yes: 0, no: 0, value: 7 }]
 * ```
 */
export function assemble(lines: readonly FilterLine[]): FilterInstruction[] {
  const labels = new Map<string, number>();
  let position = 0;
  for (const line of lines) {
    if (line.kind === "label") labels.set(line.name, position);
    else position += 1;
  }
  const program: FilterInstruction[] = [];
  const distance = (label: string | undefined): number => {
    if (label === undefined) return 0;
    const skipped = (labels.get(label) ?? -1) - program.length - 1;
    if (skipped < 0 || skipped > MAX_DISTANCE) throw new Error(`cannot jump to ${label}`);
    return skipped;
  };
  for (const line of lines) {
    switch (line.kind) {
      case "label":
        break;
      case "load":
        program.push({ code: LOAD, yes: 0, no: 0, value: line.offset });
        break;
      case "equal":
      case "atLeast":
        program.push({
          code: JUMP[line.kind],
          yes: distance(line.yes),
          no: distance(line.no),
          value: line.value,
        });
        break;
      case "return":
        program.push({ code: RETURN, yes: 0, no: 0, value: line.value });
        break;
    }
  }
  return program;
}

/** The bytes of a program: an array of `struct sock_filter` of a little-endian machine. */
export function encodeFilter(program: readonly FilterInstruction[]): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(program.length * INSTRUCTION_BYTES);
  const view = new DataView(bytes.buffer);
  program.forEach(({ code, yes, no, value }, index) => {
    const at = index * INSTRUCTION_BYTES;
    view.setUint16(at, code, true);
    view.setUint8(at + 2, yes);
    view.setUint8(at + 3, no);
    view.setUint32(at + 4, value, true);
  });
  return bytes;
}
