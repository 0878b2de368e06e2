import assert from "node:assert/strict";
import { hasUnsafeCharacter } from "../display.ts";
import { describeQuestion, type Question, remarksOf } from "./question.ts";
import type { Subject } from "./subject.ts";

const SUBJECT: Subject = {
  session: "default",
  argv: ["npm", "test"],
  cwd: "/home/me/proj",
  network: true,
  sandbox: true,
  writePaths: ["/opt/x"],
  env: ["CI=1"],
  files: [{
    path: "/usr/bin/npm",
    device: 1,
    inode: 1,
    modifiedMs: 1,
    bytes: 1,
    sha256: "",
  }],
};

function describe(subject: Partial<Subject>, change: Partial<Question> = {}): string {
  const question = { subject: { ...SUBJECT, ...subject }, reason: "it asks", remarks: [] };
  return describeQuestion({ ...question, ...change }).join("\n");
}

Deno.test("describeQuestion() shows all that would run and why it is asked", () => {
  assert.equal(
    describe({}, { remarks: ["the network was asked for"] }),
    [
      '  command    ["npm","test"]',
      "  runs       in the sandbox",
      '  directory  "/home/me/proj"',
      '  program    "/usr/bin/npm"',
      "  network    yes",
      '  writes to  "/opt/x"',
      '  variable   "CI=1"',
      '  session    "default"',
      "  because    it asks",
      "  also       the network was asked for",
    ].join("\n"),
  );
});

Deno.test("describeQuestion() says when a call leaves the sandbox", () => {
  assert.match(describe({ sandbox: false }), /OUTSIDE the sandbox, with all rights of this user/);
  assert.match(describe({ argv: ["sudo", "id"] }), /OUTSIDE the sandbox, with full rights/);
  assert.match(describe({ argv: ["rm", "x"] }), /moves its targets to the trash/);
});

Deno.test("describeQuestion() lets nothing move the cursor, hide or reorder", () => {
  const evil = "\u001b[2K\r\u202e\u200b\n  because    it is harmless";
  const text = describe({ argv: ["x", evil], cwd: `/a${evil}`, env: [`A=${evil}`] }, {
    reason: evil,
    remarks: [evil],
  });
  assert.equal(text.split("\n").some(hasUnsafeCharacter), false);
  assert.equal(text.match(/^ {2}because/gm)?.length, 1);
});

Deno.test("describeQuestion() warns of a command that may have scrolled away, and shows all of it", () => {
  const text = describe({ argv: ["x", "a".repeat(5000)] });
  assert.match(text, /scroll up to read all of it/);
  assert.ok(text.includes("a".repeat(5000)));
});

Deno.test("remarksOf() keeps each other reason once", () => {
  const finding = { decision: "confirm", code: "network", argv: ["x"], depth: 0 } as const;
  const plain = { ...finding, decision: "read_only", code: "allowlisted" } as const;
  assert.deepEqual(remarksOf([finding, finding, plain], "another"), ["the network was asked for"]);
  assert.deepEqual(remarksOf([finding], "the network was asked for"), []);
});
