import assert from "node:assert/strict";
import fc from "fast-check";
import { isInside, parentOf } from "../../src/core/paths.ts";
import type { LaunchSpec, SandboxPlan } from "../../src/core/plan.ts";
import { planSandbox } from "../../src/core/plan_sandbox.ts";
import { renderBubblewrap } from "../../src/platform/bubblewrap.ts";
import { renderSeatbelt } from "../../src/platform/seatbelt.ts";
import { accessOf, canMove, readMounts } from "../support/bwrap_evaluator.ts";
import { sandboxRequest } from "../support/sandbox_request.ts";
import { allows, readProfile } from "../support/seatbelt_evaluator.ts";
import { type Tree, treeFacts } from "../support/tree_facts.ts";

const HOME = "/home/me";

/** Names that rules speak of, and ordinary ones around them. */
const NAMES = [
  ...[".git", "hooks", "config", "worktrees", "info", ".vscode", ".claude", ".ssh", ".config"],
  ...["gcloud", "fish", ".bashrc", ".netrc", "a.pem", ".npmrc", "w", "x", "objects", "HEAD"],
];

const path = fc.array(fc.constantFrom(...NAMES), { minLength: 1, maxLength: 4 })
  .map((parts) => `${HOME}/${parts.join("/")}`);

const node = fc.oneof(
  { weight: 3, arbitrary: fc.constant("/") },
  { weight: 3, arbitrary: fc.constant("text") },
  { weight: 1, arbitrary: path.map((target) => `-> ${target}`) },
  { weight: 1, arbitrary: fc.constant("gitdir: ../.git/worktrees/x\n") },
  { weight: 1, arbitrary: fc.constant("[core]\n\thooksPath = x/hooks\n") },
);

/** A machine and a request on it; entries below a file or link stay out of the tree. */
const world = fc.record({
  entries: fc.array(fc.tuple(path, node), { maxLength: 14 }),
  cwd: path,
  writePath: fc.option(path, { nil: undefined }),
  writeScope: fc.constantFrom("home" as const, "workdir" as const),
}).map((drawn) => {
  const tree: Record<string, string> = { [HOME]: "/", [drawn.cwd]: "/" };
  const isDirectory = (at: string): boolean =>
    at === "/" || ((tree[at] ?? "/") === "/" && isDirectory(parentOf(at)));
  const hasChild = (at: string) => Object.keys(tree).some((other) => other.startsWith(`${at}/`));
  for (const [at, text] of drawn.entries) {
    if (tree[at] !== undefined || !isDirectory(parentOf(at))) continue;
    if (text === "/" || !hasChild(at)) tree[at] = text;
  }
  return { ...drawn, tree: tree as Tree };
});

interface Drawn {
  readonly tree: Tree;
  readonly cwd: string;
  readonly writePath: string | undefined;
  readonly writeScope: "home" | "workdir";
}

function planned(drawn: Drawn): SandboxPlan | undefined {
  const facts = treeFacts(drawn.tree, HOME);
  const result = planSandbox(
    sandboxRequest({
      cwd: drawn.cwd,
      writeScope: drawn.writeScope,
      writePaths: drawn.writePath === undefined ? [] : [drawn.writePath],
    }),
    facts,
  );
  return result.ok ? result.value : undefined;
}

function rendered(plan: SandboxPlan): { readonly linux: LaunchSpec; readonly darwin: LaunchSpec } {
  const command = { argv: ["true"], env: {} };
  const confinement = { program: "/x", temporaryDirectory: "/private/tmp/t", tag: "t" };
  return {
    linux: renderBubblewrap(plan, command, confinement),
    darwin: renderSeatbelt(plan, command, confinement),
  };
}

/** Every path of the tree and of the plan, with a child and a neighbour. */
function probes(drawn: Drawn, plan: SandboxPlan): string[] {
  const places = [...plan.protected, ...plan.hidden, ...plan.watched].map((place) => place.path);
  const all = [...Object.keys(drawn.tree), ...places, ...plan.writable, ...plan.pinned, "/etc/x"];
  return [...new Set(all.flatMap((at) => [at, `${at}/child`, `${at}-evil`]))];
}

Deno.test("both renderers decide the same of every place", () => {
  fc.assert(
    fc.property(world, (drawn) => {
      const plan = planned(drawn);
      if (plan === undefined) return;
      const { linux, darwin } = rendered(plan);
      const mounts = readMounts(linux.hiddenArgs);
      const profile = readProfile(darwin.profile ?? "", darwin.parameters);
      const watched = new Set(linux.watched);
      for (const at of probes(drawn, plan)) {
        const access = accessOf(mounts, at);
        const may = (operation: string) => allows(profile, { operation, path: at });
        assert.equal(may("file-read-data"), access !== "none", `read ${at}`);
        // What macOS denies by name is watched on Linux.
        if ([...watched].some((name) => isInside(at, name))) continue;
        assert.equal(may("file-write-data"), access === "write", `write ${at}`);
        assert.equal(may("file-write-create"), access === "write", `create ${at}`);
      }
    }),
    { numRuns: 400 },
  );
});

Deno.test("both renderers let the same existing places be moved", () => {
  fc.assert(
    fc.property(world, (drawn) => {
      const plan = planned(drawn);
      if (plan === undefined) return;
      const { linux, darwin } = rendered(plan);
      const mounts = readMounts(linux.hiddenArgs);
      const profile = readProfile(darwin.profile ?? "", darwin.parameters);
      const watched = new Set(linux.watched);
      for (const at of Object.keys(drawn.tree)) {
        if (watched.has(at)) continue;
        const allowed = allows(profile, { operation: "file-write-unlink", path: at });
        assert.equal(allowed, canMove(mounts, at), at);
      }
    }),
    { numRuns: 400 },
  );
});

Deno.test("no ancestor of a protected or hidden place can be moved", () => {
  fc.assert(
    fc.property(world, (drawn) => {
      const plan = planned(drawn);
      if (plan === undefined) return;
      const mounts = readMounts(rendered(plan).linux.hiddenArgs);
      for (const place of [...plan.protected, ...plan.hidden]) {
        for (let at = place.path; at !== "/"; at = parentOf(at)) {
          assert.equal(canMove(mounts, at), false, `${at} above ${place.path}`);
        }
      }
    }),
    { numRuns: 400 },
  );
});

Deno.test("a path cannot add a rule to the profile", () => {
  const nasty = fc.string({
    unit: fc.constantFrom(...'")(;\n\\ a*é'),
    minLength: 1,
    maxLength: 12,
  });
  fc.assert(fc.property(nasty, (name) => {
    const plan = planned({
      tree: { [HOME]: "/", [`${HOME}/w/${name}.pem`]: "", [`${HOME}/w/a`]: "" },
      cwd: `${HOME}/w`,
      writePath: undefined,
      writeScope: "home",
    });
    if (plan === undefined) return;
    const { darwin } = rendered(plan);
    assert.match(darwin.profile ?? "", /^[\t\n\x20-\x7e]+$/);
    assert.equal((darwin.profile ?? "").includes(name + ".pem"), false);
    assert.ok(Object.values(darwin.parameters ?? {}).includes(`${HOME}/w/${name}.pem`));
  }));
});
