/**
 * `execguard approve passphrase`: sets the secret that stands for a system password where there is none.
 * @module
 */
import { setPassphrase } from "../../guard/approval_passphrase.ts";
import { answer, type ApproveFlags, personParts } from "../approval_context.ts";
import type { CliContext } from "../context.ts";

/** The subcommand; needs a person, and the old passphrase or the system password where there is one. */
export async function passphrase(
  this: CliContext,
  flags: ApproveFlags & { readonly passwordFd?: string },
): Promise<void> {
  await answer(this, {
    flags,
    work: async () => {
      const parts = await personParts(this, flags);
      if (!parts.ok) return parts;
      const set = await setPassphrase(parts.value);
      if (!set.ok) return set;
      return { ok: true, value: { json: { set: true }, lines: ["The passphrase is set"] } };
    },
  });
}
