/**
 * From a plan to a profile for sandbox-exec. Source: sandbox.md, section 2, whose numbers the
 * comments name. The language is not documented by its maker; nothing here goes beyond what several
 * published profiles use.
 * @module
 */
import type { ConfinedCommand, Confinement, LaunchSpec, SandboxPlan } from "../core/plan.ts";
import base from "../../configs/seatbelt_base.sbpl" with { type: "text" };

/** One rule about a set of paths; `literal` leaves out what is below them. */
interface PathRule {
  readonly head: string;
  readonly filter: "literal" | "subpath";
  readonly paths: readonly string[];
}

/** Links of the system volume: programs use either spelling, the kernel knows the second. */
const SPELLINGS: readonly (readonly [string, string])[] = ["tmp", "var", "etc"].map(
  (name) => [`/${name}`, `/private/${name}`],
);

/** Where the writable volume is visible a second time, below the links that join it to the root. */
const DATA_VOLUME = "/System/Volumes/Data";

/** Rules that open the network; sockets with a path stay closed but for the one that resolves names. */
const NETWORK_RULES = `
; 6. Every host by its remote address; a filter by local address would say the same of every host.
(allow network-outbound (remote ip "*:*"))
(allow network-bind (local ip "*:*"))
(allow network-inbound (local ip "*:*"))
(allow network-outbound (literal "/private/var/run/mDNSResponder"))
(allow system-socket (socket-domain AF_UNIX))
(allow system-socket (socket-domain AF_ROUTE))
(allow mach-lookup
  (global-name "com.apple.SystemConfiguration.DNSConfiguration")
  (global-name "com.apple.SystemConfiguration.configd"))
`;

/**
 * Renders a plan for sandbox-exec.
 *
 * Paths stand only in the parameters, so none can add a rule. Rules about places come from shallow to
 * deep, because the last match wins; those against moving come at the very end, since a rule for one
 * operation is not undone by a later one for all. The host hands the profile over as a file and the
 * parameters as `-D NAME=VALUE`. Throws on a tag that is not plain, which becomes part of
 * the text, and on limits of processes.
 */
export function renderSeatbelt(
  plan: SandboxPlan,
  command: ConfinedCommand,
  confinement: Confinement,
): LaunchSpec {
  const { tag, temporaryDirectory } = confinement;
  if (plan.limits !== undefined) throw new Error("nothing here keeps limits of processes");
  if (!/^[A-Za-z0-9-]+$/.test(tag)) throw new Error(`not a plain tag: ${JSON.stringify(tag)}`);
  const rules = joined([...placeRules(plan, temporaryDirectory), ...moveRules(plan)]);
  const names = new Map(
    [...new Set(rules.flatMap(({ paths }) => paths))].map((path, index) => [path, `PATH_${index}`]),
  );
  return {
    program: confinement.program,
    args: ["--", ...command.argv],
    hiddenArgs: [],
    profile: [
      // 1. The message marks this run's denials in the system log, the only place that names them.
      `(version 1)\n(deny default (with message "${tag}"))\n`,
      base,
      plan.network ? NETWORK_RULES : "",
      "\n; 8. Places of this request.\n",
      ...rules.map((rule) => ruleText(rule, names)),
    ].join(""),
    parameters: Object.fromEntries([...names].map(([path, name]) => [name, path])),
    cwd: plan.cwd,
    env: { ...command.env, TMPDIR: temporaryDirectory },
  };
}

/** 7, 8, 11. What the plan says of each place, shallow before deep. */
function placeRules(plan: SandboxPlan, temporaryDirectory: string): PathRule[] {
  const allow = (path: string): PathRule => ({
    head: "allow file-write*",
    filter: "subpath",
    paths: spellings(path),
  });
  const deny = (operations: string, path: string): PathRule => ({
    head: `deny ${operations}`,
    filter: "subpath",
    paths: deniedSpellings(path),
  });
  const places = [
    ...[temporaryDirectory, ...plan.writable].map((path) => ({ path, rule: allow(path) })),
    ...[...plan.protected, ...plan.watched].map(({ path }) => ({
      path,
      rule: deny("file-write*", path),
    })),
    ...plan.hidden.map(({ path }) => ({ path, rule: deny("file-read* file-write*", path) })),
  ];
  return places
    .toSorted((a, b) => a.path.split("/").length - b.path.split("/").length)
    .map(({ rule }) => rule);
}

/** 8. Whoever may move a directory away can put another one with the same name in its place. */
function moveRules(plan: SandboxPlan): PathRule[] {
  const fixed = [...plan.protected, ...plan.hidden, ...plan.watched].map(({ path }) => path);
  return [...plan.writable, ...plan.pinned, ...fixed].map((path): PathRule => ({
    head: "deny file-write-unlink",
    filter: "literal",
    paths: deniedSpellings(path),
  }));
}

/** Neighbours that say the same of other paths become one rule. */
function joined(rules: readonly PathRule[]): PathRule[] {
  const result: PathRule[] = [];
  for (const rule of rules) {
    const last = result.at(-1);
    if (last?.head !== rule.head) result.push(rule);
    else result.splice(-1, 1, { ...last, paths: [...new Set([...last.paths, ...rule.paths])] });
  }
  return result;
}

function spellings(path: string): string[] {
  const other = SPELLINGS.flatMap(([short, long]) => {
    if (path === long || path.startsWith(`${long}/`)) return [short + path.slice(long.length)];
    if (path === short || path.startsWith(`${short}/`)) return [long + path.slice(short.length)];
    return [];
  });
  return [path, ...other];
}

function deniedSpellings(path: string): string[] {
  const all = spellings(path);
  return [...all, ...all.map((spelling) => `${DATA_VOLUME}${spelling}`)];
}

function ruleText(rule: PathRule, names: ReadonlyMap<string, string>): string {
  const filters = rule.paths.map((path) => `\n  (${rule.filter} (param "${names.get(path)}"))`);
  return `(${rule.head}${filters.join("")})\n`;
}
