/**
 * The team profile's data, as `configs/team.json` has it and as the rules use it.
 * @module
 */
import { compileOptions, type OptionTable } from "../options.ts";
import { compileNames, type NamePatterns } from "../policy.ts";

/** Argvs that an entry must and must not concern. */
interface Examples {
  readonly match: readonly (readonly string[])[];
  readonly not_match: readonly (readonly string[])[];
}

/**
 * Subcommands of git that are treated alike.
 *
 * - `allow`: every form, but for some flags (long ones in any abbreviation) and first operands;
 * - `list`: only forms with the given flags, first operands (`words`) and number of operands;
 * - `refuse`: no form.
 */
export interface GitEntry extends Examples {
  readonly names: readonly string[];
  readonly rule: string;
  readonly why: string;
  readonly refused_flags?: readonly string[];
  /** Letters of short flags that take a value. */
  readonly valued?: string;
  readonly refused_words?: readonly string[];
  readonly flags?: readonly string[];
  readonly words?: readonly string[];
  /** Whether one of `words` must stand there. */
  readonly needs_word?: boolean;
  readonly operands?: number;
  /** Flags with which any number of operands is fine. */
  readonly operands_with?: readonly string[];
  /** Flags of which one must stand there. */
  readonly required?: readonly string[];
}

/** The shape of `configs/team.json`. */
export interface TeamData {
  readonly why: string;
  readonly git: {
    readonly programs: readonly string[];
    readonly why: string;
    readonly global_flags: readonly string[];
    readonly settings: Examples & { readonly names: readonly string[]; readonly why: string };
    readonly variables: { readonly names: readonly string[]; readonly why: string };
    readonly commands: readonly GitEntry[];
    readonly others: Examples & {
      readonly prefixes: readonly (readonly string[])[];
      readonly why: string;
    };
  };
  readonly shell: {
    readonly programs: readonly (Examples & {
      readonly names: readonly string[];
      readonly why: string;
    })[];
    readonly sql: Examples & {
      readonly clients: readonly string[];
      readonly statement_flags: readonly string[];
      readonly harmless_flags: readonly string[];
      readonly why: string;
    };
    readonly git_directory: Examples & { readonly names: readonly string[]; readonly why: string };
    readonly open_modes: Examples & {
      readonly mode_operand: readonly string[];
      readonly mode_flags: readonly string[];
      readonly why: string;
    };
    readonly raw_disks: Examples & {
      readonly paths: readonly string[];
      readonly writers: readonly string[];
      readonly why: string;
    };
  };
}

/** One subcommand, compiled. */
export interface GitRule {
  readonly entry: GitEntry;
  readonly flags: OptionTable;
}

/** The operations of git, compiled. */
export interface TeamGit {
  readonly data: TeamData["git"];
  readonly globalFlags: OptionTable;
  /** Keys of `-c` that may be set. */
  readonly settings: NamePatterns;
  /** Variables `GIT_*` that may be set. */
  readonly variables: NamePatterns;
  readonly commands: ReadonlyMap<string, GitRule>;
}

/** The refused commands, compiled. */
export interface TeamShell {
  readonly data: TeamData["shell"];
  readonly programs: NamePatterns;
  readonly rawDisks: NamePatterns;
}

/** What the user's config switched on; a part that is undefined is off. */
export interface TeamPolicy {
  readonly git: TeamGit | undefined;
  readonly shell: TeamShell | undefined;
}

/** Compiles the parts that are on. */
export function compileTeam(
  data: TeamData,
  settings: { readonly gitPolicy: "off" | "worktree"; readonly shellDeny: "off" | "agentary" },
): TeamPolicy {
  return {
    git: settings.gitPolicy === "off" ? undefined : compileGit(data.git),
    shell: settings.shellDeny === "off" ? undefined : {
      data: data.shell,
      programs: compileNames(data.shell.programs),
      rawDisks: compileNames([{ names: data.shell.raw_disks.paths }]),
    },
  };
}

function compileGit(data: TeamData["git"]): TeamGit {
  const commands = data.commands.flatMap((entry) => {
    const flags = compileOptions(entry.flags ?? []);
    return entry.names.map((name): [string, GitRule] => [name, { entry, flags }]);
  });
  return {
    data,
    globalFlags: compileOptions(data.global_flags),
    settings: compileNames([data.settings]),
    variables: compileNames([data.variables]),
    commands: new Map(commands),
  };
}
