/**
 * `execguard approve rule`: what may run without being asked.
 * @module
 */
import {
  type AllowRule,
  type NewRule,
  parseRulePattern,
  ruleCovers,
} from "../../core/approval/allow_rule.ts";
import { EXIT } from "../../core/codes.ts";
import { quoteForDisplay, showArgv } from "../../core/display.ts";
import { parseArgvJson } from "../../core/request.ts";
import type { Result } from "../../core/types.ts";
import { getSecret, takePerson } from "../../guard/approval_grant.ts";
import {
  answer,
  type ApproveFlags,
  personParts,
  refuseUnknown,
  type Said,
  withStore,
} from "../approval_context.ts";
import type { CliContext } from "../context.ts";

/** What a rule covers besides its argv. */
export interface RuleFlags extends ApproveFlags {
  readonly cwd?: string;
  readonly network: boolean;
  readonly writePath?: readonly string[];
  readonly env?: readonly string[];
}

/** Flags of `approve rule add`. */
export interface AddRuleFlags extends RuleFlags {
  readonly passwordFd?: string;
}

/** `approve rule add ARGV`: needs a person. */
export async function addRule(
  this: CliContext,
  flags: AddRuleFlags,
  pattern: string,
): Promise<void> {
  await answer(this, { flags, work: () => add(this, { flags, pattern }) });
}

async function add(
  context: CliContext,
  by: { readonly flags: AddRuleFlags; readonly pattern: string },
): Promise<Result<Said>> {
  const argv = parseRulePattern(by.pattern);
  if (!argv.ok) return argv;
  const places = readPlaces(context, by.flags);
  if (!places.ok) return places;
  const parts = await personParts(context, by.flags);
  if (!parts.ok) return parts;
  const terminal = await takePerson("add a rule", parts.value.host);
  if (!terminal.ok) return terminal;
  try {
    if (parts.value.approveRequires === "passphrase") {
      const command = `execguard approve rule add ${showArgv(argv.value)}`;
      const wish = { ...parts.value, command, preferPassphrase: true };
      const right = await getSecret(terminal.value, wish);
      if (!right.ok) return right;
      right.value.secret.fill(0);
    }
    const rule = { argv: argv.value, ...places.value };
    const id = parts.value.host.useStore((store) => store.addRule(rule, Date.now()));
    if (!id.ok) return id;
    const stored = { ...rule, id: id.value };
    return { ok: true, value: { json: ruleJson(stored), lines: [`Added: ${ruleLine(stored)}`] } };
  } finally {
    await terminal.value.close();
  }
}

/** `approve rule list`. */
export async function listRules(this: CliContext, flags: ApproveFlags): Promise<void> {
  await answer(this, {
    flags,
    work: async () => {
      const rules = await withStore(this, (store) => store.rules());
      if (!rules.ok) return rules;
      const json = { rules: rules.value.map(ruleJson) };
      return { ok: true, value: { json, lines: rules.value.map(ruleLine) } };
    },
  });
}

/** `approve rule remove ID`: narrows what may run, so it needs nobody. */
export async function removeRule(this: CliContext, flags: ApproveFlags, id: string): Promise<void> {
  await answer(this, {
    flags,
    work: async () => {
      const removed = await withStore(this, (store) => store.removeRule(id));
      if (!removed.ok) return removed;
      if (!removed.value) return refuseUnknown("the rule", id);
      return { ok: true, value: { json: { id, removed: true }, lines: [`Removed: ${id}`] } };
    },
  });
}

/** `approve rule test ARGV`: which rules cover a call. Whether it runs is the verdict's to say. */
export async function testRules(this: CliContext, flags: RuleFlags, text: string): Promise<void> {
  await answer(this, {
    flags,
    work: async () => {
      const argv = parseArgvJson(text);
      if (!argv.ok) return argv;
      const places = readPlaces(this, flags);
      if (!places.ok) return places;
      const start = this.system.startDirectory();
      if (!start.ok) return start;
      const cwd = places.value.cwd ?? start.value;
      const subject = { ...places.value, argv: argv.value, cwd, sandbox: true };
      const rules = await withStore(this, (store) => store.rules());
      if (!rules.ok) return rules;
      const covering = rules.value.filter((rule) => ruleCovers(rule, subject));
      const lines = covering.length > 0 ? covering.map(ruleLine) : ["No rule covers it"];
      const code = covering.length > 0 ? 0 : EXIT.approval;
      return { ok: true, value: { json: { rules: covering.map(ruleJson) }, lines, code } };
    },
  });
}

/** The flags as a rule stores them: places canonical. Refusal: `request-bad-cwd`. */
function readPlaces({ system }: CliContext, flags: RuleFlags): Result<Omit<NewRule, "argv">> {
  const cwd = flags.cwd === undefined ? undefined : system.canonicalDirectory(flags.cwd);
  if (cwd !== undefined && !cwd.ok) return cwd;
  const { realPath } = system.facts(undefined);
  return {
    ok: true,
    value: {
      cwd: cwd?.value,
      network: flags.network,
      writePaths: (flags.writePath ?? []).map((path) => realPath(path) ?? path),
      env: flags.env ?? [],
    },
  };
}

function ruleJson({ id, argv, cwd, network, writePaths, env }: AllowRule): object {
  return { id, argv, cwd: cwd ?? null, network, write_paths: writePaths, env };
}

function ruleLine({ id, argv, cwd, network, writePaths, env }: AllowRule): string {
  return [
    `${id}  ${showArgv(argv)}`,
    ...(cwd === undefined ? [] : [`in ${quoteForDisplay(cwd)}`]),
    ...(network ? ["with the network"] : []),
    ...writePaths.map((path) => `writing to ${quoteForDisplay(path)}`),
    ...env.map((flag) => `with --env ${quoteForDisplay(flag)}`),
  ].join(", ");
}
