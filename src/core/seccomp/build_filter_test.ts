import assert from "node:assert/strict";
import data from "../../../configs/seccomp.json" with { type: "json" };
import { runFilter } from "../../../tests/support/filter_machine.ts";
import { buildFilter, type CallNumbers, type RefusedCalls } from "./build_filter.ts";

const ALLOW = 0x7fff0000;
const EPERM = 0x00050001;

interface Rule extends RefusedCalls {
  readonly examples?: Readonly<Record<"refused" | "allowed", readonly (readonly number[])[]>>;
}

const RULES: readonly Rule[] = data.refused;
const UNCONDITIONAL = RULES.filter(({ when }) => when === undefined).flatMap(({ calls }) => calls);
const ARCHITECTURES = Object.entries(data.architectures as Record<string, CallNumbers>);

for (const [name, numbers] of ARCHITECTURES) {
  const program = buildFilter(RULES, numbers);
  const answer = (number: number, args: readonly number[] = []) =>
    runFilter(program, { architecture: numbers.audit, number, args });

  Deno.test(`buildFilter() for ${name} refuses exactly the listed numbers`, () => {
    const refused = new Set(UNCONDITIONAL.map((call) => numbers.calls[call]));
    for (let number = 0; number < 1024; number++) {
      // Any arguments: what opens an internet socket means nothing to another call.
      assert.equal(answer(number, [2, 1, 0]), refused.has(number) ? EPERM : ALLOW, `${number}`);
    }
  });

  Deno.test(`buildFilter() for ${name} decides the examples of each rule`, () => {
    for (const { calls: [call = ""], examples } of RULES) {
      const number = numbers.calls[call] ?? -1;
      for (const args of examples?.refused ?? []) assert.equal(answer(number, args), EPERM);
      for (const args of examples?.allowed ?? []) assert.equal(answer(number, args), ALLOW);
    }
  });

  Deno.test(`buildFilter() for ${name} refuses every call of another architecture`, () => {
    const others = ARCHITECTURES.map(([, { audit }]) => audit)
      .filter((audit) => audit !== numbers.audit);
    // 32 bits of Intel and of Arm, and none.
    for (const architecture of [...others, 0x40000003, 0x40000028, 0]) {
      for (let number = 0; number < 512; number++) {
        assert.equal(runFilter(program, { architecture, number }), EPERM);
      }
    }
  });

  Deno.test(`buildFilter() for ${name} knows each listed call, none twice`, () => {
    const listed = [...new Set(RULES.flatMap(({ calls }) => calls))].toSorted();
    assert.deepEqual(Object.keys(numbers.calls).toSorted(), listed);
    const values = Object.values(numbers.calls);
    assert.equal(new Set(values).size, values.length);
  });
}

Deno.test("buildFilter() refuses the x32 convention on x86_64", () => {
  const numbers: CallNumbers = data.architectures.x86_64;
  const program = buildFilter(RULES, numbers);
  for (const number of [0x40000000, 0x40000029, 0x400001ff, 0xffffffff]) {
    assert.equal(runFilter(program, { architecture: numbers.audit, number }), EPERM);
  }
});

Deno.test("each rule about arguments has examples of both kinds", () => {
  for (const { when, examples, why } of RULES) {
    if (when === undefined) continue;
    assert.ok(examples !== undefined && examples.refused.length > 0, why);
    assert.ok(examples.allowed.length > 0, why);
  }
});

Deno.test("buildFilter() leaves out calls that an architecture does not have", () => {
  const program = buildFilter([{ calls: ["gone", "bpf"], why: "" }], {
    audit: 7,
    calls: { bpf: 3 },
  });
  const answer = (number: number) => runFilter(program, { architecture: 7, number });
  assert.deepEqual([0, 3, 4].map(answer), [ALLOW, EPERM, ALLOW]);
});
