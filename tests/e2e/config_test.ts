import { equal, match } from "node:assert/strict";
import { TestEnv } from "../support/test_env.ts";

async function decide(env: TestEnv, ...argv: string[]): Promise<unknown> {
  return (await env.run(["allowlist-check", "--json", "--", ...argv])).json().code;
}

Deno.test("a config adds to the lists", async () => {
  using env = new TestEnv();
  env.configure({
    denied_command: ["curl"],
    read_only_command: ["mytool show"],
    sensitive_path: ["~/vault", "**/*.secret"],
    expose_path: ["**/public.pem"],
  });
  equal(await decide(env, "curl", "--version"), "command-denied");
  equal(await decide(env, "sh", "-c", "curl x"), "script-denied");
  equal(await decide(env, "mytool", "show", "a"), "allowlisted");
  equal(await decide(env, "mytool", "show", "--all"), "not-allowlisted");
  equal(await decide(env, "cat", `${env.home}/vault/a`), "sensitive-argument");
  equal(await decide(env, "cat", "a/b.secret"), "sensitive-argument");
  equal(await decide(env, "cat", "public.pem"), "allowlisted");
  equal(await decide(env, "cat", "private.pem"), "sensitive-argument");
});

Deno.test("a config that is wrong is refused with its key and line, and nothing runs", async () => {
  using env = new TestEnv();
  const path = `${env.home}/.config/execguard/config.jsonc`;
  const refused = async (text: string) => {
    env.write(path, text);
    const result = await env.run(["run", "--json", "--", "touch", "ran"]);
    equal(result.code, 120);
    equal(result.json().status, "invalid");
    return String(result.json().message);
  };
  match(await refused('{\n  "denied": []\n}'), /at line 2: denied: unknown key/);
  match(
    await refused('{\n  "mode": "off"\n}'),
    /at line 2: mode: must be "safe" or "auto" or "allow-all"/,
  );
  match(
    await refused('{\n\n  "mode": "safe",\n  "mode": "auto"\n}'),
    /at line 4: mode: the key stands twice/,
  );
  match(await refused("{"), /at line 1: JSON/);
  match(await refused('{"git_policy":"worktree2"}'), /git_policy/);
});

Deno.test("a config that cannot be read is refused", async () => {
  using env = new TestEnv();
  Deno.mkdirSync(`${env.home}/.config/execguard/config.jsonc`, { recursive: true });
  const result = await env.run(["run", "--json", "--", "ls"]);
  equal(result.code, 120);
  equal(result.json().code, "config-unreadable");
});

Deno.test("a mode may be lowered, never raised above the ceiling", async () => {
  using env = new TestEnv();
  const status = async (args: string[], variables = {}) =>
    (await env.run(["run", "--json", ...args, "--", "sh", "-c", "echo x > f"], { env: variables }))
      .json().status;
  equal(await status([]), "approval_required");
  equal(await status(["--mode", "auto"]), "exited");
  equal(await status([], { EXECGUARD_MODE: "auto" }), "exited");
  equal(await status(["--mode", "safe"], { EXECGUARD_MODE: "auto" }), "approval_required");
  equal(await status(["--mode", "allow-all"]), "invalid");
  equal(await status([], { EXECGUARD_MODE: "allow-all" }), "invalid");
  equal(await status([], { EXECGUARD_MODE: "loose" }), "invalid");
  env.configure({ mode: "allow-all", max_mode: "allow-all" });
  equal(await status([]), "exited");
  env.configure({ max_mode: "safe" });
  equal(await status(["--mode", "auto"]), "invalid");
});
