import { deepEqual, equal, match } from "node:assert/strict";
import denoConfig from "../../deno.json" with { type: "json" };
import { TestEnv } from "../support/test_env.ts";

const text = Deno.readTextFileSync(new URL("../../CHANGELOG.md", import.meta.url));
const headings = [...text.matchAll(/^## (.*)$/gm)].map((heading) => heading[1] ?? "");
const released = headings.filter((heading) => heading !== "Unreleased");

Deno.test("CHANGELOG.md has a dated section for the version of deno.json, the newest", () => {
  match(released[0] ?? "", /^\d+\.\d+\.\d+ - \d{4}-\d{2}-\d{2}$/);
  equal(released[0]?.split(" ")[0], denoConfig.version);
});

Deno.test("CHANGELOG.md has what is not released on top, and no version twice", () => {
  equal(headings.indexOf("Unreleased") <= 0, true);
  const versions = released.map((heading) => heading.split(" ")[0]);
  deepEqual(versions, [...new Set(versions)]);
});

Deno.test("execguard version says the version of deno.json", async () => {
  using env = new TestEnv();
  for (const word of ["version", "--version"]) {
    const { code, stdout } = await env.run([word]);
    deepEqual({ code, stdout }, { code: 0, stdout: `execguard ${denoConfig.version}\n` });
  }
});
