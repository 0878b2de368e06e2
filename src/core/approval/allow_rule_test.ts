import assert from "node:assert/strict";
import fc from "fast-check";
import {
  exactRule,
  type NewRule,
  parseRulePattern,
  ruleCovers,
  type RuleSubject,
} from "./allow_rule.ts";

const CALL: RuleSubject = {
  argv: ["npm", "test"],
  cwd: "/home/me/proj",
  network: false,
  sandbox: true,
  writePaths: [],
  env: [],
};

function rule(argv: readonly string[], change: Partial<NewRule> = {}): NewRule {
  return { argv, cwd: undefined, network: false, writePaths: [], env: [], ...change };
}

const PATTERNS: readonly (readonly [readonly string[], readonly string[], boolean])[] = [
  [["npm", "test"], ["npm", "test"], true],
  [["npm", "test"], ["npm", "test", "--watch"], false],
  [["npm", "test"], ["npm"], false],
  [["npm", "*"], ["npm", "test"], true],
  [["npm", "*"], ["npm", ""], true],
  [["npm", "*"], ["npm", "run", "build"], false],
  [["npm", "*"], ["npm", "a/b c"], true],
  [["npm", "**"], ["npm"], true],
  [["npm", "**"], ["npm", "run", "build"], true],
  [["npm", "**", "x", "**"], ["npm", "x", "y", "x", "z"], true],
  [["npm", "**", "x"], ["npm", "x", "y"], false],
  [["npm", "run", "test:*"], ["npm", "run", "test:unit"], true],
  [["npm", "run", "test:*"], ["npm", "run", "build"], false],
  [["cat", "docs/*.md"], ["cat", "docs/a.md"], true],
  [["cat", "docs/*"], ["cat", "docs/../../.ssh/id"], false],
  [["cat", "docs/*"], ["cat", "docs/"], true],
  [["echo", "\\*"], ["echo", "*"], true],
  [["echo", "\\*"], ["echo", "a"], false],
  [["echo", "\\**"], ["echo", "*a"], true],
  [["echo", "a\\\\b"], ["echo", "a\\b"], true],
  // Never joined text: one word with a blank is not two words.
  [["npm", "test"], ["npm test"], false],
  [["npm", "run", "build"], ["npm", "run build"], false],
];

for (const [pattern, argv, covered] of PATTERNS) {
  const verb = covered ? "covers" : "does not cover";
  Deno.test(`ruleCovers() ${JSON.stringify(pattern)} ${verb} ${JSON.stringify(argv)}`, () => {
    assert.equal(ruleCovers(rule(pattern), { ...CALL, argv }), covered);
  });
}

Deno.test("ruleCovers() lets a rule stand for no more than it says", () => {
  const plain = rule(["npm", "test"]);
  assert.equal(ruleCovers(plain, { ...CALL, network: true }), false);
  assert.equal(ruleCovers(plain, { ...CALL, sandbox: false }), false);
  assert.equal(ruleCovers(plain, { ...CALL, writePaths: ["/home/me/x"] }), false);
  assert.equal(ruleCovers(plain, { ...CALL, env: ["LD_PRELOAD=/x"] }), false);
  assert.equal(ruleCovers({ ...plain, cwd: "/home/me" }, CALL), false);
  const wide = rule(["npm", "test"], {
    network: true,
    writePaths: ["/home/me/x", "/home/me/y"],
    env: ["CI=1"],
    cwd: CALL.cwd,
  });
  const asked = { ...CALL, network: true, writePaths: ["/home/me/x"], env: ["CI=1"] };
  assert.equal(ruleCovers(wide, asked), true);
  assert.equal(ruleCovers(wide, CALL), true);
});

Deno.test("ruleCovers() answers quickly, however many stars there are", () => {
  const started = performance.now();
  const stars = rule(["x", "*a".repeat(200), ...Array(200).fill("**")]);
  ruleCovers(stars, { ...CALL, argv: ["x", "a".repeat(2000) + "b", ...Array(500).fill("y"), "z"] });
  assert.ok(performance.now() - started < 1000);
});

Deno.test("exactRule() covers its own request and no other argv", () => {
  const word = fc.string({ maxLength: 6 }).map((text) =>
    text.replaceAll("b", "*").replaceAll("c", "\\")
  );
  const argv = fc.array(word, { minLength: 1, maxLength: 4 });
  fc.assert(fc.property(argv, argv, (mine, other) => {
    const exact = exactRule({ ...CALL, argv: mine });
    assert.equal(ruleCovers(exact, { ...CALL, argv: mine }), true);
    const same = JSON.stringify(mine) === JSON.stringify(other);
    assert.equal(ruleCovers(exact, { ...CALL, argv: other }), same);
  }));
});

for (
  const [text, code] of [
    ['"npm test"', "request-not-array"],
    ["npm test", "request-not-array"],
    ['["npm",1]', "request-not-array"],
    ["[]", "request-bad-value"],
    ['[""]', "request-bad-value"],
    ['["*"]', "request-bad-value"],
    ['["**"]', "request-bad-value"],
    ['["n*","test"]', "request-bad-value"],
    ['["sudo","**"]', "request-bad-value"],
    ['["\\\\sudo","**"]', "request-bad-value"],
  ] as const
) {
  Deno.test(`parseRulePattern() refuses ${text}`, () => {
    const read = parseRulePattern(text);
    assert.equal(read.ok ? "accepted" : read.refusal.code, code);
  });
}

Deno.test("parseRulePattern() takes an argv with stars among its arguments", () => {
  assert.deepEqual(parseRulePattern('["npm","run","*"]'), { ok: true, value: ["npm", "run", "*"] });
});
