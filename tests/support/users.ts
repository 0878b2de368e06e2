/**
 * Users of every kind that a password is asked of, for tests that run as root.
 * @module
 */
import { PROGRAM, PseudoTerminal } from "./pseudo_terminal.ts";
import type { TestEnv } from "./test_env.ts";

/** Everybody's password but that of `eglocked`, who has none. */
export const PASSWORD = "Corr3ct-Horse";

/** The passphrase that {@link setPassphrase} sets. */
export const PASSPHRASE = "correct horse";

/** Somebody with a home, and the program under test where that user can start it. */
export interface Setting {
  readonly env: TestEnv;
  readonly program: string;
}

/** One may use sudo with the password, one may not, one without it, one has no password. */
export const USERS = ["egsudoer", "egplain", "egnopw", "eglocked"] as const;

/** Makes them where they are missing. */
const SCRIPT = `
set -e
for user in egsudoer egplain egnopw eglocked; do
  id "$user" >/dev/null 2>&1 || useradd -m -s /bin/bash "$user"
done
for user in egsudoer egplain egnopw; do echo "$user:$1" | chpasswd; done
for user in egsudoer egnopw eglocked; do
  echo "$user ALL=(ALL) $([ "$user" != egnopw ] || echo NOPASSWD:)ALL" >"/etc/sudoers.d/zz-$user"
  chmod 440 "/etc/sudoers.d/zz-$user"
done
`;

/** A copy of this checkout that every user can read. */
const COPY = `
set -e
mkdir -p /opt
copy=$(mktemp -d /opt/execguard-users.XXXXXX)
cd "$1"
tar -cf - --exclude=./.git --exclude=./.deno . | tar -xf - -C "$copy"
cp -RL "$(scripts/bootstrap)" "$copy/.deno"
chmod -R a+rX "$copy"
echo "$copy"
`;

/** Their passwords are known to whoever reads this: they do not outlive the tests. */
const REMOVE = `
for user in egsudoer egplain egnopw eglocked; do
  rm -f "/etc/sudoers.d/zz-$user"
  userdel -r "$user" 2>/dev/null || true
done
`;

/** Whether the users can be made here. */
export function canMakeUsers(): boolean {
  return Deno.uid() === 0 && succeeds(["sh", "-c", "command -v useradd && command -v sudo"]);
}

/** Something that exists for some tests, and is removed after them. */
export interface UserProgram extends Disposable {
  /** What the users start as execguard. */
  readonly path: string;
}

/** Makes the users until the end of the test file, and the program available to them. */
export function makeUsers(): UserProgram {
  globalThis.addEventListener("unload", removeUsers);
  call(["sh", "-c", SCRIPT, "sh", PASSWORD]);
  if (succeeds(["setpriv", "--reuid", "egplain", "--clear-groups", "test", "-x", PROGRAM])) {
    return { path: PROGRAM, [Symbol.dispose]: () => {} };
  }
  const root = new URL("../..", import.meta.url).pathname;
  const copy = call(["sh", "-c", COPY, "sh", root]).trim();
  return {
    path: `${copy}/scripts/execguard`,
    [Symbol.dispose]: () => Deno.removeSync(copy, { recursive: true }),
  };
}

/** One listener, however often it is added. */
function removeUsers(): void {
  call(["sh", "-c", REMOVE]);
}

function command([program = "", ...args]: readonly string[]): Deno.CommandOutput {
  return new Deno.Command(program, { args: [...args], stdin: "null" }).outputSync();
}

function succeeds(argv: readonly string[]): boolean {
  return command(argv).success;
}

function call(argv: readonly string[]): string {
  const { success, stdout, stderr } = command(argv);
  const decode = (bytes: Uint8Array) => new TextDecoder().decode(bytes);
  if (!success) throw new Error(`${argv[0]}: ${decode(stderr)}`);
  return decode(stdout);
}

/** Sets the passphrase, for a user whose password the system cannot verify. */
export async function setPassphrase({ env, program }: Setting): Promise<void> {
  const line = "execguard approve passphrase; echo code=$?";
  await using terminal = new PseudoTerminal(env, line, { program });
  for (const prompt of ["New passphrase", "The same again"]) {
    await terminal.sees(prompt);
    await terminal.sees(": ");
    await terminal.types(`${PASSPHRASE}\r`);
  }
  const shown = await terminal.end();
  if (!shown.includes("The passphrase is set")) throw new Error(shown);
}
