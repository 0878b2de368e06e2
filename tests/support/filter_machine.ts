/**
 * Runs a filter of system calls as the kernel does, for one call at a time.
 * @module
 */
import { encodeFilter, type FilterInstruction } from "../../src/core/seccomp/assemble.ts";

/** One system call; arguments up to 64 bits. */
export interface SystemCall {
  readonly architecture: number;
  readonly number: number;
  readonly args?: readonly number[];
}

/** Bytes of `struct seccomp_data`. */
const DATA_BYTES = 64;

/** What the filter returns for a call. Works on the encoded bytes; throws on what the kernel rejects. */
export function runFilter(program: readonly FilterInstruction[], call: SystemCall): number {
  const code = new DataView(encodeFilter(program).buffer);
  const data = dataOf(call);
  let accumulator = 0;
  for (let at = 0;; at += 8) {
    if (at + 8 > code.byteLength) throw new Error("the program ends without a return");
    const value = code.getUint32(at + 4, true);
    const jump = (holds: boolean): number => 8 * code.getUint8(at + (holds ? 2 : 3));
    switch (code.getUint16(at, true)) {
      case 0x20:
        if (value % 4 !== 0) throw new Error(`unaligned load from ${value}`);
        accumulator = data.getUint32(value, true);
        break;
      case 0x15:
        at += jump(accumulator === value);
        break;
      case 0x35:
        at += jump(accumulator >= value);
        break;
      case 0x06:
        return value;
      default:
        throw new Error(`unknown instruction at ${at / 8}`);
    }
  }
}

function dataOf({ architecture, number, args = [] }: SystemCall): DataView {
  const data = new DataView(new ArrayBuffer(DATA_BYTES));
  data.setUint32(0, number, true);
  data.setUint32(4, architecture, true);
  args.forEach((value, index) => data.setBigUint64(16 + 8 * index, BigInt(value), true));
  return data;
}
