/**
 * Lets the system itself verify the user's password, through its own programs.
 * @module
 */
import type { SecretCheck } from "../core/approval/approval.ts";
import type { SecretSource } from "../core/approval/ports.ts";
import { startedWithSecret } from "./password_program.ts";

/** Where the programs are; never looked up on PATH, which the caller chooses. The second is NixOS's. */
const SUDO = ["/usr/bin/sudo", "/run/wrappers/bin/sudo"];
const SU = ["/usr/bin/su", "/bin/su", "/run/wrappers/bin/su"];
const PASSWD = ["/usr/bin/passwd", "/run/wrappers/bin/passwd"];
const ID = ["/usr/bin/id", "/bin/id"];

const SET_USER_ID = 0o4000;
/** What sudo (and sudo-rs) says without a terminal when it would have asked. */
const WOULD_ASK = /password is required|authentication is required/i;
const NO_NEW_PRIVILEGES = /no new priv/i;
/** What su says of a wrong password: Linux-PAM, shadow, BusyBox. */
const WRONG = /authentication failure|incorrect password|sorry/i;
/** `passwd -S`: locked, or none at all, with which any word would pass. */
const NO_PASSWORD = /^\S+ (?:L|LK|NP|NL)\b/;

/**
 * Which program can verify this user's password, if any. A program that would accept any word is none:
 *
 * 1 root is asked nothing; 2 a locked or empty password verifies nothing; 3 `sudo -k -n -v` tells, whatever
 * ticket lives, whether sudo would ask: with NOPASSWD it would not; 4 else `su` to oneself.
 *
 * Source: spec.md, section 4; ecosystem.md, section 3.
 */
export async function findSecretSource(system: "linux" | "darwin"): Promise<SecretSource> {
  const none = (problem: string): SecretSource => ({ kind: "none", problem });
  if (Deno.uid() === 0) return none("root is asked nothing by the system");
  const user = await ownName();
  if (user === undefined) return none("the name of this user is not known");
  const status = await say(findSetUserId(PASSWD), ["-S", user]);
  if (NO_PASSWORD.test(status.stdout)) return none(`the password of ${user} is locked or empty`);
  const sudo = findSudo();
  const probe = await say(sudo, ["-k", "-n", "-v"]);
  if (NO_NEW_PRIVILEGES.test(probe.stderr)) return none("this process may gain no privileges");
  if (sudo !== undefined && probe.code !== 0 && WOULD_ASK.test(probe.stderr)) {
    return { kind: "sudo", user };
  }
  // su on macOS reads from the terminal only, never what it is handed.
  const su = system === "darwin" ? undefined : findSetUserId(SU);
  return su === undefined
    ? none("neither sudo nor su can verify a password here")
    : { kind: "su", user };
}

/**
 * Verifies a password, given as bytes. Never through argv or environment; a live ticket of sudo is neither
 * used nor left behind. `unavailable` when the answer is not about the password.
 */
export async function checkSystemPassword(
  secret: Uint8Array,
  source: SecretSource,
): Promise<SecretCheck> {
  if (source.kind === "none") return { result: "unavailable", problem: source.problem };
  // Neither program takes more than one line, and what follows would be answers to further questions.
  if (secret.some((byte) => byte < 0x20)) return { result: "wrong", method: source.kind };
  const program = findSetUserId(source.kind === "sudo" ? SUDO : SU);
  if (program === undefined) {
    return { result: "unavailable", problem: `${source.kind} is not there any more` };
  }
  // No -p: sudo-rs does not have it.
  const args = source.kind === "sudo" ? ["-k", "-S", "-v"] : [source.user, "-c", "true"];
  const { code, stderr } = await startedWithSecret(program, { args, secret });
  if (code === 0) return { result: "right", method: source.kind };
  if (NO_NEW_PRIVILEGES.test(stderr)) {
    return { result: "unavailable", problem: "this process may gain no privileges" };
  }
  if (source.kind === "sudo" || WRONG.test(stderr)) {
    return { result: "wrong", method: source.kind };
  }
  const said = stderr.trim().split("\n").at(-1) || `su ended with ${code}`;
  return { result: "unavailable", problem: said };
}

/** The installed sudo; undefined where there is none that works. */
export function findSudo(): string | undefined {
  return findSetUserId(SUDO);
}

/** An installed program that runs as root, whoever starts it. */
function findSetUserId(places: readonly string[]): string | undefined {
  return places.find((path) => {
    try {
      const { isFile, uid, mode } = Deno.statSync(path);
      return isFile && uid === 0 && ((mode ?? 0) & SET_USER_ID) !== 0;
    } catch {
      return false;
    }
  });
}

async function ownName(): Promise<string | undefined> {
  for (const program of ID) {
    const { code, stdout } = await say(program, ["-un"]);
    const name = stdout.trim();
    if (code === 0 && /^[A-Za-z_][\w.@$-]*$/.test(name)) return name;
  }
  return undefined;
}

/** What a program answers that is asked nothing; code 127 when there is none. */
async function say(
  program: string | undefined,
  args: readonly string[],
): Promise<{ readonly code: number; readonly stdout: string; readonly stderr: string }> {
  return program === undefined
    ? { code: 127, stdout: "", stderr: "" }
    : await startedWithSecret(program, { args, secret: undefined });
}
