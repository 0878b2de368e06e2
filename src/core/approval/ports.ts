/**
 * What approval asks of the machine. Types only; the real ones live in `src/host/`.
 * @module
 */
import type { Result } from "../types.ts";
import type { AllowRule, NewRule } from "./allow_rule.ts";
import type { SecretCheck } from "./approval.ts";
import type { StoredRequest } from "./grant.ts";
import type { FilePrint } from "./subject.ts";

/** The controlling terminal in raw mode, with what was typed ahead thrown away. */
export interface Terminal {
  write(text: string): Promise<void>;
  /** The next keys; undefined when the terminal is gone or a signal asks us to stop. */
  read(): Promise<Uint8Array | undefined>;
  /** Gives the terminal back as it was. */
  close(): Promise<void>;
}

/** A request to be stored. */
export type NewRequest = Pick<
  StoredRequest,
  "subject" | "level" | "reason" | "remarks" | "pathsToGrant" | "handoffKey"
>;

/** A write path a session was granted with the password. */
export interface GrantedPath {
  readonly session: string;
  readonly path: string;
  readonly sinceMs: number;
}

/** How a request is granted. */
export interface GrantTerms {
  readonly nowMs: number;
  readonly untilMs: number;
  readonly reusable: boolean;
  /** See {@link StoredRequest.sealed}. */
  readonly sealed: string | undefined;
}

/** Takes over a password from the process in which it was typed. */
export interface Handoff {
  /** Hexadecimal. */
  readonly publicKey: string;
  /** Undefined when it was sealed for somebody else. */
  open(sealed: string): Promise<Uint8Array | undefined>;
}

/** A passphrase as it is stored: never itself. */
export interface PassphraseHash {
  readonly salt: Uint8Array;
  readonly hash: Uint8Array;
  /** Cost parameters of scrypt. */
  readonly cost: number;
  readonly blockSize: number;
  readonly parallelization: number;
}

/** The stored state, open. Every change is one transaction that is on the disk when the call returns. */
export interface ApprovalStore {
  /** Requests that are still alive, oldest first. */
  requests(nowMs: number): readonly StoredRequest[];
  /** One request, alive or expired not long ago. */
  find(id: string): StoredRequest | undefined;
  /** Stores a request that waits; the same one that waits already gets more time instead. The id comes back. */
  enqueue(request: NewRequest, nowMs: number): string;
  /** Makes a waiting request a grant, and opens its write paths to its session; false when it waits no more. */
  grant(id: string, terms: GrantTerms): boolean;
  /** Denies a waiting request, or takes a grant back; false when there is none. */
  deny(id: string, by: { readonly note: string; readonly nowMs: number }): boolean;
  /** Uses a grant up; false when another process was first. A reusable one stays. */
  consume(id: string, nowMs: number): boolean;
  rules(): readonly AllowRule[];
  /** The id of the new rule, or of the same one that is there already. */
  addRule(rule: NewRule, nowMs: number): string;
  removeRule(id: string): boolean;
  grantedPaths(): readonly GrantedPath[];
  grantPaths(
    session: string,
    by: { readonly paths: readonly string[]; readonly nowMs: number },
  ): void;
  /** Takes a path back, from one session or from all; the number of grants that ended. */
  revokePath(path: string, session: string | undefined): number;
  /** Takes one of the tries there are at a secret in a while; undefined when they are used up. */
  startTry(nowMs: number): number | undefined;
  /** Gives a try back: the secret was right, or could not be checked. */
  endTry(attempt: number): void;
  passphrase(): PassphraseHash | undefined;
  setPassphrase(passphrase: PassphraseHash): void;
}

/** Which secret can be verified on this machine for this user. */
export type SecretSource =
  | { readonly kind: "sudo"; readonly user: string }
  | { readonly kind: "su"; readonly user: string }
  | { readonly kind: "none"; readonly problem: string };

/** One line of the audit log. */
export interface AuditRecord {
  readonly at: string;
  /** SHA-256 of the whole request with its session and directory. */
  readonly request: string;
  readonly session: string;
  readonly cwd: string;
  /** Secrets replaced. */
  readonly argv: readonly string[];
  readonly decision: string;
  readonly code: string;
  /** Whose yes it was. */
  readonly source: string;
  readonly outcome: string;
  readonly exit_code: number;
}

/** Where calls are written down. */
export interface AuditLog {
  /** Adds a line. Refusal: `approval-state`. */
  append(record: AuditRecord): Result<true>;
}

/** A held lock. */
export interface Lock {
  release(): void;
}

/** Everything approval needs of the machine. */
export interface ApprovalHost {
  /** Undefined when there is no controlling terminal, or we are in its background. */
  openTerminal(): Promise<Terminal | undefined>;
  /** Opens the state, works on it, closes it. Refusal: `approval-state`. */
  useStore<T>(work: (store: ApprovalStore) => T): Result<T>;
  /** Prints of the files that are there, in the same order. */
  printFiles(paths: readonly string[]): readonly FilePrint[];
  secretSource(system: "linux" | "darwin"): Promise<SecretSource>;
  /** Verifies the system password with the source's own program. */
  checkSecret(secret: Uint8Array, source: SecretSource): Promise<SecretCheck>;
  hashPassphrase(secret: Uint8Array): Promise<PassphraseHash>;
  isPassphrase(secret: Uint8Array, stored: PassphraseHash): Promise<boolean>;
  createHandoff(): Promise<Handoff>;
  /** Seals a password for the waiting caller who published the key. */
  sealFor(publicKey: string, secret: Uint8Array): Promise<string>;
  /** First line of a descriptor the caller opened for us. Refusal: `request-bad-value`. */
  readDescriptor(descriptor: number): Promise<Result<Uint8Array>>;
  /** Whether this process runs in a sandbox. */
  isConfined(): boolean;
}
