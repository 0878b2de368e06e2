/**
 * `execguard doctor`: each precondition with its cause and its cure. Pure: the machine was looked at before.
 * @module
 */
import { EXIT, messageOf } from "../core/codes.ts";
import { escapeForDisplay } from "../core/display.ts";
import type { Probe, Survey } from "../core/survey.ts";
import { checkAccount } from "./doctor_account.ts";
import { checkLimits } from "./doctor_limits.ts";
import { diagnoseSandbox, isNested } from "./doctor_diagnose.ts";

/** One precondition. `warning`: commands can be confined, something else will not work. */
export interface Check {
  readonly name: string;
  readonly ok: boolean | "warning";
  readonly detail: string;
  readonly cause?: string;
  readonly cure?: string;
}

/** The public report. */
export interface DoctorReport {
  readonly schema: "execguard.doctor/1";
  /** Whether commands can be confined here. */
  readonly ok: boolean;
  readonly checks: readonly Check[];
}

/** The oldest bubblewrap that closes the way to further namespaces. Source: its release notes. */
const MINIMUM_VERSION = [0, 8] as const;

/**
 * Judges a survey. The report is not ok when any check failed; warnings do not count.
 * Source: contract.md, section 1; sandbox.md, section 3.2.
 */
export function examine(survey: Survey): DoctorReport {
  const checks = [
    ...checkProgram(survey),
    ...survey.probes.map((probe, index) => checkProbe(probe, { survey, index })),
    ...(survey.system === "linux" ? checkKernel(survey) : []),
    ...checkLimits(survey),
    ...checkAccount(survey),
  ];
  return { schema: "execguard.doctor/1", ok: checks.every(({ ok }) => ok !== false), checks };
}

/** What `doctor` exits with: 0, or 125 when commands cannot be confined. */
export function doctorExitCode(report: DoctorReport): number {
  return report.ok ? 0 : EXIT.unavailable;
}

/** The report for a person: a line for each check, and below it the cause and the cure. */
export function doctorLines(report: DoctorReport): readonly string[] {
  const marks = { true: "ok  ", false: "FAIL", warning: "warn" } as const;
  return [
    ...report.checks.flatMap((check) => [
      `${marks[`${check.ok}`]}  ${check.name}: ${escapeForDisplay(check.detail)}`,
      ...(check.cause === undefined ? [] : [`      cause: ${check.cause}`]),
      ...(check.cure === undefined ? [] : [`      cure:  ${check.cure}`]),
    ]),
    report.ok
      ? "Commands can be confined here"
      : "Commands cannot be confined here; nothing will run",
  ];
}

function checkProgram({ system, sandbox, expectedPrograms }: Survey): Check[] {
  const name = system === "linux" ? "bubblewrap" : "sandbox-exec";
  if (sandbox === undefined) {
    const cure = system === "linux"
      ? "install the package bubblewrap with the system's package manager"
      : "it is part of macOS; restore /usr/bin/sandbox-exec";
    return [{
      name,
      ok: false,
      detail: "not installed",
      cause: `none of ${expectedPrograms.join(", ")} is there`,
      cure,
    }];
  }
  const { path, version, isSetUserId } = sandbox;
  const found = { name, detail: version === undefined ? path : `${path}, ${version}` };
  const setUserId: Check = isSetUserId
    ? {
      name: "no set-user-ID",
      ok: false,
      detail: path,
      cause: "such a build sets the sandbox up as root, where faults were found in it",
      cure: `run chmod ug-s ${path} as root`,
    }
    : { name: "no set-user-ID", ok: true, detail: path };
  if (version === undefined || isRecent(version)) return [{ ...found, ok: true }, setUserId];
  return [
    {
      ...found,
      ok: false,
      cause: "it is older than 0.8",
      cure: "upgrade bubblewrap to 0.8 or later",
    },
    setUserId,
  ];
}

function isRecent(version: string): boolean {
  const [, major = "0", minor = "0"] = /(\d+)\.(\d+)/.exec(version) ?? [];
  const [neededMajor, neededMinor] = MINIMUM_VERSION;
  return Number(major) > neededMajor ||
    Number(major) === neededMajor && Number(minor) >= neededMinor;
}

function checkProbe(
  { name, isNeeded, failure }: Probe,
  { survey, index }: { readonly survey: Survey; readonly index: number },
): Check {
  if (failure === undefined) return { name, ok: true, detail: "works" };
  const ok = isNeeded ? false : "warning";
  const same = survey.probes.slice(0, index).find((earlier) => earlier.failure === failure);
  if (same !== undefined) return { name, ok, detail: `fails like ${same.name}` };
  const refusal = diagnoseSandbox(failure, survey.machine);
  const cure = refusal.data?.cure;
  return {
    name,
    ok,
    detail: failure.trim().split("\n")[0] || "ended without a word",
    cause: messageOf({ ...refusal, data: { ...refusal.data, cure: "" } }).replace(/; $/, ""),
    ...(cure === undefined ? {} : { cure: String(cure) }),
  };
}

/** What restricts sandboxes in the kernel; failures were told by the probes already. */
function checkKernel({ machine, probes }: Survey): Check[] {
  const works = probes.length > 0 &&
    probes.every(({ failure, isNeeded }) => failure === undefined || !isNeeded);
  const fact = (
    name: string,
    by: { readonly restricts: boolean; readonly detail: string },
  ): Check => ({
    name,
    ok: by.restricts && !works ? "warning" : true,
    detail: by.restricts && works ? `${by.detail}, the sandbox works nevertheless` : by.detail,
  });
  const userLimit = machine.namespaceLimits.user;
  return [
    fact("user.max_user_namespaces", {
      restricts: userLimit === 0,
      detail: userLimit === undefined ? "unknown" : String(userLimit),
    }),
    fact("AppArmor", {
      restricts: machine.apparmorRestricts,
      detail: machine.apparmorRestricts
        ? "restricts user namespaces"
        : "does not restrict user namespaces",
    }),
    fact("not inside another sandbox", {
      restricts: isNested(machine),
      detail: `process 1 is ${machine.firstProcess || "unknown"}`,
    }),
    fact("/proc is whole", {
      restricts: machine.procMasks.length > 0,
      detail: machine.procMasks.length === 0
        ? "nothing is masked"
        : `masked: ${machine.procMasks.join(", ")}`,
    }),
  ];
}
