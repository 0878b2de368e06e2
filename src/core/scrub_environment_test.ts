import assert from "node:assert/strict";
import data from "../../configs/environment.json" with { type: "json" };
import type { Environment } from "./plan.ts";
import {
  type EnvironmentWishes,
  looksSecret,
  restoreEnvironment,
  scrubEnvironment,
} from "./scrub_environment.ts";

const NO_WISHES: EnvironmentWishes = { rules: data, envPass: [], envScrub: [], flags: [] };
const PATH = "/usr/bin";

function scrub(caller: Environment, wishes: Partial<EnvironmentWishes> = {}): Environment {
  const result = scrubEnvironment({ PATH, ...caller }, { ...NO_WISHES, ...wishes });
  assert.ok(result.ok);
  const { PATH: path, ...rest } = result.value.env;
  assert.equal(path, PATH);
  return rest;
}

for (const entry of data.secret) {
  Deno.test(`environment.json ${entry.match}: every example holds`, () => {
    assert.deepEqual(entry.examples.filter((name) => !looksSecret(name, data)), []);
    assert.deepEqual(entry.not_examples.filter((name) => looksSecret(name, data)), []);
    assert.ok(entry.examples.length > 0 && entry.not_examples.length > 0);
  });
}

Deno.test("looksSecret() leaves ordinary variables alone", () => {
  const ordinary = [
    ...["GIT_AUTHOR_NAME", "KEYBOARD", "HOME", "PATH", "LANG", "LC_ALL", "TERM", "SHELL", "USER"],
    ...[
      "PWD",
      "EDITOR",
      "CI",
      "NODE_ENV",
      "JAVA_HOME",
      "GOPATH",
      "XDG_SESSION_TYPE",
      "HTTPS_PROXY",
    ],
    ...["SSH_CONNECTION", "MONKEY", "AUTHORS", "PYTHONPATH", "DISPLAY", "COLUMNS", "TMPDIR"],
  ];
  assert.deepEqual(ordinary.filter((name) => looksSecret(name, data)), []);
});

Deno.test("scrubEnvironment() leaves secrets out and tells which", () => {
  const result = scrubEnvironment({ PATH, GH_TOKEN: "s", LANG: "C", PGPASSWORD: "p" }, NO_WISHES);
  assert.deepEqual(result, {
    ok: true,
    value: { env: { PATH, LANG: "C" }, scrubbed: { GH_TOKEN: "s", PGPASSWORD: "p" } },
  });
});

Deno.test("scrubEnvironment() obeys flag, env_scrub, env_pass and the list, in this order", () => {
  const caller = { A_TOKEN: "a", B_TOKEN: "b", PLAIN: "p", EMPTY_KEY: "" };
  assert.deepEqual(scrub(caller, { envPass: ["*_TOKEN"] }), {
    A_TOKEN: "a",
    B_TOKEN: "b",
    PLAIN: "p",
  });
  assert.deepEqual(scrub(caller, { envPass: ["*"], envScrub: ["b_*"] }), {
    ...{ A_TOKEN: "a", PLAIN: "p", EMPTY_KEY: "" },
  });
  assert.deepEqual(
    scrub(caller, { envScrub: ["*_*", "PL*"], flags: ["B_TOKEN", "EMPTY_KEY", "UNSET"] }),
    {
      ...{ B_TOKEN: "b", EMPTY_KEY: "" },
    },
  );
  assert.deepEqual(scrub(caller, { flags: ["PLAIN=x=y", "NEW=", "A_TOKEN=other"] }), {
    ...{ A_TOKEN: "other", NEW: "", PLAIN: "x=y" },
  });
});

Deno.test("scrubEnvironment() refuses flags that name nothing or cannot be passed", () => {
  const code = (flag: string) => {
    const result = scrubEnvironment({}, { ...NO_WISHES, flags: [flag] });
    return result.ok ? undefined : result.refusal.code;
  };
  assert.equal(code(""), "request-bad-value");
  assert.equal(code("=x"), "request-bad-value");
  assert.equal(code("A=\0"), "request-nul");
});

Deno.test("scrubEnvironment() keeps only absolute entries of PATH", () => {
  const path = (value: string) => {
    const result = scrubEnvironment({ PATH: value }, NO_WISHES);
    return result.ok ? result.value.env.PATH : undefined;
  };
  assert.equal(path("/usr/bin:.:/a b::bin"), "/usr/bin:/a b");
  assert.equal(path("."), "/usr/bin:/bin");
  assert.equal(path(""), "/usr/bin:/bin");
});

Deno.test("a pattern of the user is no regular expression", () => {
  assert.deepEqual(scrub({ AB: "1", "A.": "2" }, { envScrub: ["A."] }), { AB: "1" });
});

Deno.test("restoreEnvironment() gives the caller's variables back and drops the launcher's own", () => {
  assert.deepEqual(
    restoreEnvironment({
      EXECGUARD_LAUNCHER: "/x/scripts/execguard",
      EXECGUARD_CALLER_HOME: "/home/me",
      EXECGUARD_CALLER_NODE_OPTIONS: "",
      EXECGUARD_SESSION: "s",
      HOME: "/runtime",
      DENO_DIR: "/runtime/cache",
      LANG: "C",
    }, data),
    { HOME: "/home/me", NODE_OPTIONS: "", EXECGUARD_SESSION: "s", LANG: "C" },
  );
  assert.deepEqual(restoreEnvironment({ HOME: "/home/me", DENO_DIR: "/d" }, data), {
    ...{ HOME: "/home/me", DENO_DIR: "/d" },
  });
});
