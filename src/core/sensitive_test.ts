import { equal } from "node:assert/strict";
import sensitiveData from "../../configs/sensitive_paths.json" with { type: "json" };
import { fakeFacts } from "../../tests/support/fake_facts.ts";
import { type Arg, literalArg } from "./arg.ts";
import { compileSensitivePaths, isSensitivePath, mayNameSensitive } from "./sensitive.ts";

const paths = compileSensitivePaths(sensitiveData.entries);
const context = {
  paths,
  cwds: ["/home/dev/work"],
  facts: fakeFacts({
    files: { "/home/dev/work/server.pem": "", "/home/dev/work/notes.md": "" },
    links: { "/home/dev/work/innocent": "/home/dev/.ssh" },
  }),
};
const asText = (text: string) => mayNameSensitive(literalArg(text), context);

Deno.test("mayNameSensitive() sees a path however it is written", () => {
  for (
    const text of [
      ".env",
      ".ENV",
      "./a/../.env",
      "config/.env.production",
      "/home/dev/.ssh/id_rsa",
      "~/.ssh",
      "server.pem",
      "--file=.env",
      "-f.env",
      "HEAD:.env",
      "@.env",
      "innocent/config",
      "/proc/self/environ",
      "/proc/1/task/1/environ",
      "/etc/shadow",
      ".config/gcloud/x",
      "id_ed25519",
      "a/.npmrc",
    ]
  ) equal(asText(text), true, text);
});

Deno.test("mayNameSensitive() leaves ordinary names alone", () => {
  for (
    const text of [
      "docs/environment.md",
      ".gitignore",
      ".env.example",
      ".env.sample",
      "firmware.txt",
      "process.env.HOME",
      "a.ts",
      "the .env file is secret",
      "/etc/hosts",
      "/proc/cpuinfo",
      "key",
      "monkey.js",
      "notes.md",
      "",
    ]
  ) equal(asText(text), false, text);
});

function pattern(...parts: Arg["alternatives"][number]): Arg {
  return { text: undefined, alternatives: [parts], splits: true, shown: "" };
}
const glob = (text: string) => ({ hole: "glob" as const, text });

Deno.test("mayNameSensitive() asks what a pattern aims at and what it matches now", () => {
  equal(mayNameSensitive(pattern(".e", glob("*")), context), true);
  equal(mayNameSensitive(pattern(".", glob("[e]"), "nv"), context), true);
  equal(mayNameSensitive(pattern("id_", glob("*")), context), true);
  equal(mayNameSensitive(pattern(glob("*"), ".pem"), context), true);
  // `*` aims at nothing, but server.pem stands there.
  equal(mayNameSensitive(pattern(glob("*")), context), true);
  equal(mayNameSensitive(pattern("src/", glob("*")), context), false);
  equal(mayNameSensitive(pattern(glob("*"), ".md"), context), false);
});

Deno.test("mayNameSensitive() sees a literal component beside something unknown", () => {
  equal(mayNameSensitive(pattern({ hole: "unknown" }, "/.env"), context), true);
  equal(mayNameSensitive(pattern({ hole: "unknown" }, "/src"), context), false);
});

Deno.test("isSensitivePath() lets the user expose a path", () => {
  const exposed = compileSensitivePaths(sensitiveData.entries, {
    sensitive: [/^\/data\//],
    exposed: [/\/ok\.pem$/],
  });
  equal(isSensitivePath("/home/dev/ok.pem", exposed), false);
  equal(isSensitivePath("/home/dev/no.pem", exposed), true);
  equal(isSensitivePath("/data/x", exposed), true);
});
