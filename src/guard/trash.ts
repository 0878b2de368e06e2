/**
 * `rm`, by the trash: nothing is deleted.
 * @module
 */
import { messageOf } from "../core/codes.ts";
import { quoteForDisplay } from "../core/display.ts";
import { type Outcome, refusedOutcome } from "../core/outcome.ts";
import { parseRm, type RmRequest } from "../core/parse_rm.ts";
import type { StreamName } from "../core/running.ts";
import { type TrashLimits, type TrashTarget, whyKeptFromTrash } from "../core/trash_target.ts";
import type { Refusal, Result } from "../core/types.ts";

/** What removing needs of the machine. */
export interface TrashHost {
  /** What an operand names, taken from a canonical directory. */
  lookAt(target: string, cwd: string): TrashTarget;
  /** Moves what stands at a canonical path. Refusal: `trash-failed`. */
  move(place: string): Result<true>;
  /** Asks on stderr and reads a line of stdin, as `rm -i` does; no answer means no. */
  confirm(question: string): boolean;
}

/** How one `rm` is carried out. */
export interface RemoveOptions {
  readonly limits: TrashLimits;
  readonly host: TrashHost;
  /** Passes a line on as it is said; without it the lines are only in the outcome. */
  readonly print?: (line: string, stream: StreamName) => void;
}

/** A target together with how it was written. */
interface Named {
  readonly name: string;
  readonly target: TrashTarget;
}

/** With `-I` so many targets need no question. Source: rm(1). */
const FEW = 3;

/**
 * Moves the operands of an `rm` argv to the trash and answers as `rm` does: exit code 1 when a target is
 * missing or a directory was not asked for, its message on stderr, the other targets still moved.
 *
 * Every target is looked at before the first is moved. Refusals, with nothing moved: `trash-option`,
 * `trash-protected`. Source: spec.md, section 5.
 */
export function moveToTrash(argv: readonly string[], options: RemoveOptions): Outcome {
  const startedMs = performance.now();
  const parsed = parseRm(argv.slice(1));
  if (!parsed.ok) return refusedOutcome(parsed.refusal);
  const request = parsed.value;
  const { limits, host } = options;
  const named = request.targets.map((name) => ({ name, target: host.lookAt(name, limits.cwd) }));
  const refusal = named.map((one) => refuseProtected(one, limits)).find((found) =>
    found !== undefined
  );
  if (refusal !== undefined) return refusedOutcome(refusal);
  const lines: string[] = [];
  const say = (line: string, stream: StreamName) => {
    lines.push(`${line}\n`);
    options.print?.(`${line}\n`, stream);
  };
  const failed = removeAll(named, { request, host, say });
  return {
    status: "exited",
    exit_code: failed ? 1 : 0,
    signal: null,
    duration_ms: Math.round(performance.now() - startedMs),
    output: lines.join(""),
    truncated: false,
    masked: 0,
    advice: [],
  };
}

function refuseProtected({ name, target }: Named, limits: TrashLimits): Refusal | undefined {
  const why = whyKeptFromTrash(target, limits);
  return why === undefined ? undefined : { code: "trash-protected", data: { path: name, why } };
}

interface Removal {
  readonly request: RmRequest;
  readonly host: TrashHost;
  readonly say: (line: string, stream: StreamName) => void;
}

/** Whether any target could not be removed. */
function removeAll(named: readonly Named[], removal: Removal): boolean {
  const { request, host, say } = removal;
  if (named.length === 0) {
    if (!request.force) say("execguard: rm: missing operand", "stderr");
    return !request.force;
  }
  const isMuch = named.length > FEW || request.recursive;
  if (request.interactive === "once" && isMuch) {
    const question = `move ${named.length} argument${named.length === 1 ? "" : "s"} to the trash?`;
    if (!host.confirm(`execguard: ${question} `)) return false;
  }
  return named.map((one) => removeOne(one, removal)).includes(false);
}

/** Whether the target is gone, or was meant to stay. */
function removeOne({ name, target }: Named, { request, host, say }: Removal): boolean {
  const complain = (text: string) => {
    say(`execguard: ${text}`, "stderr");
    return false;
  };
  if (target.kind === "missing" || target.kind === "unnamed") {
    return request.force || complain(messageOf({ code: "trash-missing", data: { path: name } }));
  }
  if (target.kind === "directory" && !request.recursive) {
    if (!request.directories) {
      return complain(messageOf({ code: "trash-directory", data: { path: name } }));
    }
    if (!target.isEmpty) {
      return complain(`cannot remove ${quoteForDisplay(name)}: Directory not empty`);
    }
  }
  const question = `execguard: move ${target.kind} ${quoteForDisplay(name)} to the trash? `;
  if (request.interactive === "always" && !host.confirm(question)) return true;
  const moved = host.move(target.place);
  if (!moved.ok) return complain(messageOf(moved.refusal));
  if (request.verbose) say(`moved ${quoteForDisplay(name)} to the trash`, "stdout");
  return true;
}
