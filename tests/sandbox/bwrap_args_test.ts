import assert from "node:assert/strict";
import type { SandboxRequest } from "../../src/core/plan_sandbox.ts";
import { NO_SANDBOX, WHO, World } from "./bwrap_world.ts";

/** One claim about the sandbox, checked for root and for an ordinary user where both can be had. */
function claim(name: string, check: (world: World) => void, parent?: string): void {
  for (const who of WHO) {
    Deno.test({
      name: `bwrap plan, ${who === "user" ? "nobody" : `uid ${Deno.uid()}`}: ${name}`,
      ignore: NO_SANDBOX,
      fn: () => {
        using world = new World(who, parent);
        check(world);
      },
    });
  }
}

/** Every line of a script is one attempt; the ones that succeed are returned. */
function succeeding(
  world: World,
  attempts: readonly string[],
  request: Partial<SandboxRequest> = {},
): string[] {
  const script = attempts.map((line, index) => `(${line}) 2>/dev/null && echo "ok ${index}"`);
  const { out } = world.confined([...script, "echo end"].join("\n"), request);
  assert.match(out, /^end$/m, out);
  return attempts.filter((_, index) => out.split("\n").includes(`ok ${index}`));
}

claim("writes home and a private /tmp, nothing else", (world) => {
  const attempts = ["echo x >a", "echo x >../b", 'echo x >"$TMPDIR/c"'];
  assert.deepEqual(succeeding(world, attempts), attempts);
  const outside = ["echo x >/opt/x", "echo x >/etc/x", `echo x >${world.home}/../x`, "mkdir /x"];
  assert.deepEqual(succeeding(world, outside), []);
  assert.equal(world.host("cat ~/b; ls /tmp/c").out.split("\n")[0], "x");
});

claim("writes only the work directory in the workdir scope (P24)", (world) => {
  world.host("mkdir ~/w-evil");
  const workdir = { writeScope: "workdir" } as const;
  const attempts = ["echo x >a", "echo x >../b", "echo x >../w-evil/f"];
  assert.deepEqual(succeeding(world, attempts, workdir), ["echo x >a"]);
});

claim("hides files and directories, through links too (P01, P05, P06, P07)", (world) => {
  world.host(`mkdir -p ~/.ssh ~/.config/gcloud/sub ~/d; echo SECRET >~/.ssh/id_rsa
    echo SECRET >~/d/real; ln -s ~/d/real ~/.netrc; echo SECRET >~/.aws
    echo SECRET >~/.config/gcloud/sub/k`);
  const attempts = [
    ...[
      "cat ~/.ssh/id_rsa",
      "ls ~/.ssh",
      "echo x >~/.ssh/new",
      "chmod 700 ~/.ssh",
      "mv ~/.ssh ~/s",
    ],
    ...["cat ~/.netrc", "cat ~/d/real", "chmod 600 ~/d/real", "echo x >~/d/real", "mv ~/d ~/e"],
    ...["cat ~/.aws", "rm ~/.aws", "ls ~/.config/gcloud", "ls ~/.config/gcloud/sub"],
    ...["mv ~/.config ~/c", "rm -r ~/.config"],
  ];
  assert.deepEqual(succeeding(world, attempts), []);
  assert.match(
    world.confined("chmod 700 ~/.ssh; chmod 600 ~/d/real").out,
    /Read-only[^]*Read-only/,
  );
  assert.equal(world.host("cat ~/.ssh/id_rsa ~/d/real ~/.netrc ~/.aws").out, "SECRET\n".repeat(4));
});

claim("keeps hooks, config and start files, and the way to them (P12, P16)", (world) => {
  world.host("echo a >~/.bashrc; mkdir .vscode; echo a >.git/x; mkdir -p .git/hooks");
  const attempts = [
    ...["echo x >~/.bashrc", "rm ~/.bashrc", "mv ~/.bashrc ~/b", "ln -f a ~/.bashrc"],
    ...["echo x >.git/hooks/pre-commit", "echo x >>.git/config", "git config core.fsmonitor x"],
    ...["mv .git .g2", "rm -r .git/hooks", "mv .git/hooks .git/h", "git config core.hooksPath y"],
    ...["echo x >.git/commondir", "rm .git/commondir", "mv .git/commondir .git/c"],
    ...["mv ../w ../v", "echo x >.vscode/tasks.json", "mv .vscode v", "rmdir .vscode"],
  ];
  assert.deepEqual(succeeding(world, attempts), []);
  assert.equal(world.host("cat ~/.bashrc").out, "a\n");
});

claim("lets git add, commit, branch, check out and stash (P19)", (world) => {
  const git = `set -e; echo x >n; git add -A; git commit -qm y; git show --name-only --format= HEAD
    git checkout -qb b; git tag t; echo z >>n; git stash -q; git stash pop -q; git gc -q
    git status --short`;
  assert.deepEqual(world.confined(git), { code: 0, out: "n\n M n\n" });
  const host = world.host("git status --short; git fsck; ls -A . .git");
  assert.doesNotMatch(host.out, /commondir|error/);
});

claim("commits in a linked work tree and leaves the rest of its repository (P11, P15)", (world) => {
  world.host("git worktree add -q ~/wt");
  const request = { cwd: `${world.home}/wt`, writeScope: "workdir" } as const;
  const git = "set -e; git status --short; echo x >n; git add -A; git commit -qm y; git tag t";
  assert.deepEqual(world.confined(git, request), { code: 0, out: "" });
  const main = `${world.work}/.git`;
  const attempts = [
    ...["hooks/x", "config", "info/attributes", "commondir"].map((name) =>
      `echo x >${main}/${name}`
    ),
    ...[`mv ${main} ${main}2`, "echo x >.git", "rm .git", `echo x >${main}/worktrees/wt/commondir`],
  ];
  assert.deepEqual(succeeding(world, attempts, request), []);
  assert.deepEqual(succeeding(world, attempts, { ...request, writePaths: [main] }), []);
});

claim("keeps hooks that are a link, and starts (P02)", (world) => {
  world.host("mkdir hk; rm -rf .git/hooks; ln -s ../hk .git/hooks");
  const attempts = ["echo x >.git/hooks/pre-commit", "echo x >hk/pre-commit", "rm .git/hooks"];
  assert.deepEqual(succeeding(world, attempts), []);
  assert.equal(world.host("readlink .git/hooks").out, "../hk\n");
});

claim("makes nothing outside for a link that leads to nowhere (P20)", (world) => {
  world.host(`ln -s /oldroot${world.home}/pwn .vscode`);
  assert.equal(world.confined("true").code, 0);
  assert.equal(world.host("ls ~/pwn").code, 2);
});

claim("has no rights and can make no namespace (R01)", (world) => {
  const { out } = world.confined("grep -E 'Cap(Eff|Bnd|Prm|Amb)' /proc/self/status");
  assert.match(out, /^(Cap\w+:\t0{16}\n){4}$/);
  const attempts = [
    ...["unshare -U true", "unshare -m true", "mount -t tmpfs x /tmp", "umount /tmp"],
    ...["echo x >/proc/sys/kernel/domainname", "echo 1 >/proc/sysrq-trigger"],
    ...["mount -o remount,rw /", "chroot / true"],
  ];
  assert.deepEqual(succeeding(world, attempts), []);
});

claim("sees no socket, process or file of others (T02)", (world) => {
  const { out } = world.confined("ls -A /run /tmp /var/tmp; ls /proc | grep -c '^[0-9]'");
  const [count, ...names] = out.split("\n").filter((line) => line !== "").toReversed();
  assert.deepEqual(names.filter((line) => !line.endsWith(":")), []);
  assert.ok(Number(count) < 6, count);
});

claim("reaches the host's loopback only with the network", (world) => {
  using listener = Deno.listen({ hostname: "127.0.0.1", port: 0 });
  const connect = `bash -c ': </dev/tcp/127.0.0.1/${listener.addr.port}'`;
  assert.deepEqual(succeeding(world, [connect]), []);
  assert.deepEqual(succeeding(world, [connect], { network: true }), [connect]);
});

claim("keeps the name servers readable with the network", (world) => {
  const { code } = world.confined("test -r /etc/resolv.conf", { network: true });
  assert.equal(code, world.host("test -r /etc/resolv.conf").code);
});

claim("does not start without a placeholder, and makes none itself", (world) => {
  assert.match(world.confined("true", {}, { placeholders: false }).out, /Can't find source path/);
  assert.equal(world.host("ls .git/commondir").code, 2);
});

claim("hides execguard's own directories before they exist", (world) => {
  const privateDirectories = [`${world.home}/.config/execguard`];
  const attempts = ["ls ~/.config/execguard", "mkdir ~/.config/execguard/x", "mv ~/.config ~/c"];
  assert.deepEqual(succeeding(world, attempts, { privateDirectories }), []);
  assert.equal(world.host("ls -d ~/.config").code, 2);
});

claim("works below a masked directory, pins included", (world) => {
  const attempts = ["echo x >b", "mv .git g", "mv ../w ../v", "echo x >../../c"];
  // The last one reaches the private /tmp only.
  assert.deepEqual(succeeding(world, attempts), ["echo x >b", "echo x >../../c"]);
  assert.equal(world.host("ls ~/../c").code, 2);
  assert.equal(world.confined("git add -A && git commit -qm x").code, 0);
  assert.equal(world.host("git status --short").out, "");
}, "/tmp");
