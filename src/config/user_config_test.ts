import { deepEqual, equal } from "node:assert/strict";
import { parseUserConfig } from "./user_config.ts";
import { readUserPolicy } from "./user_policy.ts";

const problem = (text: string) => {
  const parsed = parseUserConfig(text, "/c");
  return parsed.ok
    ? "ok"
    : `${parsed.refusal.data?.line} ${parsed.refusal.data?.key}: ${parsed.refusal.data?.problem}`;
};

Deno.test("parseUserConfig() takes comments and trailing commas", () => {
  equal(problem('{\n // why\n "mode": "auto", /* x */ "denied_command": ["dd",],\n}'), "ok");
});

Deno.test("parseUserConfig() names the key and the line of what is wrong", () => {
  equal(problem('{\n "modes": "auto"\n}'), "2 modes: unknown key");
  equal(problem('{"mode": "off"}'), '1 mode: must be "safe" or "auto" or "allow-all"');
  equal(problem('{\n "mode": "auto",\n "mode": "safe"}'), "3 mode: the key stands twice");
  equal(
    problem('{"denied_command": ["rm -rf"]}'),
    "1 denied_command.0: must be a bare program name, without blanks or slashes",
  );
  equal(
    problem('{"read_only_command": [{"forms": ["x"]}]}'),
    "1 read_only_command.0.why: must be a string",
  );
  equal(
    problem('{"denied_command": [{"name": "a", "name": "b"}]}'),
    "1 name: the key stands twice",
  );
  equal(problem(""), "1 JSON: ValueExpected");
  equal(problem("[]"), "1 the file: must be an object");
  equal(problem('{"__proto__": {"mode": "auto"}}'), "1 __proto__: unknown key");
});

Deno.test("readUserPolicy() reads limits, and refuses one that would not be in force", () => {
  const limits = { memory: "2G", pids: 200, cpu_time: "60s", output: 1000 };
  const read = readUserPolicy({ path: "/c", text: JSON.stringify({ limits }), home: "/h" });
  deepEqual(read.ok && read.value.settings.limits, {
    ...{ memory: 2 ** 31, pids: 200, cpu_time: 60_000, output: 1000 },
  });
  equal(problem('{\n"limits": {"memory": "2GB"}}').split(" must ")[0], "2 limits.memory:");
  equal(problem('{"limits": {"pids": 0}}').split(" must ")[0], "1 limits.pids:");
  equal(problem('{"limits": {"cpu": "1s"}}'), "1 limits.cpu: unknown key");
});

Deno.test("readUserPolicy() sorts paths into names and globs, with home expanded", () => {
  const text = JSON.stringify({
    sensitive_path: ["~/vault", "*.secret", "**/keys/*.txt"],
    expose_path: ["~/pub.pem"],
  });
  const read = readUserPolicy({ path: "/c", text, home: "/home/dev" });
  deepEqual(read.ok && read.value.sensitive.map((entry) => entry.match), [
    "/home/dev/vault",
    "*.secret",
  ]);
  equal(read.ok && read.value.globs.sensitive[0]?.test("/a/keys/b.txt"), true);
  equal(read.ok && read.value.globs.exposed[0]?.test("/home/dev/pub.pem"), true);
  equal(read.ok && read.value.globs.exposed[0]?.test("/home/dev/priv.pem"), false);
});

Deno.test("readUserPolicy() refuses read-only entries that are wrong or whose examples do not hold", () => {
  const problemOf = (entry: unknown) => {
    const text = JSON.stringify({ read_only_command: [entry] });
    const read = readUserPolicy({ path: "/c", text, home: "/h" });
    return read.ok ? "ok" : `${read.refusal.code} ${read.refusal.data?.key}`;
  };
  const entry = {
    forms: ["mytool show"],
    why: "reads",
    flags: ["--all"],
    match: [["mytool", "show", "--all"]],
    not_match: [["mytool", "show", "--edit"]],
  };
  equal(problemOf(entry), "ok");
  equal(problemOf("echo"), "ok");
  equal(problemOf("mytool show"), "ok");
  equal(
    problemOf({ ...entry, match: [["mytool", "show", "--edit"]] }),
    "config-invalid read_only_command",
  );
  equal(
    problemOf({ ...entry, not_match: [["mytool", "show", "--all"]] }),
    "config-invalid read_only_command",
  );
  equal(
    problemOf({ ...entry, operands: { kind: "no-such-kind" } }),
    "config-invalid read_only_command",
  );
  equal(problemOf({ ...entry, flags: ["@no-such-set"] }), "config-invalid read_only_command");
});

Deno.test("readUserPolicy() takes time limits that are lower than the built-in ones", () => {
  const timeouts = { run_command: "10m", fetch_page: 5000, my_tool: "15m", ask_user: "1h" };
  const read = readUserPolicy({ path: "/c", text: JSON.stringify({ timeouts }), home: "/h" });
  deepEqual(read.ok && read.value.settings.timeouts, {
    run_command: 600_000,
    fetch_page: 5000,
    my_tool: 900_000,
    ask_user: 3_600_000,
  });
});

Deno.test("parseUserConfig() refuses a time limit that raises one or is none", () => {
  const of = (limit: unknown) => problem(`{"timeouts": {\n${JSON.stringify(limit).slice(1)}}`);
  const over = "must not be over the built-in limit of";
  equal(
    of({ run_command: "31m" }),
    `2 timeouts.run_command: ${over} 1800000 ms`,
  );
  equal(of({ x: 900_001 }), `2 timeouts.x: ${over} 900000 ms`);
  const form = "must be milliseconds, or a text such as 90s or 10m";
  equal(of({ run_command: "10" }), `2 timeouts.run_command: ${form}`);
  equal(of({ run_command: -5 }), `2 timeouts.run_command: ${form}`);
  equal(problem('{"timeouts": {"x": true}}').startsWith("1 timeouts.x: must be"), true);
  equal(problem('{"timeouts": "10m"}'), "1 timeouts: must be an object");
});
