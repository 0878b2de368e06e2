/**
 * The plans behind the golden files: one small machine each.
 * @module
 */
import type { ConfinedCommand, LaunchSpec, SandboxPlan } from "../../src/core/plan.ts";
import type { SandboxRequest } from "../../src/core/plan_sandbox.ts";
import { platformOf, type SystemName } from "../../src/platform/mod.ts";
import { planOf } from "../support/sandbox_request.ts";
import { type Tree, treeFacts } from "../support/tree_facts.ts";

/** One machine and request. */
export interface GoldenCase {
  readonly name: string;
  readonly home: string;
  readonly tree: Tree;
  readonly request: Partial<SandboxRequest> & { readonly cwd: string };
}

const SYSTEM: Tree = {
  "/etc/resolv.conf": "-> ../run/systemd/resolve/stub-resolv.conf",
  "/run/systemd/resolve/stub-resolv.conf": "nameserver 127.0.0.53\n",
  "/tmp": "/",
  "/usr/bin": "!",
  "/var/tmp": "/",
};

const REPOSITORY: Tree = {
  "/home/me/w/.git/HEAD": "ref: refs/heads/main\n",
  "/home/me/w/.git/config": "[core]\n\tbare = false\n",
  "/home/me/w/.git/hooks/pre-commit.sample": "",
  "/home/me/w/.git/info/exclude": "",
  "/home/me/w/.git/objects": "/",
  "/home/me/w/.git/refs": "/",
  "/home/me/w/main.c": "",
};

const HOME: Tree = {
  "/home/me/.bashrc": "",
  "/home/me/.profile": "",
  "/home/me/.config/autostart": "/",
  "/home/me/.config/gh/hosts.yml": "",
  "/home/me/.gitconfig": "[user]\n\tname = Me\n",
  "/home/me/.local/bin": "/",
  "/home/me/.netrc": "",
  "/home/me/.ssh/id_ed25519": "",
};

const OWN = {
  privateDirectories: ["/home/me/.config/execguard", "/home/me/.local/state/execguard"],
  programDirectories: ["/home/me/.cache/execguard"],
};

/** All cases; the name is the file's. */
export const GOLDEN_CASES: readonly [GoldenCase, ...GoldenCase[]] = [
  {
    name: "home",
    home: "/home/me",
    tree: { ...SYSTEM, ...HOME, ...REPOSITORY, "/home/me/.local/state/execguard": "/" },
    request: { cwd: "/home/me/w", ...OWN },
  },
  {
    name: "workdir",
    home: "/home/me",
    tree: { ...SYSTEM, ...HOME, ...REPOSITORY, "/home/me/w/.vscode/settings.json": "{}" },
    request: { cwd: "/home/me/w", writeScope: "workdir", ...OWN },
  },
  {
    name: "network",
    home: "/home/me",
    tree: { ...SYSTEM, ...REPOSITORY },
    request: { cwd: "/home/me/w", writeScope: "workdir", network: true },
  },
  {
    name: "write_path",
    home: "/home/me",
    tree: { ...SYSTEM, ...REPOSITORY, "/opt/app/.git/hooks": "/", "/opt/app/.git/config": "" },
    request: { cwd: "/home/me/w", writeScope: "workdir", writePaths: ["/opt/app"] },
  },
  {
    name: "worktree",
    home: "/home/me",
    tree: {
      ...SYSTEM,
      ...REPOSITORY,
      "/home/me/w/.git/logs": "/",
      "/home/me/w/.git/worktrees/wt/commondir": "../..\n",
      "/home/me/w/.git/worktrees/wt/gitdir": "/home/me/wt/.git\n",
      "/home/me/wt/.git": "gitdir: /home/me/w/.git/worktrees/wt\n",
    },
    request: { cwd: "/home/me/wt", writeScope: "workdir" },
  },
  {
    name: "links",
    home: "/home/me",
    tree: {
      ...SYSTEM,
      ...REPOSITORY,
      "/home/me/.bashrc": "-> dotfiles/bashrc",
      "/home/me/dotfiles/bashrc": "",
      "/home/me/.netrc": "-> /home/me/d/real",
      "/home/me/d/real": "",
      "/home/me/.ssh": "-> /mnt/keys",
      "/mnt/keys/id_rsa": "",
      "/home/me/w/.git/hooks": "-> ../hk",
      "/home/me/w/hk/pre-commit": "",
    },
    request: { cwd: "/home/me/w" },
  },
  {
    name: "many_hidden",
    home: "/home/me",
    tree: {
      ...SYSTEM,
      ...HOME,
      ...Object.fromEntries(
        [...".aws .azure .docker .gnupg .kube .config/gcloud .config/gcloud/sub".split(" ")]
          .map((name) => [`/home/me/${name}`, "/"]),
      ),
      ...Object.fromEntries(
        [..."a.pem b.key C.P12 .npmrc .env".split(" ")].map((name) => [`/home/me/w/${name}`, "x"]),
      ),
    },
    request: {
      cwd: "/home/me/w",
      sensitive: [
        { match: ".config/gcloud", hide: true, why: "parent" },
        { match: ".config/gcloud/sub", hide: true, why: "child of a hidden directory" },
        ...[".ssh", ".aws", ".azure", ".docker", ".gnupg", ".kube", ".netrc", ".npmrc"].map(
          (match) => ({ match, hide: true, why: "credentials" }),
        ),
        ...["*.pem", "*.key", "*.p12"].map((match) => ({ match, hide: true, why: "keys" })),
        { match: ".env", hide: false, why: "readable" },
      ],
    },
  },
  {
    name: "temporary_home",
    home: "/tmp/h",
    tree: {
      ...SYSTEM,
      "/tmp/h/.bashrc": "",
      "/tmp/h/w/.git/hooks": "/",
      "/tmp/h/w/.git/config": "",
    },
    request: { cwd: "/tmp/h/w" },
  },
];

const COMMAND: ConfinedCommand = { argv: ["sh", "-c", "echo hi"], env: { PATH: "/usr/bin" } };

/** The plan of a case. */
export function goldenPlan(golden: GoldenCase): SandboxPlan {
  return planOf(golden.request, treeFacts(golden.tree, golden.home));
}

/** The rendered start of a case. */
export function goldenLaunch(golden: GoldenCase, system: SystemName): LaunchSpec {
  const platform = platformOf(system, "x86_64");
  return platform.render(goldenPlan(golden), COMMAND, {
    program: platform.sandboxPrograms[0] ?? "",
    temporaryDirectory: "/private/tmp/execguard-1",
    tag: "execguard-1",
  });
}

/** Where a case's file stands. */
export function goldenFile(golden: GoldenCase, system: SystemName): URL {
  const path = system === "linux" ? `bwrap/${golden.name}.args` : `seatbelt/${golden.name}.sb`;
  return new URL(path, import.meta.url);
}

/** The text of a case's file: everything that is not the command's own. */
export function goldenText(golden: GoldenCase, system: SystemName): string {
  const launch = goldenLaunch(golden, system);
  if (system === "linux") {
    const options = launch.hiddenArgs.join(" ").replace(/ (?=--)(?<!--perms \d+ )/g, "\n");
    const made = (launch.placeholders ?? []).map((item) =>
      `# made before: ${JSON.stringify(item)}\n`
    );
    const watched = (launch.watched ?? []).map((path) => `# watched: ${path}\n`);
    return `${options}\n${made.join("")}${watched.join("")}`;
  }
  const parameters = Object.entries(launch.parameters ?? {})
    .map(([name, value]) => `; ${name}=${value}\n`);
  return `${launch.profile ?? ""}${parameters.join("")}`;
}
