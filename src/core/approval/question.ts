/**
 * What a person is shown before saying yes: all of what would run, and why it is asked.
 * @module
 */
import { messageOf } from "../codes.ts";
import { escapeForDisplay, quoteForDisplay, showArgv } from "../display.ts";
import type { Finding } from "../types.ts";
import type { Subject } from "./subject.ts";

/** What is asked about. */
export interface Question {
  readonly subject: Subject;
  /** Why a yes is needed. */
  readonly reason: string;
  /** What else was found that is not read-only. */
  readonly remarks: readonly string[];
}

/** An argv longer than this may have scrolled away when the question is read. */
const LONG = 1000;
/** Remarks shown besides the reason; a script may cause hundreds. */
const MAX_REMARKS = 8;

/** Reasons of findings for {@link Question.remarks}: what cancelled read-only, each once. */
export function remarksOf(findings: readonly Finding[], reason: string): readonly string[] {
  const messages = findings.filter((finding) => finding.decision !== "read_only").map(messageOf);
  return [...new Set(messages)].filter((message) => !message.includes(reason));
}

/**
 * The question as lines without control characters, whatever the request holds.
 *
 * Source: spec.md, section 4: argv, work directory, resolved program, network, write paths, the reason.
 */
export function describeQuestion(question: Question): readonly string[] {
  const { subject } = question;
  const argv = showArgv(subject.argv);
  const lines = [
    entry("command", argv),
    entry("runs", wayOf(subject)),
    entry("directory", quoteForDisplay(subject.cwd)),
    entry(
      "program",
      subject.files[0] === undefined ? "none" : quoteForDisplay(subject.files[0].path),
    ),
    ...subject.files.slice(1).map((file) => entry("uses", quoteForDisplay(file.path))),
    entry("network", subject.network ? "yes" : "no"),
    ...subject.writePaths.map((path) => entry("writes to", quoteForDisplay(path))),
    ...subject.env.map((flag) => entry("variable", quoteForDisplay(flag))),
    entry("session", quoteForDisplay(subject.session)),
    entry("because", escapeForDisplay(question.reason)),
    ...shownRemarks(question.remarks),
  ];
  const words = `${argv.length} characters long: scroll up to read all of it`;
  return argv.length > LONG ? [...lines, entry("careful", `the command is ${words}`)] : lines;
}

function entry(name: string, text: string): string {
  return `  ${name.padEnd(10)} ${text}`;
}

function wayOf(subject: Subject): string {
  if (subject.argv[0] === "sudo") return "OUTSIDE the sandbox, with full rights of the system";
  if (subject.argv[0] === "rm") return "moves its targets to the trash";
  return subject.sandbox ? "in the sandbox" : "OUTSIDE the sandbox, with all rights of this user";
}

function shownRemarks(remarks: readonly string[]): readonly string[] {
  const shown = remarks.slice(0, MAX_REMARKS).map((text) => entry("also", escapeForDisplay(text)));
  const left = remarks.length - shown.length;
  return left > 0 ? [...shown, entry("also", `${left} more reasons of this kind`)] : shown;
}
