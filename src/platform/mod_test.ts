import assert from "node:assert/strict";
import { GOLDEN_CASES, goldenLaunch, goldenPlan } from "../../tests/golden/cases.ts";
import { platformOf } from "./mod.ts";

const SYSTEMS = ["linux", "darwin"] as const;

Deno.test("platformOf() gives each system its own name and absolute sandbox programs", () => {
  for (const system of SYSTEMS) {
    const { name, sandboxPrograms } = platformOf(system, "x86_64");
    assert.equal(name, system);
    assert.ok(sandboxPrograms.length > 0 && sandboxPrograms.every((path) => path.startsWith("/")));
  }
});

Deno.test("platformOf() gives each system its own renderer", () => {
  const [linux, darwin] = SYSTEMS.map((system) => goldenLaunch(GOLDEN_CASES[0], system));
  assert.deepEqual([linux?.profile, darwin?.hiddenArgs], [undefined, []]);
  assert.equal(linux?.hiddenArgs[0], "--unshare-user");
  assert.match(darwin?.profile ?? "", /^\(version 1\)/);
});

Deno.test("platformOf() hands limits to the host where they can be kept, and drops none elsewhere", () => {
  const limits = { memory: 2 ** 30, pids: 5 };
  const render = (system: "linux" | "darwin") =>
    platformOf(system, "x86_64").render(
      { ...goldenPlan(GOLDEN_CASES[0]), limits },
      { argv: ["true"], env: {} },
      { program: "/x", temporaryDirectory: "/t", tag: "t" },
    );
  assert.deepEqual(render("linux").limits, limits);
  assert.throws(() => render("darwin"), /limits/);
  assert.deepEqual(SYSTEMS.map((name) => platformOf(name, "x86_64").keepsLimits), [true, false]);
});

Deno.test("platformOf() tells the trashes apart and hides what only one system has", () => {
  const linux = platformOf("linux", "x86_64");
  const darwin = platformOf("darwin", "aarch64");
  assert.deepEqual([linux.trash, darwin.trash], ["freedesktop", "user"]);
  const hidden = (match: string) => (entry: { match: string; hide: boolean }) =>
    entry.match === match && entry.hide;
  assert.ok(darwin.sensitivePaths.some(hidden("/Library/Keychains")));
  assert.ok(linux.sensitivePaths.some(hidden(".mozilla")));
});

Deno.test("platformOf() filters system calls on Linux, by the processor's own numbers", () => {
  const filterOf = (system: "linux" | "darwin", architecture: "x86_64" | "aarch64") =>
    platformOf(system, architecture).render(
      goldenPlan(GOLDEN_CASES[0]),
      { argv: ["true"], env: {} },
      { program: "/x", temporaryDirectory: "/t", tag: "t" },
    ).filter;
  assert.equal(filterOf("linux", "x86_64")?.[1]?.value, 0xc000003e);
  assert.equal(filterOf("linux", "aarch64")?.[1]?.value, 0xc00000b7);
  assert.equal(filterOf("darwin", "aarch64"), undefined);
});
