/**
 * Asking for the secret that stands for a person: the system password, or the passphrase where the system
 * can verify none.
 * @module
 */
import type { SecretCheck } from "../core/approval/approval.ts";
import type {
  ApprovalHost,
  PassphraseHash,
  SecretSource,
  Terminal,
} from "../core/approval/ports.ts";
import { escapeForDisplay } from "../core/display.ts";
import type { Refusal, Result } from "../core/types.ts";
import { askSecret } from "./ask.ts";

/** Source: spec.md, section 4. */
const TRIES = 3;

/** What is verified, and how it is called. */
export type Verifier =
  | { readonly kind: "system"; readonly source: SecretSource & { readonly user: string } }
  | { readonly kind: "passphrase"; readonly stored: PassphraseHash };

/** Where the choice depends on the machine and the config. */
export interface VerifierContext {
  readonly host: ApprovalHost;
  readonly system: "linux" | "darwin";
  /** Take the passphrase first, if one is set: `approve_requires` asks for it by name. */
  readonly preferPassphrase: boolean;
}

/** A right secret. */
export interface RightSecret {
  readonly check: SecretCheck;
  /** For the caller to use and wipe. */
  readonly secret: Uint8Array;
}

/**
 * Chooses what is verified. Refusals: `approval-state`; `password-unavailable` (command, problem) where the
 * system can verify nothing and no passphrase is set.
 */
export async function chooseVerifier(
  command: string,
  context: VerifierContext,
): Promise<Result<Verifier>> {
  const stored = context.host.useStore((store) => store.passphrase());
  if (!stored.ok) return stored;
  const passphrase = stored.value === undefined
    ? undefined
    : { kind: "passphrase" as const, stored: stored.value };
  if (context.preferPassphrase && passphrase !== undefined) return { ok: true, value: passphrase };
  const source = await context.host.secretSource(context.system);
  if (source.kind !== "none") return { ok: true, value: { kind: "system", source } };
  if (passphrase !== undefined) return { ok: true, value: passphrase };
  const problem = `${source.problem}, and no passphrase is set`;
  return {
    ok: false,
    refusal: {
      code: "password-unavailable",
      data: { command, problem },
      advice: ["execguard approve passphrase on a terminal sets one"],
    },
  };
}

/** What is asked for, for a prompt. */
export function nameOfSecret(verifier: Verifier): string {
  return verifier.kind === "passphrase"
    ? "Passphrase of execguard"
    : `System password of ${escapeForDisplay(verifier.source.user)}`;
}

/** Verifies one secret. Refusals: `approval-state`, `password-wrong`, `password-unavailable` (too many tries, too). */
export async function verifySecret(
  secret: Uint8Array,
  by: { readonly verifier: Verifier; readonly host: ApprovalHost; readonly command: string },
): Promise<Result<RightSecret>> {
  const { host, verifier, command } = by;
  const attempt = host.useStore((store) => store.startTry(Date.now()));
  if (!attempt.ok) return attempt;
  if (attempt.value === undefined) {
    return unavailable(command, "there were too many wrong answers; wait a minute");
  }
  const number = attempt.value;
  const check = await checkWith(secret, { host, verifier });
  if (check.result === "wrong") {
    return { ok: false, refusal: { code: "password-wrong", data: { command } } };
  }
  const given = host.useStore((store) => store.endTry(number));
  if (!given.ok) return given;
  if (check.result === "unavailable") return unavailable(command, check.problem);
  return { ok: true, value: { check, secret } };
}

/**
 * Asks on the terminal until the secret is right, three times at most. Refusals: those of {@link verifySecret};
 * `none` for an answer that is no.
 */
export async function askRightSecret(
  terminal: Terminal,
  by: {
    readonly verifier: Verifier;
    readonly host: ApprovalHost;
    readonly command: string;
    /** The refusal when nothing is typed. */
    readonly none: Refusal;
  },
): Promise<Result<RightSecret>> {
  let last: Result<RightSecret> = { ok: false, refusal: by.none };
  for (let asked = 0; asked < TRIES; asked++) {
    const secret = await askSecret(terminal, nameOfSecret(by.verifier));
    if (secret === undefined) return { ok: false, refusal: by.none };
    last = await verifySecret(secret, by);
    if (last.ok) return last;
    secret.fill(0);
    if (last.refusal.code !== "password-wrong") return last;
    await terminal.write("That is wrong.\n");
  }
  return last;
}

async function checkWith(
  secret: Uint8Array,
  by: { readonly host: ApprovalHost; readonly verifier: Verifier },
): Promise<SecretCheck> {
  const { host, verifier } = by;
  if (verifier.kind === "system") return await host.checkSecret(secret, verifier.source);
  const isRight = await host.isPassphrase(secret, verifier.stored);
  return { result: isRight ? "right" : "wrong", method: "passphrase" };
}

function unavailable(command: string, problem: string): Result<never> {
  return { ok: false, refusal: { code: "password-unavailable", data: { command, problem } } };
}
