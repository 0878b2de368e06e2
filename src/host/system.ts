/**
 * The real machine, as the subcommands see it.
 * @module
 */
import type { Environment } from "../core/plan.ts";
import type { ParseScript } from "../core/ports.ts";
import type { Result } from "../core/types.ts";
import { findConfinement } from "./confinement.ts";
import { checkArguments, childEnvironment } from "./environment.ts";
import { createFacts } from "./facts.ts";
import { ownPlaces, readConfig, readDirectory, readHome } from "./places.ts";
import { inputLines, readInput, writeAll, writeStatus } from "./streams.ts";

/** What `main.ts` wires in: parts of other folders that are loaded late. */
export interface SystemParts<Platform> {
  readonly version: string;
  readonly loadParser: () => Promise<ParseScript>;
  readonly loadPlatform: (name?: "linux" | "darwin") => Promise<Platform>;
}

/** The part of the settings that is about the environment. */
export interface EnvironmentSettings {
  readonly envPass: readonly string[];
  readonly envScrub: readonly string[];
}

/** Builds the machine for one call of the program; it has the shape of `System` in `src/guard/system.ts`. */
export function createSystem<Platform>(parts: SystemParts<Platform>) {
  const variable = (name: string) => callerVariable(name);
  return {
    args: Deno.args,
    ...parts,
    variable,
    checkEncoding: () => checkArguments(Deno.args),
    startDirectory: () => readDirectory("."),
    canonicalDirectory: readDirectory,
    home: () => readHome(variable("HOME")),
    ownPlaces: () => ownPlaces(variable),
    readConfig,
    facts: (home: string | undefined) => createFacts({ home, path: variable("PATH") ?? "" }),
    readInput,
    inputLines,
    out: (text: string) => writeAll(Deno.stdout, text),
    err: (text: string) => void writeAll(Deno.stderr, text),
    isTerminal: (stream: "stdout" | "stderr") => Deno[stream].isTerminal(),
    writeStatus,
    async loadSupervision() {
      const [launch, names, signals, machine] = await Promise.all([
        import("./launch.ts"),
        import("./keep_names.ts"),
        import("./caller_signals.ts"),
        import("./machine.ts"),
      ]);
      const [, state] = ownPlaces(variable).privateDirectories;
      return {
        launch: names.keepingNames(launch.launch, `${state}/quarantine`),
        listenForSignals: signals.listenForSignals,
        readMachine: machine.readMachine,
      };
    },
    commandEnvironment(flags: readonly string[], wishes: EnvironmentSettings): Result<Environment> {
      const { envPass, envScrub } = wishes;
      const scrubbed = childEnvironment({ envPass, envScrub, flags });
      return scrubbed.ok ? { ok: true, value: scrubbed.value.env } : scrubbed;
    },
    confinement: findConfinement,
  };
}

/** The launcher gives the runtime a home of its own and puts the caller's aside. */
function callerVariable(name: string): string | undefined {
  const launched = Deno.env.get("EXECGUARD_LAUNCHER") !== undefined;
  return Deno.env.get(name === "HOME" && launched ? "EXECGUARD_CALLER_HOME" : name);
}
