import assert from "node:assert/strict";
import { parseEnvText } from "./env_text.ts";

const values = (text: string) =>
  Object.fromEntries(parseEnvText(text).map(({ name, value }) => [name, value]));

Deno.test("parseEnvText() reads plain, exported and quoted assignments", () => {
  const text = `# comment
A=plain value # comment
export B=two
C = "double # no comment"
D='single $x'
E=\`back\`
F: yaml style
G=
`;
  assert.deepEqual(values(text), {
    A: "plain value",
    B: "two",
    C: "double # no comment",
    D: "single $x",
    E: "back",
    F: "yaml style",
    G: "",
  });
});

Deno.test("parseEnvText() keeps a # inside a value, and an = too", () => {
  assert.deepEqual(values("A=pa#ss=word==\n"), { A: "pa#ss=word==" });
});

Deno.test("parseEnvText() undoes the escapes of double quotes", () => {
  assert.deepEqual(values('A="x\\"y\\nz\\\\"'), { A: 'x"y\nz\\' });
});

Deno.test("parseEnvText() reads quoted values of several lines, and CR LF", () => {
  assert.deepEqual(values('A="-----BEGIN\r\nabc\r\n"\r\nB=2\r\n'), {
    A: "-----BEGIN\nabc\n",
    B: "2",
  });
});

Deno.test("parseEnvText() takes an unfinished quote as it stands, and skips what is no assignment", () => {
  assert.deepEqual(values('A="unfinished\nnot an assignment\nB=2'), { A: '"unfinished', B: "2" });
});
