/**
 * The permit of a call: at once for most, sought for the others.
 * @module
 */
import type { ApprovalHost } from "../core/approval/ports.ts";
import { Permit } from "../core/permit.ts";
import type { Settings } from "../core/policy.ts";
import type { Facts } from "../core/ports.ts";
import type { CommandRequest, Result, Verdict } from "../core/types.ts";
import type { SystemName } from "../platform/mod.ts";
import type { Permitted } from "./approval.ts";

/** How a yes may be sought. */
export interface Asking {
  /** The caller's descriptor that holds the password. */
  readonly passwordFd: number | undefined;
  /** How long to wait for somebody to approve elsewhere; 0 is not at all. */
  readonly waitMs: number;
  /** Tells the caller something meanwhile. */
  readonly say: (text: string) => void;
}

/** What a call is permitted by. */
export interface PermitParts {
  readonly verdict: Verdict;
  readonly facts: Facts;
  readonly settings: Settings;
  readonly asking: Asking;
  readonly loadApproval: () => Promise<ApprovalHost>;
  readonly systemName: () => Promise<SystemName>;
}

/**
 * The permit of a call. What needs nobody opens no database and loads nothing; refusals as `seekPermit` of
 * `approval.ts`.
 */
export async function findPermit(
  request: CommandRequest,
  parts: PermitParts,
): Promise<Result<Permitted>> {
  const { verdict, facts, settings, asking } = parts;
  const permit = Permit.grant(verdict, request.mode);
  if (permit.ok) return { ok: true, value: { permit: permit.value, secret: undefined } };
  const [{ seekPermit }, host, system] = await Promise.all([
    import("./approval.ts"),
    parts.loadApproval(),
    parts.systemName(),
  ]);
  return await seekPermit({
    request,
    verdict,
    facts,
    host,
    system,
    approveRequires: settings.approveRequires,
    ...asking,
  });
}
