/**
 * What the subcommands of `approve` share.
 * @module
 */
import type { ApprovalStore } from "../core/approval/ports.ts";
import type { Settings } from "../core/policy.ts";
import { exitCodeOf } from "../core/codes.ts";
import { refusedOutcome } from "../core/outcome.ts";
import type { Refusal, Result } from "../core/types.ts";
import { type PersonParts, refuseConfined } from "../guard/approval_grant.ts";
import { readPasswordFd } from "./approval_flags.ts";
import type { CliContext } from "./context.ts";
import { prepare } from "./prepare.ts";
import { outcomeJson } from "./outcome_json.ts";
import { print, sayRefusal } from "./report.ts";

/** Flags of every subcommand of `approve`. */
export interface ApproveFlags {
  readonly json: boolean;
  readonly quiet: boolean;
}

/** Runs a subcommand: its text or its refusal is what is said, its code what the call ends with. */
export async function answer(
  context: CliContext,
  by: { readonly flags: ApproveFlags; readonly work: () => Promise<Result<Said>> },
): Promise<void> {
  const { flags } = by;
  const { system } = context;
  const said = await by.work();
  if (!said.ok) return context.exit(refuse(context, { flags, refusal: said.refusal }));
  const { json, lines, code = 0 } = said.value;
  if (flags.json) return context.exit(print(system, { text: `${JSON.stringify(json)}\n`, code }));
  const text = lines.map((line) => `${line}\n`).join("");
  context.exit(flags.quiet || text === "" ? code : print(system, { text, code }));
}

/** What a subcommand has to say, in both ways. */
export interface Said {
  readonly json: object;
  /** Free of control characters. */
  readonly lines: readonly string[];
  /** 0 when not given. */
  readonly code?: number;
}

/** Works on the state. Refusal: `approval-state`. */
export async function withStore<T>(
  context: CliContext,
  work: (store: ApprovalStore) => T,
): Promise<Result<T>> {
  const host = await context.system.loadApproval();
  return host.useStore(work);
}

/** What a person is asked with, by the config in force. Refusals: `approval-person` in a sandbox, those of `prepare`, `request-bad-flag`. */
export async function personParts(
  context: CliContext,
  flags: { readonly passwordFd?: string },
): Promise<Result<PersonParts & { readonly settings: Settings }>> {
  const passwordFd = readPasswordFd(flags.passwordFd);
  if (!passwordFd.ok) return passwordFd;
  const [host, platform] = await Promise.all([
    context.system.loadApproval(),
    context.system.loadPlatform(),
  ]);
  const confined = refuseConfined("approve anything", host);
  if (confined !== undefined) return { ok: false, refusal: confined };
  const prepared = await prepare(context.system);
  if (!prepared.ok) return prepared;
  const { settings } = prepared.value.policy;
  return {
    ok: true,
    value: {
      host,
      system: platform.name,
      approveRequires: settings.approveRequires,
      passwordFd: passwordFd.value,
      settings,
    },
  };
}

/** The refusal of something that is not there. */
export function refuseUnknown(what: string, id: string): Result<never> {
  return { ok: false, refusal: { code: "approval-unknown", data: { what, id } } };
}

function refuse(
  { system }: CliContext,
  by: { readonly flags: ApproveFlags; readonly refusal: Refusal },
): number {
  const { flags, refusal } = by;
  if (!flags.json) return sayRefusal(system, { refusal, quiet: flags.quiet });
  const text = `${JSON.stringify(outcomeJson(refusedOutcome(refusal)))}\n`;
  return print(system, { text, code: exitCodeOf(refusal) });
}
