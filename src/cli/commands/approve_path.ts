/**
 * `execguard approve path`: write paths that sessions were granted.
 * @module
 */
import { quoteForDisplay } from "../../core/display.ts";
import { answer, type ApproveFlags, refuseUnknown, withStore } from "../approval_context.ts";
import type { CliContext } from "../context.ts";

/** `approve path list`. */
export async function listPaths(this: CliContext, flags: ApproveFlags): Promise<void> {
  await answer(this, {
    flags,
    work: async () => {
      const granted = await withStore(this, (store) => store.grantedPaths());
      if (!granted.ok) return granted;
      const paths = granted.value.map(({ session, path, sinceMs }) => ({
        session,
        path,
        since: new Date(sinceMs).toISOString(),
      }));
      const lines = paths.map(({ session, path, since }) =>
        `${quoteForDisplay(path)}  session ${quoteForDisplay(session)}  since ${since}`
      );
      return { ok: true, value: { json: { paths }, lines } };
    },
  });
}

/** `approve path revoke PATH`: narrows what may be written, so it needs nobody. */
export async function revokePath(
  this: CliContext,
  flags: ApproveFlags & { readonly session?: string },
  path: string,
): Promise<void> {
  await answer(this, {
    flags,
    work: async () => {
      const revoked = await withStore(this, (store) => store.revokePath(path, flags.session));
      if (!revoked.ok) return revoked;
      if (revoked.value === 0) return refuseUnknown("the granted path", path);
      const lines = [`Revoked: ${quoteForDisplay(path)} from ${revoked.value} session(s)`];
      return { ok: true, value: { json: { path, revoked: revoked.value }, lines } };
    },
  });
}
