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
import type { Sink } from "./supervise_sink.ts";

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
  /** Takes what is said, as it would take a command's output. */
  readonly sink: Sink;
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
export async function moveToTrash(
  argv: readonly string[],
  options: RemoveOptions,
): Promise<Outcome> {
  const startedMs = performance.now();
  const parsed = parseRm(argv.slice(1));
  if (!parsed.ok) return refusedOutcome(parsed.refusal);
  const request = parsed.value;
  const { limits, host, sink } = options;
  const named = request.targets.map((name) => ({ name, target: host.lookAt(name, limits.cwd) }));
  const refusal = named.map((one) => refuseProtected(one, limits)).find((found) =>
    found !== undefined
  );
  if (refusal !== undefined) return refusedOutcome(refusal);
  const say = async (line: string, stream: StreamName) =>
    await sink.write(new TextEncoder().encode(`${line}\n`), stream);
  const failed = await removeAll(named, { request, host, say });
  await sink.close();
  return {
    status: "exited",
    exit_code: failed ? 1 : 0,
    signal: null,
    duration_ms: Math.round(performance.now() - startedMs),
    advice: [],
    ...sink.kept(),
  };
}

function refuseProtected({ name, target }: Named, limits: TrashLimits): Refusal | undefined {
  const why = whyKeptFromTrash(target, limits);
  return why === undefined ? undefined : { code: "trash-protected", data: { path: name, why } };
}

interface Removal {
  readonly request: RmRequest;
  readonly host: TrashHost;
  readonly say: (line: string, stream: StreamName) => Promise<void>;
}

/** Whether any target could not be removed. */
async function removeAll(named: readonly Named[], removal: Removal): Promise<boolean> {
  const { request, host, say } = removal;
  if (named.length === 0) {
    if (!request.force) await say("execguard: rm: missing operand", "stderr");
    return !request.force;
  }
  const isMuch = named.length > FEW || request.recursive;
  if (request.interactive === "once" && isMuch) {
    const question = `move ${named.length} argument${named.length === 1 ? "" : "s"} to the trash?`;
    if (!host.confirm(`execguard: ${question} `)) return false;
  }
  let failed = false;
  for (const one of named) {
    const problem = await removeOne(one, removal);
    if (problem !== undefined) await say(`execguard: ${problem}`, "stderr");
    failed ||= problem !== undefined;
  }
  return failed;
}

/** What kept a target where it is, unless that was meant. */
async function removeOne(
  { name, target }: Named,
  { request, host, say }: Removal,
): Promise<string | undefined> {
  if (target.kind === "missing" || target.kind === "unnamed") {
    return request.force ? undefined : messageOf({ code: "trash-missing", data: { path: name } });
  }
  const shown = quoteForDisplay(name);
  if (target.kind === "directory" && !request.recursive) {
    if (!request.directories) return messageOf({ code: "trash-directory", data: { path: name } });
    if (!target.isEmpty) return `cannot remove ${shown}: Directory not empty`;
  }
  const question = `execguard: move ${target.kind} ${shown} to the trash? `;
  if (request.interactive === "always" && !host.confirm(question)) return undefined;
  const moved = host.move(target.place);
  if (!moved.ok) return messageOf(moved.refusal);
  if (request.verbose) await say(`moved ${shown} to the trash`, "stdout");
  return undefined;
}
