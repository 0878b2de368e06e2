/**
 * The real machine, as the subcommands see it.
 * @module
 */
import type { ParseScript } from "../core/ports.ts";
import type { Refusal, Result } from "../core/types.ts";
import type { System } from "../guard/system.ts";
import type { SuperviseHost } from "../guard/supervise.ts";
import type { Platform, SystemName } from "../platform/mod.ts";
import { createFacts } from "./facts.ts";
import { ownPlaces, readConfig, readDirectory, readHome } from "./places.ts";
import { inputLines, readInput, writeAll, writeStatus } from "./streams.ts";

/** What `main.ts` wires in: parts of other folders that are loaded late. */
export interface SystemParts {
  readonly version: string;
  readonly loadParser: () => Promise<ParseScript>;
  readonly loadPlatform: (name?: SystemName) => Promise<Platform>;
}

/** Builds the machine for one call of the program. */
export function createSystem(parts: SystemParts): System {
  const variable = (name: string) => Deno.env.get(name);
  return {
    args: Deno.args,
    ...parts,
    variable,
    checkEncoding: () => ({ ok: true, value: true }),
    startDirectory: () => readDirectory("."),
    canonicalDirectory: readDirectory,
    home: () => readHome(variable("HOME")),
    ownPlaces: () => ownPlaces(variable),
    readConfig,
    facts: (home) => createFacts({ home, path: variable("PATH") ?? "" }),
    readInput,
    inputLines,
    out: (text) => writeAll(Deno.stdout, text),
    err: (text) => void writeAll(Deno.stderr, text),
    isTerminal: (stream) => Deno[stream].isTerminal(),
    writeStatus,
    async loadSupervision(): Promise<SuperviseHost> {
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
    environment: () => ({ ok: true, value: Deno.env.toObject() }),
  };
}
