/**
 * The real machine, as the subcommands see it.
 * @module
 */
import type { ParseScript } from "../core/ports.ts";
import type { Result } from "../core/types.ts";
import { findConfinement } from "./confinement.ts";
import { createFacts } from "./facts.ts";
import { ownPlaces, readConfig, readDirectory, readHome } from "./places.ts";
import { inputLines, readInput, writeAll, writeStatus } from "./streams.ts";

/** What `main.ts` wires in: parts of other folders that are loaded late. */
export interface SystemParts<Platform> {
  readonly version: string;
  readonly loadParser: () => Promise<ParseScript>;
  readonly loadPlatform: (name?: "linux" | "darwin") => Promise<Platform>;
}

/** Builds the machine for one call of the program; it has the shape of `System` in `src/guard/system.ts`. */
export function createSystem<Platform>(parts: SystemParts<Platform>) {
  const variable = (name: string) => Deno.env.get(name);
  return {
    args: Deno.args,
    ...parts,
    variable,
    checkEncoding: (): Result<true> => ({ ok: true, value: true }),
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
      const [launch, signals, machine] = await Promise.all([
        import("./launch.ts"),
        import("./caller_signals.ts"),
        import("./machine.ts"),
      ]);
      return {
        launch: launch.launch,
        listenForSignals: signals.listenForSignals,
        readMachine: machine.readMachine,
      };
    },
    confinement: findConfinement,
  };
}
