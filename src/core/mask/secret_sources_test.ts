import assert from "node:assert/strict";
import {
  envFilesNamedIn,
  isEnvFile,
  secretsOfEntries,
  secretsOfVariables,
} from "./secret_sources.ts";

const PLACES = { cwd: "/home/me/work", home: "/home/me" };

Deno.test("isEnvFile() knows files of variables, and leaves templates", () => {
  for (const name of [".env", ".env.local", ".env.production", "prod.env"]) {
    assert.ok(isEnvFile(name), name);
  }
  for (const name of [".env.example", ".env.sample", "prod.env.dist", "env", ".envrc", "x.envy"]) {
    assert.ok(!isEnvFile(name), name);
  }
});

Deno.test("secretsOfEntries() takes values by name, and passwords out of addresses", () => {
  const rules = { secret: [{ match: "*TOKEN" }], launcher: { names: [] } };
  const entries = [
    { name: "API_TOKEN", value: "0123456789" },
    { name: "PORT", value: "3000" },
    { name: "CACHE", value: "redis://:pass%2Fword@cache:6379/1" },
  ];
  assert.deepEqual(secretsOfEntries(entries, rules), [
    { name: "API_TOKEN", value: "0123456789" },
    { name: "CACHE", value: "pass%2Fword" },
    { name: "CACHE", value: "pass/word" },
  ]);
});

Deno.test("secretsOfVariables() takes every value", () => {
  assert.deepEqual(secretsOfVariables({ MY_VALUE: "0123456789" }), [
    { name: "MY_VALUE", value: "0123456789" },
  ]);
});

Deno.test("envFilesNamedIn() finds what a script sources, from where it sources it", () => {
  const script = "cd api && set -a; . ./.env; source config/prod.sh; set +a; curl x";
  assert.deepEqual(envFilesNamedIn(["sh", "-c", script], PLACES), [
    "/home/me/work/.env",
    "/home/me/work/api/.env",
    "/home/me/work/config/prod.sh",
    "/home/me/work/api/config/prod.sh",
  ]);
});

Deno.test("envFilesNamedIn() finds files in options, in home, and with odd quoting", () => {
  const argv = ["node", "--env-file=config/prod.env", "x.js", 'cat "$HOME/.env.local" ~/.env'];
  assert.deepEqual(envFilesNamedIn(argv, PLACES), [
    "/home/me/work/config/prod.env",
    "/home/me/.env.local",
    "/home/me/.env",
  ]);
});

Deno.test("envFilesNamedIn() is not drowned", () => {
  const argv = Array.from({ length: 1000 }, (_, index) => `${index}/.env`);
  assert.equal(envFilesNamedIn(argv, PLACES).length, 32);
});
