/**
 * Hands a password from the process in which it was typed to the one that waits for it: `sudo` wants it where it
 * runs. It is sealed for the waiting process alone, whose key never leaves its memory.
 * @module
 */
import type { Handoff } from "../core/approval/ports.ts";

/** One key serves one message, so the nonce may be constant. */
const NONCE = new Uint8Array(12);
const PUBLIC_KEY_BYTES = 32;

/** A fresh key pair, and the way to open what was sealed for it. */
export async function createHandoff(): Promise<Handoff> {
  const pair = await freshPair();
  return {
    publicKey: await publicKeyOf(pair),
    async open(sealed) {
      const bytes = Uint8Array.fromHex(sealed);
      const sender = await readPublicKey(bytes.slice(0, PUBLIC_KEY_BYTES));
      const key = await sharedKey(pair.privateKey, sender);
      try {
        const cipher = bytes.slice(PUBLIC_KEY_BYTES);
        return new Uint8Array(
          await crypto.subtle.decrypt({ name: "AES-GCM", iv: NONCE }, key, cipher),
        );
      } catch {
        return undefined; // not ours, or changed on the way
      }
    },
  };
}

/** Seals a secret for the owner of a public key, with a key of its own. */
export async function sealFor(publicKey: string, secret: Uint8Array): Promise<string> {
  const pair = await freshPair();
  const receiver = await readPublicKey(Uint8Array.fromHex(publicKey));
  const key = await sharedKey(pair.privateKey, receiver);
  const plain = new Uint8Array(secret);
  const cipher = await crypto.subtle.encrypt({ name: "AES-GCM", iv: NONCE }, key, plain);
  plain.fill(0);
  return await publicKeyOf(pair) + new Uint8Array(cipher).toHex();
}

async function freshPair(): Promise<CryptoKeyPair> {
  return await crypto.subtle.generateKey("X25519", false, ["deriveBits"]) as CryptoKeyPair;
}

async function publicKeyOf(pair: CryptoKeyPair): Promise<string> {
  return new Uint8Array(await crypto.subtle.exportKey("raw", pair.publicKey)).toHex();
}

function readPublicKey(bytes: Uint8Array<ArrayBuffer>): Promise<CryptoKey> {
  return crypto.subtle.importKey("raw", bytes, "X25519", true, []);
}

async function sharedKey(own: CryptoKey, other: CryptoKey): Promise<CryptoKey> {
  const bits = await crypto.subtle.deriveBits({ name: "X25519", public: other }, own, 256);
  const material = await crypto.subtle.importKey("raw", bits, "HKDF", false, ["deriveKey"]);
  const derivation = {
    name: "HKDF",
    hash: "SHA-256",
    salt: new Uint8Array(),
    info: new TextEncoder().encode("execguard password handoff 1"),
  };
  return await crypto.subtle.deriveKey(
    derivation,
    material,
    { name: "AES-GCM", length: 256 },
    false,
    ["encrypt", "decrypt"],
  );
}
