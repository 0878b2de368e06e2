/**
 * Plans for a work directory in a tree that exists only in a test.
 * @module
 */
import type { SandboxPlan, WatchedName } from "../../src/core/plan.ts";
import type { SandboxRequest } from "../../src/core/plan_sandbox.ts";
import { planOf } from "./sandbox_request.ts";
import { type Tree, treeFacts } from "./tree_facts.ts";

/** The home of every tree here. */
export const HOME = "/home/me";

/** The work directory. */
export const WORK = "/home/me/w";

/** A main checkout in the work directory. */
export const REPOSITORY: Tree = {
  [`${WORK}/.git/HEAD`]: "ref: refs/heads/main\n",
  [`${WORK}/.git/config`]: "[core]\n\tbare = false\n",
  [`${WORK}/.git/hooks/x`]: "",
  [`${WORK}/.git/objects`]: "/",
  [`${WORK}/.git/refs`]: "/",
  [`${WORK}/main.c`]: "",
};

/** The plan for a command in the work directory, in the narrow write scope unless the request says otherwise. */
export function plan(tree: Tree, request: Partial<SandboxRequest> = {}): SandboxPlan {
  return planOf({ cwd: WORK, writeScope: "workdir", ...request }, treeFacts(tree, HOME));
}

/** Where places are, in their order. */
export function paths(places: readonly { readonly path: string }[]): string[] {
  return places.map(({ path }) => path);
}

/** As what a plan watches a name; undefined when it does not. */
export function watchOf(found: SandboxPlan, path: string): WatchedName["now"] | undefined {
  return found.watched.find((name) => name.path === path)?.now;
}
