import assert from "node:assert/strict";
import { hasUnsafeCharacter } from "./display.ts";
import { explainFailure, type FailedRun } from "./explain_failure.ts";

const DIRECTORIES = [
  "/opt",
  "/opt/x",
  "/opt/x/sub",
  "/home/me",
  "/home/me/proj",
  "/srv/app",
  "/srv",
];

function explain(tail: string, change: Partial<FailedRun> = {}): string {
  return explainFailure({
    tail,
    cwd: "/home/me/proj",
    home: "/home/me",
    network: false,
    writable: ["/home/me", "/tmp"],
    kind: (path) => DIRECTORIES.includes(path) ? "directory" : "missing",
    ...change,
  }).join("\n");
}

const CASES: readonly (readonly [string, string, RegExp, Partial<FailedRun>?])[] = [
  [
    "names the directory of a file outside home",
    "touch: cannot touch '/opt/x/a': Read-only file system",
    /write-path "\/opt\/x"; .*chown and chmod do not help/,
  ],
  [
    "names a refused directory itself, not the one above",
    "Error: EACCES: permission denied, access '/opt/x/sub'",
    /write-path "\/opt\/x\/sub"/,
  ],
  [
    "takes the path behind a shell's own",
    "/bin/sh: 1: cannot create /opt/x/a: Read-only file system",
    /write-path "\/opt\/x"/,
  ],
  [
    "never widens to a directory that is merely above",
    "mkdir: cannot create directory '/opt/new/deep': Read-only file system",
    /"\/opt\/new" is not there .* too wide/,
  ],
  [
    "never proposes the root",
    "touch: cannot touch '/a': Read-only file system",
    /"\/" .* too wide|too wide/,
  ],
  [
    "offers sudo last for what is the system's",
    "tee: /etc/hosts: Permission denied",
    /"\/etc\/hosts" belongs to the system.*last resort.*sudo.*password/,
  ],
  [
    "offers the network for a name that does not resolve",
    "curl: (6) Could not resolve host: example.com",
    /--network/,
  ],
  ["offers the network for a code of a program", "npm error code EAI_AGAIN", /--network/],
  [
    "reports a failed name when the network is on",
    "Temporary failure in name resolution",
    /network was on/,
    { network: true },
  ],
  [
    "takes a refused login for no refused write",
    "git@example.com: Permission denied (publickey).",
    /--network/,
  ],
  [
    "reports credentials when the network is on",
    "git@example.com: Permission denied (publickey).",
    /credentials.*hidden.*report/,
    { network: true },
  ],
  [
    "puts a path outside home before the network",
    "Could not resolve host: a\ncp: cannot create regular file '/opt/x/a': Read-only file system",
    /write-path "\/opt\/x"/,
  ],
  [
    "knows a work directory outside home by a relative name",
    "touch: cannot touch 'a': Read-only file system",
    /work directory "\/srv\/app" is read-only.*work_roots/,
    { cwd: "/srv/app" },
  ],
  [
    "reports what is refused inside a writable place and stops",
    "cat: /home/me/.ssh/id_rsa: Permission denied",
    /protected on purpose.*report it and stop/,
  ],
  [
    "reports a refusal without a path and stops",
    "operation not permitted",
    /something was refused.*stop/,
  ],
];

for (const [name, tail, expected, change] of CASES) {
  Deno.test(`explainFailure() ${name}`, () => {
    const advice = explain(tail, change);
    assert.match(advice, expected);
    assert.match(advice, /^From the command's output: /);
    assert.equal(advice.includes("\n"), false);
  });
}

Deno.test("explainFailure() says nothing of an ordinary failure", () => {
  assert.equal(explain("AssertionError: 1 !== 2"), "");
});

Deno.test("explainFailure() quotes what an attacker writes, with its control characters escaped", () => {
  const advice = explain("touch: '/opt/x\u001b[2K/evil\u202e/a': Read-only file system");
  assert.equal(hasUnsafeCharacter(advice), false);
});
