import assert from "node:assert/strict";
import { messageOf } from "../core/codes.ts";
import type { Machine } from "../core/machine.ts";
import { diagnoseSandbox } from "./doctor_diagnose.ts";

const PLAIN: Machine = {
  uid: 1000,
  firstProcess: "systemd",
  namespaceLimits: { user: 1000, net: 1000 },
  unprivilegedCloneOff: false,
  apparmorRestricts: false,
  canMapRoot: false,
  noNewPrivileges: false,
  filtered: false,
  procMasks: [],
};

const NO_SPACE =
  "bwrap: Creating new namespace failed: nesting depth or /proc/sys/user/max_*_namespaces exceeded (ENOSPC)";
const NO_PERMISSION =
  "bwrap: No permissions to create new namespace, likely because the kernel does not allow it.";
const UID_MAP = "bwrap: setting up uid map: Operation not permitted";

/** Said, what differs on the machine, expected code, and a part of the message. */
const ROWS: readonly (readonly [string, Partial<Machine>, string, RegExp])[] = [
  [NO_SPACE, { namespaceLimits: { user: 0 } }, "sandbox-userns", /user\.max_user_namespaces/],
  [
    NO_SPACE,
    { namespaceLimits: { user: 9, net: 0 } },
    "sandbox-userns",
    /user\.max_net_namespaces/,
  ],
  [NO_SPACE, {}, "sandbox-nested", /nested namespaces/],
  [
    NO_SPACE,
    { firstProcess: "bwrap", namespaceLimits: { user: 0 } },
    "sandbox-nested",
    /outside of bwrap/,
  ],
  [UID_MAP, { firstProcess: "bwrap" }, "sandbox-nested", /outside of bwrap/],
  [UID_MAP, { uid: 0 }, "sandbox-failed", /CAP_SETFCAP/],
  [UID_MAP, { uid: 0, canMapRoot: true }, "sandbox-failed", /uid map/],
  [
    "bwrap: setting up uid map: Permission denied",
    { apparmorRestricts: true },
    "sandbox-apparmor",
    /AppArmor/,
  ],
  [
    "bwrap: loopback: Failed RTM_NEWADDR: Operation not permitted",
    { apparmorRestricts: true },
    "sandbox-apparmor",
    /AppArmor/,
  ],
  [
    "bwrap: Can't mount proc on /newroot/proc: Operation not permitted",
    { procMasks: ["/proc/kcore"] },
    "sandbox-nested",
    /masks parts of \/proc \(\/proc\/kcore\)/,
  ],
  [NO_PERMISSION, { unprivilegedCloneOff: true }, "sandbox-userns", /unprivileged_userns_clone=1/],
  [NO_PERMISSION, { filtered: true }, "sandbox-nested", /seccomp/],
  [NO_PERMISSION, {}, "sandbox-userns", /ordinary users/],
  ["bwrap: Unknown option --disable-userns", {}, "sandbox-failed", /0\.8 or later/],
  ["bwrap: Can't chdir to /w: Permission denied", {}, "sandbox-failed", /owner/],
  ["sh: 1: exec: 12: not found", {}, "sandbox-failed", /12>&-/],
  ["bwrap: execvp ./x: No such file or directory", {}, "command-not-executable", /"\.\/x"/],
  ["bwrap: execvp ./x: Permission denied", {}, "command-not-executable", /"\.\/x"/],
  ["bwrap: execvp ls: Argument list too long", {}, "request-bad-value", /longer/],
  ["sandbox-exec: sandbox_apply: Operation not permitted", {}, "sandbox-nested", /outside/],
  [
    "sandbox-exec: execvp() of 'x' failed: No such file or directory",
    {},
    "command-not-executable",
    /"x"/,
  ],
  [
    "bwrap: something \u202enew",
    {},
    "sandbox-failed",
    /something \\u\{202e\}new; run execguard doctor/,
  ],
  ["", {}, "sandbox-failed", /without a word/],
];

for (const [said, difference, code, part] of ROWS) {
  Deno.test(`diagnoseSandbox() ${code}: ${said || "nothing"} ${JSON.stringify(difference)}`, () => {
    const refusal = diagnoseSandbox(said, { ...PLAIN, ...difference });
    assert.equal(refusal.code, code);
    assert.match(messageOf(refusal), part);
    assert.doesNotMatch(messageOf(refusal), /undefined|\n/);
  });
}
