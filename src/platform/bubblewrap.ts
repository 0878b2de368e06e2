/**
 * From a plan to the arguments of bubblewrap. Source: sandbox.md, section 1.1, whose rows the
 * comments name; bwrap(1).
 * @module
 */
import type { ConfinedCommand, Confinement, LaunchSpec, SandboxPlan } from "../core/plan.ts";
import { depthOf, isInside } from "../core/paths.ts";

/** One mount of the plan with everything bubblewrap must do for it. */
interface Mount {
  readonly path: string;
  readonly args: readonly string[];
}

/** Temporary files inside: empty, private, gone afterwards. */
const TEMPORARY_DIRECTORY = "/tmp";

/**
 * Renders a plan for bubblewrap 0.8 and later.
 *
 * Arguments act from left to right and a later mount covers an earlier one, hence:
 * 1. namespaces and lifetime;
 * 2. everything read-only, fresh `/dev` and `/proc`;
 * 3. the plan's places from shallow to deep, so that the deepest decides, as the plan says;
 * 4. no capabilities, the work directory.
 * Every path is canonical: version 0.12 refuses links in a destination, older ones follow them
 * (CVE-2026-87766). The host adds the descriptors for the status and these arguments.
 */
export function renderBubblewrap(
  plan: SandboxPlan,
  command: ConfinedCommand,
  confinement: Confinement,
): LaunchSpec {
  return {
    program: confinement.program,
    args: ["--", ...command.argv],
    hiddenArgs: [
      ...namespaceArgs(plan.network),
      ...BASE_ARGS,
      ...planMounts(plan).flatMap(({ args }) => args),
      // Means nothing to a user, everything to root.
      ...["--cap-drop", "ALL"],
      // Without it a missing directory silently becomes home or the root.
      ...["--chdir", plan.cwd],
    ],
    placeholders: plan.placeholders,
    watched: plan.watched.map(({ path }) => path),
    ...(plan.limits && { limits: plan.limits }),
    cwd: plan.cwd,
    env: { ...command.env, TMPDIR: TEMPORARY_DIRECTORY },
  };
}

/** Rows 1 to 4. Named one by one, so that a missing namespace is a failure and no weaker sandbox. */
function namespaceArgs(network: boolean): string[] {
  return [
    // For root as well: in a container it may lack the right to mount without.
    ...["--unshare-user", "--unshare-pid", "--unshare-ipc", "--unshare-uts"],
    "--unshare-cgroup-try",
    ...(network ? [] : ["--unshare-net"]),
    // No namespace inside means no fresh mounts or network devices to attack the kernel with.
    "--disable-userns",
    // No terminal of its own. In the caller's session a key would signal bubblewrap too, which then
    // ends everything before the command could; so execguard hands signals on (`signal_target.ts`).
    "--new-session",
    "--die-with-parent",
  ];
}

/** Row 5. The last bind closes `/proc/sys`, which root may write even without capabilities. */
const BASE_ARGS: readonly string[] = [
  ...["--ro-bind", "/", "/", "--dev", "/dev", "--proc", "/proc"],
  ...["--ro-bind-try", "/proc/sys", "/proc/sys"],
];

/** Rows 6 to 11 as the plan's own order has them: shallow to deep, parents before children. */
function planMounts(plan: SandboxPlan): Mount[] {
  const mounts: Mount[] = [
    ...plan.masked.map((path) => mount(path, ["--perms", "1777", "--tmpfs", path])),
    ...plan.writable.map((path) => mount(path, writableArgs(path, plan))),
    // Placeholders as well: what bubblewrap would make by itself, nobody would take away.
    ...[...plan.readable, ...plan.protected].map(({ path }) =>
      mount(path, ["--ro-bind", path, path])
    ),
    ...plan.hidden.map(({ path, kind }) =>
      // Without nodev /dev/null could be read; a bind has it, so opening fails as it should.
      mount(path, kind === "file" ? ["--ro-bind", "/dev/null", path] : closedDirectory(path))
    ),
  ];
  return mounts.toSorted((a, b) => depthOf(a.path) - depthOf(b.path));
}

function mount(path: string, args: readonly string[]): Mount {
  return { path, args };
}

/** Read-only, or a tool would store a token there that is gone afterwards. */
function closedDirectory(path: string): string[] {
  return ["--perms", "000", "--tmpfs", path, "--remount-ro", path];
}

/**
 * Rows 7 and 8. The kernel moves no directory that something is mounted on. So each pinned directory
 * is bound on itself first and then covered by the writable root: not to be seen any more, not to be
 * moved either, and without a border between mounts that a rename could not cross.
 */
function writableArgs(root: string, plan: SandboxPlan): string[] {
  const bind = ["--bind", root, root];
  const pins = plan.pinned
    .filter((path) => rootOf(path, plan) === root)
    // One that went since the plan was made was another run's placeholder; nothing needs it any more.
    .flatMap((path) => ["--ro-bind-try", path, path]);
  if (pins.length === 0) return bind;
  // Below a masked directory the real one is not there yet to be pinned.
  const isMasked = plan.masked.some((path) => isInside(root, path));
  return [...(isMasked ? bind : []), ...pins, ...bind];
}

/** The deepest writable place a path lies in. */
function rootOf(path: string, plan: SandboxPlan): string | undefined {
  return plan.writable.filter((root) => isInside(path, root)).at(-1);
}
