import assert from "node:assert/strict";
import fc from "fast-check";
import { planOf } from "../support/sandbox_request.ts";
import { allows, readProfile } from "../support/seatbelt_evaluator.ts";
import { treeFacts } from "../support/tree_facts.ts";
import { renderBubblewrap } from "../../src/platform/bubblewrap.ts";
import { renderSeatbelt } from "../../src/platform/seatbelt.ts";

const CONFINEMENT = { program: "/x", temporaryDirectory: "/private/tmp/t", tag: "t" };
const COMMAND = { argv: ["true"], env: {} };

const host = fc.oneof(fc.ipV4(), fc.domain(), fc.constantFrom("localhost", "*"));
const socketPath = fc.constantFrom(
  ...["/private/var/run/docker.sock", "/home/me/.ssh/agent", "/private/tmp/x", "/home/me/w/s"],
);

Deno.test("both renderers let a command out only when the network was asked for", () => {
  fc.assert(
    fc.property(fc.boolean(), host, fc.integer({ min: 1, max: 65535 }), (network, name, port) => {
      const plan = planOf(
        { cwd: "/home/me/w", network },
        treeFacts({ "/home/me/w": "/" }, "/home/me"),
      );
      const { hiddenArgs } = renderBubblewrap(plan, COMMAND, CONFINEMENT);
      assert.equal(hiddenArgs.includes("--unshare-net"), !network);
      const { profile = "", parameters } = renderSeatbelt(plan, COMMAND, CONFINEMENT);
      const rules = readProfile(profile, parameters);
      const attempt = { operation: "network-outbound", remote: `${name}:${port}` };
      assert.equal(allows(rules, attempt), network);
    }),
    { numRuns: 100 },
  );
});

Deno.test("no socket with a path is reached on macOS, whatever was asked for", () => {
  fc.assert(
    fc.property(fc.boolean(), socketPath, (network, path) => {
      const plan = planOf(
        { cwd: "/home/me/w", network },
        treeFacts({ "/home/me/w": "/" }, "/home/me"),
      );
      const { profile = "", parameters } = renderSeatbelt(plan, COMMAND, CONFINEMENT);
      assert.equal(
        allows(readProfile(profile, parameters), { operation: "network-outbound", path }),
        false,
      );
    }),
    { numRuns: 40 },
  );
});
