/**
 * What is read and remembered of secrets: files of variables, the key of this user, fingerprints.
 * @module
 */
import { type Fingerprint, fingerprintOf } from "../core/mask/fingerprint.ts";
import { KEY_BYTES, readKey } from "../core/mask/keyed_hash.ts";
import type { Result } from "../core/types.ts";
import {
  inStateDirectory,
  pathOf,
  readState,
  replaceState,
  sessionFolder,
  type StatePlace,
} from "./state_file.ts";
import { refuseState } from "./store_directory.ts";
import { problemOf } from "./system_error.ts";

/** More of a file of variables is not looked at: nobody writes such a one by hand. */
const MAX_FILE_BYTES = 256 * 1024;

/** So many values of a session are recognised again, the latest. */
const MAX_REMEMBERED = 2048;

/** What a session remembers of the secrets it has masked. */
export interface MaskMemory {
  readonly key: Uint8Array;
  readonly fingerprints: readonly Fingerprint[];
}

/** Values that were masked, and the key of the tags they were given. */
export interface MaskedValues {
  readonly values: readonly Uint8Array[];
  readonly key: Uint8Array;
}

/**
 * Texts of files of variables; what is missing, no file (a pipe would wait for its writer) or not readable is left
 * out: the command cannot read it either.
 */
export function readEnvFiles(paths: readonly string[]): string[] {
  return paths.map(readStart).filter((text) => text !== undefined);
}

function readStart(path: string): string | undefined {
  try {
    if (!Deno.statSync(path).isFile) return undefined;
    using file = Deno.openSync(path);
    const bytes = new Uint8Array(MAX_FILE_BYTES);
    let length = 0;
    for (let more = -1; more !== 0; length += more) {
      more = file.readSync(bytes.subarray(length)) ?? 0;
    }
    return new TextDecoder().decode(bytes.subarray(0, length));
  } catch {
    return undefined;
  }
}

/** Whether a value names something that exists, such as a socket: then it is an address, no secret. */
export function isAddress(value: string): boolean {
  const [, path] = /^(?:unix:path=|FILE:|file:\/\/)?(\/[^,;:]*)/.exec(value) ?? [];
  if (path === undefined) return false;
  try {
    Deno.lstatSync(path);
    return true;
  } catch {
    return false;
  }
}

/**
 * What a session remembers. A user without a key gets a fresh one, which is stored with the first
 * fingerprint: a command that shows no secret leaves no trace. Refusal: `approval-state`.
 */
export async function recallMasked(state: string, session: string): Promise<Result<MaskMemory>> {
  const path = `${pathOf(await sessionPlace(state, session))}/masked`;
  try {
    const text = readState(path);
    const key = storedKey(state) ?? crypto.getRandomValues(new Uint8Array(KEY_BYTES));
    return { ok: true, value: { key, fingerprints: text?.split("\n") ?? [] } };
  } catch (error) {
    const problem = problemOf(error);
    if (problem === undefined) throw error;
    return refuseState(path, problem);
  }
}

/** Remembers values, by fingerprint only; `key` becomes the user's when there is none yet. Refusal: `approval-state`. */
export async function rememberMasked(
  state: string,
  by: MaskedValues & { readonly session: string },
): Promise<Result<true>> {
  const key = inStateDirectory(
    { state, folders: ["mask"] },
    () => storedKey(state) ?? storeKey(state, by.key),
  );
  if (!key.ok) return key;
  return inStateDirectory(await sessionPlace(state, by.session), (directory) => {
    const before = readState(`${directory}/masked`)?.split("\n") ?? [];
    const now = by.values.map((value) => fingerprintOf(value, readKey(key.value)));
    const all = [...new Set([...now, ...before])].slice(0, MAX_REMEMBERED);
    replaceState(`${directory}/masked`, all.join("\n"));
    return true as const;
  });
}

async function sessionPlace(state: string, session: string): Promise<StatePlace> {
  return { state, folders: ["sessions", await sessionFolder(session)] };
}

function keyPath(state: string): string {
  return `${state}/mask/key`;
}

function storedKey(state: string): Uint8Array | undefined {
  const text = readState(keyPath(state));
  return text !== undefined && /^[0-9a-f]{32}$/.test(text) ? Uint8Array.fromHex(text) : undefined;
}

function storeKey(state: string, key: Uint8Array): Uint8Array {
  replaceState(keyPath(state), key.toHex());
  return key;
}
