import { deepEqual, equal, match } from "node:assert/strict";
import { outcomeSchema, verdictSchema } from "../../src/config/result_schemas.ts";
import { TestEnv } from "../support/test_env.ts";

Deno.test("schema prints the checked-in file of each name", async () => {
  using env = new TestEnv();
  for (const name of ["request", "config", "verdict", "outcome"]) {
    const { code, stdout } = await env.run(["schema", name]);
    equal(code, 0);
    const file = new URL(`../../schemas/${name}.json`, import.meta.url);
    equal(stdout, Deno.readTextFileSync(file), name);
  }
});

Deno.test("schema refuses a name it does not know", async () => {
  using env = new TestEnv();
  for (const args of [["schema", "plan"], ["schema"]]) {
    const { code, stdout, stderr } = await env.run(args);
    deepEqual({ code, stdout }, { code: 120, stdout: "" });
    match(stderr, /^execguard: .*\nexecguard: try: execguard help schema\n$/);
  }
});

Deno.test("real verdicts and outcomes are of the published shapes", async () => {
  using env = new TestEnv();
  const script = ["sh", "-c", "cat .env | wc -l; rm x"];
  for (const argv of [["ls"], ["touch", "x"], ["sudo", "ls"], ["env", "dd"], script]) {
    for (
      const [args, schema] of [
        [["allowlist-check", "--json", "--"], verdictSchema],
        [["run", "--json", "--mode", "safe", "--"], outcomeSchema],
      ] as const
    ) {
      const answer = (await env.run([...args, ...argv])).json();
      const checked = schema.safeParse(answer);
      equal(checked.success, true, JSON.stringify([answer, checked.error?.issues]));
      // Nothing undeclared, nested or not: parsing with the loose schema would keep it unnoticed.
      deepEqual(Object.keys(answer).filter((key) => !(key in schema.shape)), [], args[0]);
    }
  }
});

Deno.test("a batch's verdicts are of the published shape, bad lines included", async () => {
  using env = new TestEnv();
  const stdin = '{"id":7,"argv":["ls"]}\n{"id":"a","argv":"ls"}\n[]\n';
  const { stdout } = await env.run(["allowlist-check", "--stdin"], { stdin });
  const lines = stdout.trimEnd().split("\n").map((line) => verdictSchema.parse(JSON.parse(line)));
  deepEqual(lines.map(({ id, decision }) => [id, decision]), [
    [7, "read_only"],
    ["a", "deny"],
    [undefined, "deny"],
  ]);
});
