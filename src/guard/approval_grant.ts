/**
 * Granting what waits: a person at a terminal, elsewhere than the call.
 * @module
 */
import { LIFETIME_MS, type StoredRequest } from "../core/approval/grant.ts";
import type { ApprovalHost, Terminal } from "../core/approval/ports.ts";
import { describeQuestion } from "../core/approval/question.ts";
import { differences } from "../core/approval/subject.ts";
import { showArgv } from "../core/display.ts";
import type { Refusal, Result } from "../core/types.ts";
import {
  askRightSecret,
  chooseVerifier,
  type RightSecret,
  verifySecret,
} from "./approval_secret.ts";

/** What a person is asked with. */
export interface PersonParts {
  readonly host: ApprovalHost;
  readonly system: "linux" | "darwin";
  readonly approveRequires: "terminal" | "passphrase";
  readonly passwordFd: number | undefined;
}

/** What a secret is asked for. */
export interface SecretWish {
  /** The command, as it is shown. */
  readonly command: string;
  readonly preferPassphrase: boolean;
}

/** Why nobody in here can speak for a person (`approval-person`); undefined outside a sandbox. */
export function refuseConfined(action: string, host: ApprovalHost): Refusal | undefined {
  if (!host.isConfined()) return undefined;
  const why = "a command in the sandbox cannot speak for a person";
  return { code: "approval-person", data: { action, why } };
}

/**
 * The terminal of a person, taken; whoever gets it closes it. Refusal: `approval-person` (action, why) without one.
 * Source: spec.md, section 14.6.
 */
export async function takePerson(
  action: string,
  host: ApprovalHost,
): Promise<Result<Terminal>> {
  const terminal = await host.openTerminal();
  if (terminal !== undefined) return { ok: true, value: terminal };
  const why = "it needs a person at a terminal, in its foreground";
  return { ok: false, refusal: { code: "approval-person", data: { action, why } } };
}

/** The right secret from the descriptor, or typed. Refusals: `password-*`, `approval-state`, `request-bad-value`. */
export async function getSecret(
  terminal: Terminal,
  parts: PersonParts & SecretWish,
): Promise<Result<RightSecret>> {
  const { host, command, passwordFd } = parts;
  const verifier = await chooseVerifier(command, parts);
  if (!verifier.ok) return verifier;
  const by = { verifier: verifier.value, host, command };
  if (passwordFd === undefined) {
    const none: Refusal = {
      code: "password-required",
      data: { why: `Cannot approve ${command}: nothing was typed` },
    };
    return await askRightSecret(terminal, { ...by, none });
  }
  const read = await host.readDescriptor(passwordFd);
  return read.ok ? await verifySecret(read.value, by) : read;
}

/** A request that was granted. */
export interface Granted {
  readonly request: StoredRequest;
  readonly untilMs: number;
}

/**
 * Grants a waiting request: once within five minutes, or with `forMs` as often as wanted for so long, which
 * no request that needs the password can be.
 *
 * Refusals: `approval-unknown`, `approval-expired` (a file has changed since, too), `approval-person`,
 * `request-bad-flag`, those of {@link getSecret}. Source: spec.md, section 4.
 */
export async function grantRequest(
  id: string,
  parts: PersonParts & { readonly forMs: number | undefined },
): Promise<Result<Granted>> {
  const { host, forMs } = parts;
  const found = findWaiting(id, host);
  if (!found.ok) return found;
  const request = found.value;
  if (forMs !== undefined && request.level === "password") {
    const problem = "--for cannot cover what needs the password";
    return { ok: false, refusal: { code: "request-bad-flag", data: { problem } } };
  }
  const terminal = await takePerson(`approve ${id}`, host);
  if (!terminal.ok) return terminal;
  try {
    await terminal.value.write(`\n${describeQuestion(request).join("\n")}\n`);
    const sealed = await vouch(terminal.value, { ...parts, request });
    if (!sealed.ok) return sealed;
    const nowMs = Date.now();
    const untilMs = nowMs + (forMs ?? LIFETIME_MS);
    const terms = { nowMs, untilMs, reusable: forMs !== undefined, sealed: sealed.value };
    const granted = host.useStore((store) => store.grant(id, terms));
    if (!granted.ok) return granted;
    return granted.value
      ? { ok: true, value: { request, untilMs } }
      : expired(id, "it was answered or expired meanwhile");
  } finally {
    await terminal.value.close();
  }
}

function findWaiting(id: string, host: ApprovalHost): Result<StoredRequest> {
  const found = host.useStore((store) => store.find(id));
  if (!found.ok) return found;
  const request = found.value;
  if (request === undefined) {
    return {
      ok: false,
      refusal: { code: "approval-unknown", data: { what: "the request", id } },
    };
  }
  if (request.expiresMs <= Date.now()) return expired(id, "it has expired");
  if (request.state !== "pending") return expired(id, `it was ${request.state} already`);
  const files = host.printFiles(request.subject.files.map(({ path }) => path));
  const [changed] = differences(request.subject, { ...request.subject, files });
  return changed === undefined
    ? { ok: true, value: request }
    : expired(id, `there is ${changed} since`);
}

/**
 * Makes sure of the person as far as the request wants it. The value is the password, sealed for the caller who
 * waits for it, where `sudo` will want it once more.
 */
async function vouch(
  terminal: Terminal,
  parts: PersonParts & { readonly request: StoredRequest },
): Promise<Result<string | undefined>> {
  const { request, host, approveRequires } = parts;
  if (request.level === "confirm" && approveRequires === "terminal") {
    return { ok: true, value: undefined };
  }
  const command = showArgv(request.subject.argv);
  const preferPassphrase = request.level === "confirm";
  const right = await getSecret(terminal, { ...parts, command, preferPassphrase });
  if (!right.ok) return right;
  const { check, secret } = right.value;
  try {
    const isWanted = request.subject.argv[0] === "sudo" && check.result !== "unavailable" &&
      check.method === "sudo";
    if (!isWanted) return { ok: true, value: undefined };
    if (request.handoffKey !== undefined) {
      return { ok: true, value: await host.sealFor(request.handoffKey, secret) };
    }
    const problem = "sudo wants the password itself, so its caller must wait for it: run --wait 5m";
    return {
      ok: false,
      refusal: { code: "password-unavailable", data: { command, problem } },
    };
  } finally {
    secret.fill(0);
  }
}

function expired(id: string, why: string): Result<never> {
  return { ok: false, refusal: { code: "approval-expired", data: { id, why } } };
}
