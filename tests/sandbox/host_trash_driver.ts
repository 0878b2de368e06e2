/** Moves things to the trash: `host_trash_driver.ts HOME CWD TARGET...`; exits with the outcome's code. */
import { moveToTrash } from "../../src/guard/trash.ts";
import { captureSink } from "../../src/guard/supervise_sink.ts";
import { createFacts } from "../../src/host/facts.ts";
import { createTrash } from "../../src/host/trash.ts";

const [home = "", cwd = "", ...targets] = Deno.args;
const { realPath } = createFacts({ home, path: "" });
const outcome = await moveToTrash(["rm", "-r", ...targets], {
  limits: {
    cwd,
    home,
    ownDirectories: [],
    sensitiveEntries: [{ match: ".ssh", hide: true, why: "keys" }],
  },
  host: {
    ...createTrash({ style: "freedesktop", home, dataHome: undefined, realPath }),
    confirm: () => false,
  },
  sink: captureSink(),
});
if (outcome.output !== "") console.error(outcome.output.trimEnd());
if (outcome.refusal !== undefined) console.error(outcome.refusal.code);
Deno.exit(outcome.exit_code);
