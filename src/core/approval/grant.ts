/**
 * Yeses given ahead of a call, and the requests that wait for one.
 * @module
 */
import type { Level } from "./need.ts";
import { differences, type Subject } from "./subject.ts";

/** How long a request waits, and how long a yes to it counts (spec, section 4). */
export const LIFETIME_MS = 5 * 60_000;

/** One stored request. */
export interface StoredRequest {
  readonly id: string;
  readonly subject: Subject;
  readonly level: Level;
  /** Why it needs a yes, for a person. */
  readonly reason: string;
  /** What else is not read-only about it. */
  readonly remarks: readonly string[];
  /** Canonical write paths that a yes opens for the whole session. */
  readonly pathsToGrant: readonly string[];
  readonly state: "pending" | "granted" | "denied";
  /** Whether a granted one counts more than once (`approve ID --for 2h`). */
  readonly reusable: boolean;
  /** What the person said who denied it. */
  readonly note: string;
  readonly expiresMs: number;
  /** The public key of a caller who waits and needs the password itself, as sudo does; hexadecimal. */
  readonly handoffKey: string | undefined;
  /** The password, which only that caller can open; hexadecimal. */
  readonly sealed: string | undefined;
}

/** A yes that covers a call, or the one that comes closest with what is different. */
export type GrantSearch =
  | { readonly found: "grant"; readonly grant: StoredRequest }
  | { readonly found: "near"; readonly grant: StoredRequest; readonly differs: readonly string[] }
  | { readonly found: "none" };

/**
 * Looks for a yes to exactly this call among the stored requests that are still alive.
 *
 * One for the same program that differs comes back as `near`, so that the refusal can name the difference;
 * it never counts.
 */
export function findGrant(
  requests: readonly StoredRequest[],
  by: { readonly subject: Subject; readonly nowMs: number },
): GrantSearch {
  let near: (GrantSearch & { found: "near" }) | undefined;
  for (const grant of requests) {
    if (grant.state !== "granted" || grant.expiresMs <= by.nowMs) continue;
    const differs = differences(grant.subject, by.subject);
    if (differs.length === 0) return { found: "grant", grant };
    if (grant.subject.argv[0] !== by.subject.argv[0]) continue;
    if (near === undefined || differs.length < near.differs.length) {
      near = { found: "near", grant, differs };
    }
  }
  return near ?? { found: "none" };
}

/** The answer of a person who denied exactly this call, as long as it is alive. */
export function findDenial(
  requests: readonly StoredRequest[],
  by: { readonly subject: Subject; readonly nowMs: number },
): StoredRequest | undefined {
  return requests.find((request) =>
    request.state === "denied" && request.expiresMs > by.nowMs &&
    differences(request.subject, by.subject).length === 0
  );
}
