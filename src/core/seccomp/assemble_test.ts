import assert from "node:assert/strict";
import { assemble, encodeFilter } from "./assemble.ts";

Deno.test("assemble() counts jumps from the instruction after, labels taking no place", () => {
  const program = assemble([
    { kind: "load", offset: 4 },
    { kind: "equal", value: 9, yes: "end", no: "middle" },
    { kind: "label", name: "middle" },
    { kind: "atLeast", value: 5, no: "end" },
    { kind: "return", value: 1 },
    { kind: "label", name: "end" },
    { kind: "return", value: 2 },
  ]);
  assert.deepEqual(program, [
    { code: 0x20, yes: 0, no: 0, value: 4 },
    { code: 0x15, yes: 2, no: 0, value: 9 },
    { code: 0x35, yes: 0, no: 1, value: 5 },
    { code: 0x06, yes: 0, no: 0, value: 1 },
    { code: 0x06, yes: 0, no: 0, value: 2 },
  ]);
});

Deno.test("assemble() throws on a jump backwards, too far, or to nowhere", () => {
  const jump = { kind: "equal", value: 0, yes: "x" } as const;
  const end = { kind: "return", value: 0 } as const;
  const label = { kind: "label", name: "x" } as const;
  const between = (count: number) => Array.from({ length: count }, () => end);
  assert.throws(() => assemble([label, jump, end]), /cannot jump to x/);
  assert.throws(() => assemble([jump, end]), /cannot jump to x/);
  assert.throws(() => assemble([jump, ...between(256), label, end]), /cannot jump to x/);
  assert.equal(assemble([jump, ...between(255), label, end])[0]?.yes, 255);
});

Deno.test("encodeFilter() writes eight little-endian bytes an instruction", () => {
  const bytes = encodeFilter([{ code: 0x15, yes: 3, no: 255, value: 0xc000003e }]);
  assert.deepEqual([...bytes], [0x15, 0, 3, 255, 0x3e, 0, 0, 0xc0]);
});
