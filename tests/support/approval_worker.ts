/**
 * One process of many: asks, approves, and takes whatever grants it finds.
 *
 *     approval_worker.ts STATE NAME ROUNDS
 * @module
 */
import { useStore } from "../../src/host/store.ts";
import type { ApprovalStore } from "../../src/core/approval/ports.ts";

const [state = "", worker = "", rounds = "0"] = Deno.args;

function use<T>(work: (store: ApprovalStore) => T): T {
  const used = useStore(state, work);
  if (!used.ok) throw new Error(JSON.stringify(used.refusal));
  return used.value;
}

/** One write a line, after the change it tells of is on the disk. */
function tell(did: "granted" | "consumed", id: string): void {
  Deno.stdout.writeSync(new TextEncoder().encode(`${JSON.stringify({ worker, did, id })}\n`));
}

const request = {
  level: "confirm" as const,
  reason: "",
  remarks: [],
  pathsToGrant: [],
  handoffKey: undefined,
};

for (let round = 0; round < Number(rounds); round++) {
  const subject = {
    session: "default",
    argv: ["work", worker, String(round)],
    cwd: "/",
    network: false,
    sandbox: true,
    writePaths: [],
    env: [],
    files: [],
  };
  const id = use((store) => store.enqueue({ ...request, subject }, Date.now()));
  const nowMs = Date.now();
  const terms = { nowMs, untilMs: nowMs + 60_000, reusable: false, sealed: undefined };
  if (use((store) => store.grant(id, terms))) tell("granted", id);
  const grants = use((store) => store.requests(Date.now())).filter((one) =>
    one.state === "granted"
  );
  for (const grant of grants.slice(0, 3)) {
    if (use((store) => store.consume(grant.id, Date.now()))) tell("consumed", grant.id);
  }
}
