/**
 * A yes from whoever is here: the caller's descriptor, or a person on the controlling terminal.
 * @module
 */
import { exactRule } from "../core/approval/allow_rule.ts";
import { Approval } from "../core/approval/approval.ts";
import type { Terminal } from "../core/approval/ports.ts";
import { describeQuestion } from "../core/approval/question.ts";
import { differences } from "../core/approval/subject.ts";
import type { Result } from "../core/types.ts";
import { type Asked, commandOf, refuseDeclined, withWhy, type Yes } from "./approval_asked.ts";
import {
  askRightSecret,
  chooseVerifier,
  type RightSecret,
  type Verifier,
  verifySecret,
} from "./approval_secret.ts";
import { askYes } from "./ask.ts";

/** The password from `--password-fd`, in one try; undefined where none was given or none is needed. */
export async function readSecret(asked: Asked): Promise<Result<Yes> | undefined> {
  const { passwordFd, host } = asked.seeking;
  if (passwordFd === undefined || asked.level !== "password") return undefined;
  const verifier = await verifierFor(asked);
  if (!verifier.ok) return verifier;
  const read = await host.readDescriptor(passwordFd);
  if (!read.ok) return read;
  const right = await verifySecret(read.value, {
    verifier: verifier.value,
    host,
    command: commandOf(asked),
  });
  if (!right.ok) read.value.fill(0);
  return right.ok ? bySecret(right.value) : right;
}

/** A person on the controlling terminal; undefined where there is none. */
export async function askHere(asked: Asked): Promise<Result<Yes> | undefined> {
  const terminal = await asked.seeking.host.openTerminal();
  if (terminal === undefined) return undefined;
  try {
    const lines = describeQuestion(asked.question).join("\n");
    await terminal.write(`\nexecguard: a command needs your yes\n${lines}\n`);
    const needsSecret = asked.level === "password" ||
      asked.seeking.approveRequires === "passphrase";
    return needsSecret ? await askForSecret(terminal, asked) : await askForYes(terminal, asked);
  } finally {
    await terminal.close();
  }
}

async function askForYes(terminal: Terminal, asked: Asked): Promise<Result<Yes>> {
  const answer = await askYes(terminal, { rememberable: asked.isRememberable });
  const approval = Approval.byAnswer(answer);
  if (approval === undefined) {
    return refuseDeclined(asked, answer.kind === "no" ? answer.reason : "");
  }
  const changed = refuseChanged(asked);
  if (changed !== undefined) return changed;
  if (answer.kind === "remember") {
    const rule = exactRule(asked.subject);
    const kept = asked.seeking.host.useStore((store) => store.addRule(rule, Date.now()));
    if (!kept.ok) return kept;
    await terminal.write(`Remembered: execguard approve rule remove ${kept.value} forgets it\n`);
  }
  return { ok: true, value: { approval, secret: undefined } };
}

async function askForSecret(terminal: Terminal, asked: Asked): Promise<Result<Yes>> {
  const verifier = await verifierFor(asked);
  if (!verifier.ok) return verifier;
  const declined = refuseDeclined(asked, "");
  const none = asked.level === "password" || declined.ok ? asked.refusal : declined.refusal;
  const { host } = asked.seeking;
  const right = await askRightSecret(terminal, {
    verifier: verifier.value,
    host,
    command: commandOf(asked),
    none,
  });
  return right.ok ? refuseChanged(asked) ?? bySecret(right.value) : right;
}

/** What is verified for a call. Refusals: those of {@link chooseVerifier}. */
export function verifierFor(asked: Asked): Promise<Result<Verifier>> {
  const { host, system, approveRequires } = asked.seeking;
  const preferPassphrase = asked.level === "confirm" && approveRequires === "passphrase";
  return chooseVerifier(commandOf(asked), { host, system, preferPassphrase });
}

function bySecret({ check, secret }: RightSecret): Result<Yes> {
  const approval = Approval.bySecret(check);
  if (approval === undefined) throw new Error("a right secret is a yes");
  return { ok: true, value: { approval, secret } };
}

/** What was shown must be what runs: a file that changed while somebody was reading takes the yes back. */
function refuseChanged(asked: Asked): Result<never> | undefined {
  const files = asked.seeking.host.printFiles(asked.subject.files.map(({ path }) => path));
  const [changed] = differences(asked.subject, { ...asked.subject, files });
  if (changed === undefined) return undefined;
  return { ok: false, refusal: withWhy(asked.refusal, `meanwhile there was ${changed}`) };
}
