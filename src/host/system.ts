/**
 * The real machine, as the subcommands see it.
 * @module
 */
import type { Facts, ParseScript } from "../core/ports.ts";
import type { StartKind } from "../core/running.ts";
import { findConfinement, type SandboxPrograms } from "./confinement.ts";
import { checkArguments, readEnvironment } from "./environment.ts";
import { createFacts } from "./facts.ts";
import type { MaskedValues } from "./secrets.ts";
import type { TrashStyle } from "./trash_places.ts";
import { ownPlaces, readConfig, readDirectory, readHome } from "./places.ts";
import {
  inputLines,
  inputPieces,
  isOutputShared,
  readInput,
  writeAll,
  writeBytes,
  writeStatus,
} from "./streams.ts";

/** What `main.ts` wires in: parts of other folders that are loaded late. */
export interface SystemParts<Platform> {
  readonly version: string;
  /** Where the program itself lies. */
  readonly folder: URL;
  readonly loadParser: () => Promise<ParseScript>;
  readonly loadPlatform: (name?: "linux" | "darwin") => Promise<Platform>;
}

/** Builds the machine for one call of the program; it has the shape of `System` in `src/guard/system.ts`. */
export function createSystem<Platform>(parts: SystemParts<Platform>) {
  const variable = (name: string) => callerVariable(name);
  const own = () => ownPlaces(variable, parts.folder);
  const stateDirectory = () => {
    const isPlaced = variable("HOME") || variable("XDG_STATE_HOME")?.startsWith("/");
    return isPlaced ? own().privateDirectories[1] ?? "" : "";
  };
  return {
    args: Deno.args,
    ...parts,
    variable,
    checkEncoding: () => checkArguments(Deno.args),
    startDirectory: () => readDirectory("."),
    canonicalDirectory: readDirectory,
    home: () => readHome(variable("HOME")),
    ownPlaces: own,
    readConfig,
    facts: (home: string | undefined) => createFacts({ home, path: variable("PATH") ?? "" }),
    readInput,
    inputLines,
    inputPieces,
    out: (text: string) => writeAll(Deno.stdout, text),
    err: (text: string) => void writeAll(Deno.stderr, text),
    isTerminal: (stream: "stdout" | "stderr") => Deno[stream].isTerminal(),
    // A terminal nobody told its size says 0.
    terminalWidth: () => Deno.stdout.isTerminal() && Deno.consoleSize().columns || 80,
    output: { isShared: isOutputShared, write: writeBytes },
    writeStatus,
    loadFiles: async () => (await import("./guarded_files.ts")).createGuardedFiles,
    prefetchStart() {
      const loads = [loadStart(), import("./secrets.ts"), parts.loadPlatform()];
      void Promise.allSettled(loads); // whoever needs one will meet its error
    },
    async loadSupervision(start: StartKind) {
      const [launch, names, signals, machine] = await loadStart();
      const state = stateDirectory();
      return {
        launch: start.kind === "plain"
          ? names.keepingNames(launch.launch, `${state}/quarantine`)
          : (await import("./sudo.ts")).sudoLaunch({
            launch: launch.launch,
            stateDirectory: state,
            secret: start.password,
          }),
        listenForSignals: signals.listenForSignals,
        readMachine: machine.readMachine,
      };
    },
    async loadApproval() {
      const { createApprovalHost } = await import("./approval.ts");
      return createApprovalHost(stateDirectory());
    },
    async loadAuditLog() {
      return (await import("./audit.ts")).auditLog(stateDirectory());
    },
    async lockWorkDirectory(cwd: string) {
      return await (await import("./lock.ts")).lockByName(stateDirectory(), cwd);
    },
    async loadTrash(platform: { readonly trash: TrashStyle }, { home, realPath }: Facts) {
      const [{ createTrash }, { confirm }] = await Promise.all([
        import("./trash.ts"),
        import("./confirm.ts"),
      ]);
      const dataHome = variable("XDG_DATA_HOME");
      return { ...createTrash({ style: platform.trash, home, dataHome, realPath }), confirm };
    },
    async survey(platform: SandboxPrograms & { readonly trash: TrashStyle }) {
      const [{ takeSurvey }, { homeTrashPath }] = await Promise.all([
        import("./survey.ts"),
        import("./trash_places.ts"),
      ]);
      const [config = "", state = ""] = own().privateDirectories;
      const places = { home: variable("HOME"), dataHome: variable("XDG_DATA_HOME") };
      const trash = homeTrashPath({ style: platform.trash, ...places });
      const folders = { config, state, ...(trash === undefined ? {} : { trash }) };
      const { name: system, sandboxPrograms } = platform;
      return takeSurvey({ system, sandboxPrograms, folders });
    },
    readEnvironment,
    async loadTasks() {
      const { createTaskHost } = await import("./task_host.ts");
      return createTaskHost(stateDirectory(), variable("HOME") ?? "/");
    },
    async loadSecrets() {
      const secrets = await import("./secrets.ts");
      const [, state = ""] = own().privateDirectories;
      return {
        readEnvFiles: secrets.readEnvFiles,
        isAddress: secrets.isAddress,
        recall: (session: string) => secrets.recallMasked(state, session),
        remember: (session: string, seen: MaskedValues) =>
          secrets.rememberMasked(state, { session, ...seen }),
      };
    },
    confinement: findConfinement,
  };
}

/** What starts and watches a command. */
function loadStart() {
  return Promise.all([
    import("./launch.ts"),
    import("./keep_names.ts"),
    import("./caller_signals.ts"),
    import("./machine.ts"),
  ]);
}

/** The launcher gives the runtime a home of its own and puts the caller's aside. */
function callerVariable(name: string): string | undefined {
  const launched = Deno.env.get("EXECGUARD_LAUNCHER") !== undefined;
  return Deno.env.get(name === "HOME" && launched ? "EXECGUARD_CALLER_HOME" : name);
}
