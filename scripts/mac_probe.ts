/**
 * Compares what the macOS profile does with what the evaluator says it does:
 *
 *     deno run --allow-read --allow-write --allow-run --allow-env --allow-sys scripts/mac_probe.ts
 *
 * Needs a Mac. It was written without one and has not been executed on one by its authors: a line that
 * says DIFFERS is news about the evaluator or the profile, and worth a report. Works in a fresh
 * directory below the home directory, and removes it. Exit 0 when all lines agree.
 * @module
 */
import { renderSeatbelt } from "../src/platform/seatbelt.ts";
import { localFacts } from "../tests/support/local_facts.ts";
import { planOf } from "../tests/support/sandbox_request.ts";
import {
  allows,
  type Attempt,
  type Profile,
  readProfile,
} from "../tests/support/seatbelt_evaluator.ts";

/** One thing a program may try, as the evaluator and as a shell put it. */
interface Probe {
  readonly attempt: Attempt;
  /** A shell line that succeeds exactly when the attempt does. */
  readonly script: string;
}

const SANDBOX = "/usr/bin/sandbox-exec";

function probes(home: string, temporary: string): readonly Probe[] {
  const file = (operation: string, path: string, script: string): Probe => ({
    attempt: { operation, path },
    script,
  });
  const create = (path: string) => file("file-write-create", path, `: >"${path}"`);
  const append = (path: string) => file("file-write-data", path, `echo x >>"${path}"`);
  const read = (path: string) => file("file-read-data", path, `cat "${path}" >/dev/null`);
  const move = (path: string) =>
    file("file-write-unlink", path, `mv "${path}" "${temporary}/moved-${crypto.randomUUID()}"`);
  return [
    ...["w/new", "w/.git/x", "w/.git/commondir", ".zshenv", "w/.claude"].map((name) =>
      create(`${home}/${name}`)
    ),
    create(`${temporary}/new`),
    create("/private/tmp/execguard-probe"),
    create("/usr/local/execguard-probe"),
    ...["w/a", ".zshrc", "w/.git/config", "w/.git/hooks/pre-commit", ".netrc"].map((name) =>
      append(`${home}/${name}`)
    ),
    ...["w/a", ".netrc", ".ssh/id_rsa", ".zshrc"].map((name) => read(`${home}/${name}`)),
    ...["/", "/etc/hosts", "/private/etc/hosts", `/System/Volumes/Data${home}/.netrc`].map((path) =>
      file(
        "file-read-data",
        path,
        `ls "${path}" >/dev/null && head -c 1 "${path}" >/dev/null || [ "${path}" = / ]`,
      )
    ),
    ...["w/.git/hooks", "w/.git", "w", ".zshrc", ".ssh"].map((name) => move(`${home}/${name}`)),
    {
      attempt: { operation: "network-outbound", remote: "1.1.1.1:53" },
      script: "nc -z -w 3 1.1.1.1 53",
    },
    { attempt: { operation: "signal", target: "same-sandbox" }, script: "sleep 5 & kill $!" },
    { attempt: { operation: "signal", target: "others" }, script: "kill -0 $PPID" },
  ];
}

function prepare(): { readonly top: string; readonly home: string; readonly temporary: string } {
  const top = Deno.realPathSync(
    Deno.makeTempDirSync({ dir: Deno.env.get("HOME") ?? "/", prefix: "execguard-probe-" }),
  );
  const home = `${top}/home`;
  for (const name of ["w/.git/hooks", ".ssh"]) {
    Deno.mkdirSync(`${home}/${name}`, { recursive: true });
  }
  Deno.mkdirSync(`${top}/temporary`);
  const files = [
    "w/a",
    "w/.git/config",
    "w/.git/hooks/pre-commit",
    ".zshrc",
    ".netrc",
    ".ssh/id_rsa",
  ];
  for (const name of files) Deno.writeTextFileSync(`${home}/${name}`, "text\n");
  return { top, home, temporary: `${top}/temporary` };
}

function succeeds(profile: string, parameters: Profile["parameters"], script: string): boolean {
  const values = Object.entries(parameters).flatMap(([name, value]) => ["-D", `${name}=${value}`]);
  const args = ["-f", profile, ...values, "/bin/sh", "-c", script];
  return new Deno.Command(SANDBOX, { args, stdout: "null", stderr: "null" }).outputSync().success;
}

/** Tries every probe in a home of its own; returns how many differ. */
function compareAll(count: number): number {
  let differing = 0;
  for (let index = 0; index < count; index++) {
    const { top, home, temporary } = prepare();
    try {
      const plan = planOf({ cwd: `${home}/w` }, localFacts(home, Deno.uid() ?? -1));
      const launch = renderSeatbelt(plan, { argv: ["sh"], env: {} }, {
        program: SANDBOX,
        temporaryDirectory: temporary,
        tag: "execguard-probe",
      });
      const probe = probes(home, temporary)[index];
      if (probe === undefined) break;
      const parameters = launch.parameters ?? {};
      Deno.writeTextFileSync(`${top}/profile`, launch.profile ?? "");
      const said = allows(readProfile(launch.profile ?? "", parameters), probe.attempt);
      const done = succeeds(`${top}/profile`, parameters, probe.script);
      const { operation, path, remote, target } = probe.attempt;
      const words = said === done ? "agrees " : "DIFFERS";
      console.log(words, said ? "allow" : "deny ", operation, path ?? remote ?? target);
      if (said !== done) differing++;
    } finally {
      Deno.removeSync(top, { recursive: true });
    }
  }
  return differing;
}

if (import.meta.main) {
  if (Deno.build.os !== "darwin") {
    console.error("This compares the evaluator with sandbox-exec and needs a Mac");
    Deno.exit(2);
  }
  Deno.exit(compareAll(probes("", "").length) === 0 ? 0 : 1);
}
