import assert from "node:assert/strict";
import { GOLDEN_CASES, goldenPlan } from "../../tests/golden/cases.ts";
import { planOf, sandboxRequest } from "../../tests/support/sandbox_request.ts";
import { allows, type Attempt, readProfile } from "../../tests/support/seatbelt_evaluator.ts";
import { treeFacts } from "../../tests/support/tree_facts.ts";
import type { LaunchSpec, SandboxPlan } from "../core/plan.ts";
import { planSandbox } from "../core/plan_sandbox.ts";
import { renderSeatbelt } from "./seatbelt.ts";

const CONFINEMENT = {
  program: "/usr/bin/sandbox-exec",
  temporaryDirectory: "/private/var/folders/x/T/execguard-1",
  tag: "execguard-1a2b",
};

function render(plan: SandboxPlan): LaunchSpec {
  return renderSeatbelt(plan, { argv: ["true"], env: {} }, CONFINEMENT);
}

function may(launch: LaunchSpec, attempt: Attempt): boolean {
  return allows(readProfile(launch.profile ?? "", launch.parameters), attempt);
}

const PLAN = planOf(
  { cwd: "/Users/me/w" },
  treeFacts({
    "/Users/me/w/.git/hooks": "/",
    "/Users/me/w/.git/config": "",
    "/Users/me/.ssh/id_rsa": "",
  }, "/Users/me"),
);
const PLAIN = render(PLAN);
const ONLINE = render({ ...PLAN, network: true });

Deno.test("renderSeatbelt() decides the same for both spellings of linked directories (M01)", () => {
  const plan: SandboxPlan = {
    ...PLAN,
    writable: ["/private/tmp/x"],
    protected: [{ path: "/private/tmp/x/p", kind: "file" }],
    hidden: [{ path: "/private/etc/secret", kind: "file" }],
  };
  const launch = render(plan);
  for (const prefix of ["", "/private"]) {
    const write = (path: string) => may(launch, { operation: "file-write-data", path });
    assert.equal(write(`${prefix}/tmp/x/a`), true);
    assert.equal(write(`${prefix}/tmp/x/p`), false);
    assert.equal(write(`${prefix}/tmp/y`), false);
    assert.equal(
      may(launch, { operation: "file-read-data", path: `${prefix}/etc/secret` }),
      false,
    );
  }
});

Deno.test("renderSeatbelt() keeps hidden places hidden on the data volume", () => {
  const path = "/System/Volumes/Data/Users/me/.ssh/id_rsa";
  assert.equal(may(PLAIN, { operation: "file-read-data", path }), false);
});

Deno.test("renderSeatbelt() lets nothing out without the network, hosts only with it (M02)", () => {
  for (const remote of ["example.org:443", "localhost:80", "1.1.1.1:53"]) {
    const attempt = { operation: "network-outbound", remote };
    assert.equal(may(PLAIN, attempt), false);
    assert.equal(may(ONLINE, attempt), true);
  }
  assert.doesNotMatch(ONLINE.profile ?? "", /network-outbound[^\n]*local/);
  assert.doesNotMatch(PLAIN.profile ?? "", /\(allow network/);
});

Deno.test("renderSeatbelt() leaves out the service that fetches addresses (M03)", () => {
  for (const launch of [PLAIN, ONLINE]) {
    const name = "com.apple.trustd.agent";
    assert.equal(may(launch, { operation: "mach-lookup", name }), false);
  }
});

Deno.test("renderSeatbelt() reaches no socket with a path but the name service's (M04)", () => {
  const outbound = (path: string) => may(ONLINE, { operation: "network-outbound", path });
  assert.equal(outbound("/var/run/docker.sock"), false);
  assert.equal(outbound("/private/tmp/com.apple.launchd.x/Listeners"), false);
  assert.equal(outbound("/private/var/run/mDNSResponder"), true);
  assert.equal(
    may(PLAIN, { operation: "network-outbound", path: "/private/var/run/mDNSResponder" }),
    false,
  );
  assert.equal(may(PLAIN, { operation: "system-socket", socket: { domain: "AF_UNIX" } }), false);
});

Deno.test("20 000 key files are refused, and a full plan stays a short command line (M06)", () => {
  const tree = (count: number) =>
    Object.fromEntries(Array.from({ length: count }, (_, i) => [`/Users/me/w/${i}.pem`, ""]));
  const plan = (count: number) =>
    planSandbox(sandboxRequest({ cwd: "/Users/me/w" }), treeFacts(tree(count), "/Users/me"));
  const many = plan(20_000);
  assert.equal(many.ok ? "" : many.refusal.code, "sandbox-failed");
  const full = plan(85);
  assert.ok(full.ok);
  const launch = render(full.value);
  const parameters = Object.entries(launch.parameters ?? {});
  assert.equal(new Set(parameters.map(([, path]) => path)).size, parameters.length);
  const bytes = parameters.reduce((sum, [name, path]) => sum + name.length + path.length + 5, 0);
  assert.ok(bytes < 100_000, String(bytes));
});

Deno.test("renderSeatbelt() writes ASCII, the version first, and reads the root directory (M08)", () => {
  for (const golden of GOLDEN_CASES) {
    const launch = render(goldenPlan(golden));
    assert.match(launch.profile ?? "", /^\(version 1\)\n\(deny default [\t\n\x20-\x7e]*$/);
    assert.equal(may(launch, { operation: "file-read-data", path: "/" }), true);
  }
});

Deno.test("renderSeatbelt() allows signals and process details only among its own (M10)", () => {
  for (const operation of ["signal", "process-info-pidinfo"]) {
    assert.equal(may(PLAIN, { operation, target: "same-sandbox" }), true);
    assert.equal(may(PLAIN, { operation, target: "others" }), false);
  }
});

Deno.test("renderSeatbelt() allows semaphores and the named services, no agents (M12)", () => {
  assert.equal(may(PLAIN, { operation: "ipc-posix-sem" }), true);
  const agents = [
    "com.apple.CoreSimulator.CoreSimulatorService",
    "com.apple.sysmond",
    "2BUA8C4S2C.com.1password.browser-helper",
    "com.apple.pasteboard.1",
    "com.apple.SecurityServer",
    "com.apple.coreservices.launchservicesd",
  ];
  for (const name of agents) {
    assert.equal(may(PLAIN, { operation: "mach-lookup", name }), false, name);
    assert.equal(may(ONLINE, { operation: "mach-lookup", name }), false, name);
  }
  const services = (PLAIN.profile ?? "").match(/global-name "[^"]+"/g) ?? [];
  assert.equal(services.length, 8);
});

Deno.test("renderSeatbelt() allows its own temporary directory and tells it to the command", () => {
  const path = `${CONFINEMENT.temporaryDirectory}/a`;
  assert.equal(may(PLAIN, { operation: "file-write-create", path }), true);
  assert.equal(PLAIN.env.TMPDIR, CONFINEMENT.temporaryDirectory);
  assert.equal(
    may(PLAIN, { operation: "file-write-create", path: "/private/var/folders/x/T/other" }),
    false,
  );
});

Deno.test("renderSeatbelt() forbids names that do not exist yet, and moving what leads to them", () => {
  const denied = (operation: string, path: string) =>
    assert.equal(may(PLAIN, { operation, path }), false, path);
  denied("file-write-create", "/Users/me/.zshenv");
  denied("file-write-create", "/Users/me/w/.claude/settings.json");
  denied("file-write-create", "/Users/me/w/.git/commondir");
  denied("file-write-unlink", "/Users/me/w/.git");
  denied("file-write-unlink", "/Users/me/w");
  assert.equal(may(PLAIN, { operation: "file-write-create", path: "/Users/me/w/.git/x" }), true);
});

Deno.test("renderSeatbelt() marks denials with the run's tag and takes no tag that is text", () => {
  assert.match(PLAIN.profile ?? "", /\(deny default \(with message "execguard-1a2b"\)\)/);
  const plan = PLAN;
  assert.throws(() =>
    renderSeatbelt(plan, { argv: ["true"], env: {} }, { ...CONFINEMENT, tag: '"))(allow default' })
  );
});
