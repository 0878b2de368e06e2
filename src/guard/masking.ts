/**
 * What one call masks, and which argv it refuses because of what earlier calls masked.
 * @module
 */
import { ENVIRONMENT_RULES } from "../config/environment_rules.ts";
import { COMMON_WORDS, shapePatterns } from "../config/builtin_secrets.ts";
import { parseEnvText } from "../core/mask/env_text.ts";
import { type Fingerprint, holdsFingerprinted } from "../core/mask/fingerprint.ts";
import { type HashKey, KEY_BYTES, readKey } from "../core/mask/keyed_hash.ts";
import type { KnownSecret } from "../core/mask/known_secret.ts";
import { createMaskSource, type MaskSource } from "../core/mask/secret_index.ts";
import {
  envFilesNamedIn,
  isEnvFile,
  secretsOfEntries,
  secretsOfVariables,
} from "../core/mask/secret_sources.ts";
import type { Environment } from "../core/plan.ts";
import type { Facts } from "../core/ports.ts";
import type { CommandRequest, Refusal, Result } from "../core/types.ts";

/** What masking needs of the machine: functions of `src/host/secrets.ts`. */
export interface SecretHost {
  readEnvFiles(paths: readonly string[]): readonly string[];
  isAddress(value: string): boolean;
  /** Refusal: `approval-state`. */
  recall(session: string): Promise<
    Result<{ readonly key: Uint8Array; readonly fingerprints: readonly Fingerprint[] }>
  >;
  /** Refusal: `approval-state`. */
  remember(session: string, seen: MaskedValues): Promise<Result<true>>;
}

/** Values that were masked, and the key of the tags they were given. */
export interface MaskedValues {
  readonly values: readonly Uint8Array[];
  readonly key: Uint8Array;
}

/** What a call masks by; plain data, so that it can be handed to a supervisor. */
export interface MaskSecrets {
  readonly session: string;
  readonly known: readonly KnownSecret[];
  readonly key: Uint8Array;
}

/** For a call that was refused before its secrets were known: their shapes are still masked. */
export const NO_SECRETS: MaskSecrets = { session: "", known: [], key: new Uint8Array(KEY_BYTES) };

/** The session of a call that names none. */
export const DEFAULT_SESSION = "default";

/** More values are not looked for; each has a dozen spellings. */
const MAX_KNOWN = 1000;

/**
 * Gathers the secrets of a call: variables that were kept from it (`scrubbed`), and values in files of
 * variables in its directory or named in its argv.
 *
 * Refusals: `request-masked-value` for an argv that holds a value that this session masked before; `approval-state`. Source: spec.md, section 8.
 */
export async function readSecrets(
  request: CommandRequest,
  by: {
    readonly host: SecretHost;
    readonly scrubbed: Environment;
    readonly facts: Facts;
  },
): Promise<Result<MaskSecrets>> {
  const { host, scrubbed, facts } = by;
  const session = request.session ?? DEFAULT_SESSION;
  const memory = await host.recall(session);
  if (!memory.ok) return memory;
  const { key, fingerprints } = memory.value;
  const refusal = refuseMasked(request.argv, { key: readKey(key), fingerprints });
  if (refusal !== undefined) return { ok: false, refusal };
  const texts = host.readEnvFiles(envFilesOf(request, facts));
  const known = [
    ...secretsOfVariables(scrubbed),
    ...texts.flatMap((text) => secretsOfEntries(parseEnvText(text), ENVIRONMENT_RULES)),
  ];
  const secrets = unique(known).filter(({ value }) => !host.isAddress(value)).slice(0, MAX_KNOWN);
  return { ok: true, value: { session, known: secrets, key } };
}

/** A masker for each stream that shows none of the secrets, nor anything that looks like one. */
export function maskSourceOf({ known, key }: MaskSecrets): MaskSource {
  return createMaskSource({
    shapes: shapePatterns,
    commonWords: COMMON_WORDS,
    known,
    key: readKey(key),
  });
}

function refuseMasked(
  argv: readonly string[],
  memory: { readonly key: HashKey; readonly fingerprints: readonly Fingerprint[] },
): Refusal | undefined {
  const isMasked = argv.some((word) => holdsFingerprinted(word, memory));
  return isMasked ? { code: "request-masked-value" } : undefined;
}

/** The files of variables in the work directory, and those that the argv names. */
function envFilesOf({ argv, cwd }: CommandRequest, facts: Facts): readonly string[] {
  const listed = (facts.listDirectory(cwd) ?? []).filter(isEnvFile).map((name) => `${cwd}/${name}`);
  return [...new Set([...listed, ...envFilesNamedIn(argv, { cwd, home: facts.home })])];
}

/** The first of those with the same value. */
function unique(secrets: readonly KnownSecret[]): readonly KnownSecret[] {
  const values = new Map(secrets.toReversed().map((secret) => [secret.value.trim(), secret]));
  return [...values.values()].reverse();
}
