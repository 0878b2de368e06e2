/**
 * The checks of `doctor` about the user: password, terminal, folders.
 * @module
 */
import type { Survey, SurveyedFolder } from "../core/survey.ts";
import type { Check } from "./doctor.ts";

const PASSPHRASE = "set one with execguard approve passphrase";

/** What approvals, the trash and execguard's own files need; none of it is needed to confine a command. */
export function checkAccount(survey: Survey): Check[] {
  return [
    { name: "runtime", ok: true, detail: `Deno ${survey.runtime}` },
    checkSudo(survey),
    checkPassword(survey),
    checkTerminal(survey),
    ...survey.folders.map(checkFolder),
    checkLeftovers(survey),
  ];
}

function checkSudo({ sudo }: Survey): Check {
  switch (sudo) {
    case "missing":
      return {
        name: "sudo",
        ok: "warning",
        detail: "not installed: argv that start with sudo will not work",
      };
    case "asks":
      return { name: "sudo", ok: true, detail: "asks this user for a password" };
    case "asks nothing":
      return {
        name: "sudo",
        ok: true,
        detail: "asks this user for no password, so it cannot check one",
      };
    case "refuses":
      return { name: "sudo", ok: "warning", detail: "this user may not run sudo here" };
  }
}

/** Whether the system can tell a right password from a wrong one. Source: spec.md, section 4. */
function checkPassword({ sudo, accountPassword, machine }: Survey): Check {
  const name = "system password";
  const cannot = (cause: string): Check => ({
    name,
    ok: "warning",
    detail: "cannot be checked; what needs it is refused unless a passphrase is set",
    cause,
    cure: PASSPHRASE,
  });
  if (machine.uid === 0) return cannot("root is asked for none");
  if (machine.noNewPrivileges) return cannot("no_new_privs is set, so sudo and su cannot act");
  if (sudo === "asks") return { name, ok: true, detail: "checked by sudo" };
  if (accountPassword === "locked") return cannot("this account has no password");
  if (accountPassword === "set") return { name, ok: true, detail: "checked by su" };
  return {
    name,
    ok: "warning",
    detail: "not known whether this account has one",
    cure: PASSPHRASE,
  };
}

function checkTerminal({ hasTerminal }: Survey): Check {
  const name = "controlling terminal";
  if (hasTerminal) return { name, ok: true, detail: "questions can be asked" };
  return {
    name,
    ok: "warning",
    detail: "none: nothing can be asked here",
    cure: "answer pending requests on another terminal with execguard approve ID",
  };
}

function checkFolder({ name, path, isWritable, isOpenToOthers }: SurveyedFolder): Check {
  if (!isWritable) {
    return {
      name,
      ok: "warning",
      detail: path,
      cause: "this user cannot write there",
      cure: `make it writable: ${path}`,
    };
  }
  if (isOpenToOthers) {
    return {
      name,
      ok: "warning",
      detail: path,
      cause: "others may write there",
      cure: `run chmod go-w ${path}`,
    };
  }
  return { name, ok: true, detail: path };
}

function checkLeftovers({ leftovers }: Survey): Check {
  const name = "leftovers";
  if (leftovers.length === 0) return { name, ok: true, detail: "none" };
  return {
    name,
    ok: "warning",
    detail: leftovers.join(", "),
    cause: "an execguard was killed while it started a command",
    cure: `remove them: rm -r ${leftovers.join(" ")}`,
  };
}
