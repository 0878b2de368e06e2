/**
 * execguard's own passphrase, for machines whose system cannot verify a password.
 * @module
 */
import { randomBytes, scrypt, timingSafeEqual } from "node:crypto";
import type { PassphraseHash } from "../core/approval/ports.ts";

/** About a third of a second and 128 MiB a try. Source: OWASP's advice for scrypt. */
const COST = { cost: 2 ** 17, blockSize: 8, parallelization: 1 } as const;
const BYTES = 32;

/** Hashes a new passphrase with a fresh salt. */
export async function hashPassphrase(secret: Uint8Array): Promise<PassphraseHash> {
  const settings = { salt: new Uint8Array(randomBytes(BYTES)), ...COST };
  return { ...settings, hash: await derive(secret, settings) };
}

/** Whether a passphrase is the stored one. */
export async function isPassphrase(secret: Uint8Array, stored: PassphraseHash): Promise<boolean> {
  const hash = await derive(secret, stored);
  return hash.length === stored.hash.length && timingSafeEqual(hash, stored.hash);
}

function derive(
  secret: Uint8Array,
  settings: Omit<PassphraseHash, "hash">,
): Promise<Uint8Array> {
  const { salt, cost, blockSize, parallelization } = settings;
  const options = { cost, blockSize, parallelization, maxmem: 256 * cost * blockSize };
  return new Promise((resolve, reject) => {
    scrypt(secret, salt, BYTES, options, (error, key) => {
      if (error === null) resolve(new Uint8Array(key));
      else reject(error);
    });
  });
}
