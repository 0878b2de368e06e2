/**
 * Requests for sandbox plans with the built-in rules.
 * @module
 */
import { Permit } from "../../src/core/permit.ts";
import type { SandboxPlan } from "../../src/core/plan.ts";
import type { SandboxFacts } from "../../src/core/place_claims.ts";
import { planSandbox, type SandboxRequest } from "../../src/core/plan_sandbox.ts";
import type { SandboxRules } from "../../src/core/sandbox_rules.ts";
import type { Finding } from "../../src/core/types.ts";
import rules from "../../configs/sandbox.json" with { type: "json" };
import sensitive from "../../configs/sensitive_paths.json" with { type: "json" };

/** The built-in rules. */
export const sandboxRules = rules as SandboxRules;

/** A request to run something harmless in a directory. */
export function sandboxRequest(
  request: Partial<SandboxRequest> & { readonly cwd: string },
): SandboxRequest {
  return {
    permit: anyPermit(),
    network: false,
    writePaths: [],
    writeScope: "home",
    workRoots: [],
    privateDirectories: [],
    programDirectories: [],
    exposedPaths: [],
    sensitive: sensitive.entries,
    rules: sandboxRules,
    ...request,
  };
}

/** The plan of a request that is expected to have one. */
export function planOf(
  request: Partial<SandboxRequest> & { readonly cwd: string },
  facts: SandboxFacts,
): SandboxPlan {
  const result = planSandbox(sandboxRequest(request), facts);
  if (!result.ok) throw new Error(`refused: ${JSON.stringify(result.refusal)}`);
  return result.value;
}

function anyPermit(): Permit {
  const strictest: Finding = {
    decision: "read_only",
    code: "allowlisted",
    argv: ["true"],
    depth: 0,
  };
  const result = Permit.grant(
    { argv: ["true"], decision: "read_only", findings: [strictest], strictest },
    "safe",
  );
  if (!result.ok) throw new Error("a read-only verdict needs no yes");
  return result.value;
}
