/**
 * Setting the passphrase of execguard's own.
 * @module
 */
import type { Terminal } from "../core/approval/ports.ts";
import type { Result } from "../core/types.ts";
import { getSecret, type PersonParts, takePerson } from "./approval_grant.ts";
import { askSecret } from "./ask.ts";

/** In bytes. Tries are limited and slow, so this is enough against guessing. */
const LEAST = 8;

/**
 * Sets or replaces the passphrase. The old one is asked first, or the system password where the system can
 * verify one: a terminal alone can be forged, and whoever sets the passphrase can use it.
 *
 * Refusals: `approval-person`, `approval-state`, `password-*`, `request-bad-value`.
 */
export async function setPassphrase(parts: PersonParts): Promise<Result<true>> {
  const { host } = parts;
  const terminal = await takePerson("set the passphrase", host);
  if (!terminal.ok) return terminal;
  try {
    const proved = await proveSelf(terminal.value, parts);
    if (!proved.ok) return proved;
    const secret = await askTwice(terminal.value);
    if (!secret.ok) return secret;
    const hash = await host.hashPassphrase(secret.value);
    secret.value.fill(0);
    const stored = host.useStore((store) => store.setPassphrase(hash));
    return stored.ok ? { ok: true, value: true } : stored;
  } finally {
    await terminal.value.close();
  }
}

async function proveSelf(terminal: Terminal, parts: PersonParts): Promise<Result<true>> {
  const stored = parts.host.useStore((store) => store.passphrase());
  if (!stored.ok) return stored;
  const source = await parts.host.secretSource(parts.system);
  // The first one on a machine that can verify nothing: there is nothing to ask.
  if (stored.value === undefined && source.kind === "none") return { ok: true, value: true };
  const command = "execguard approve passphrase";
  const right = await getSecret(terminal, { ...parts, command, preferPassphrase: true });
  if (!right.ok) return right;
  right.value.secret.fill(0);
  return { ok: true, value: true };
}

async function askTwice(terminal: Terminal): Promise<Result<Uint8Array>> {
  const refuse = (problem: string): Result<never> => ({
    ok: false,
    refusal: { code: "request-bad-value", data: { key: "the passphrase", problem } },
  });
  const secret = await askSecret(terminal, "New passphrase of execguard");
  if (secret === undefined) return refuse("nothing was typed");
  if (secret.length < LEAST) return refuse(`must have ${LEAST} characters or more`);
  const again = await askSecret(terminal, "The same again");
  const isSame = again !== undefined && again.length === secret.length &&
    again.every((byte, index) => byte === secret[index]);
  again?.fill(0);
  return isSame ? { ok: true, value: secret } : refuse("was typed differently the second time");
}
