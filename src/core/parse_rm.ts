/**
 * The command line of `rm`, as far as the trash understands it.
 * @module
 */
import type { Result } from "./types.ts";

/** What an `rm` was asked to do. */
export interface RmRequest {
  /** Operands as written, possibly none, possibly empty ones. */
  readonly targets: readonly string[];
  /** Missing targets are no error, and nothing is asked. */
  readonly force: boolean;
  /** Directories go with all they hold. */
  readonly recursive: boolean;
  /** Empty directories go. */
  readonly directories: boolean;
  /** Every removal is told. */
  readonly verbose: boolean;
  /** `once`: before more than three targets or a recursive removal; `always`: before each target. */
  readonly interactive: "never" | "once" | "always";
}

type Settings = Omit<RmRequest, "targets">;

/** What each option sets; of `-f`, `-i` and `-I` the last one wins. Source: rm(1) of GNU coreutils, POSIX rm. */
const OPTIONS: Readonly<Record<string, Partial<Settings>>> = {
  "-f": { force: true, interactive: "never" },
  "-r": { recursive: true },
  "-R": { recursive: true },
  "-d": { directories: true },
  "-v": { verbose: true },
  "-i": { force: false, interactive: "always" },
  "-I": { force: false, interactive: "once" },
  "--force": { force: true, interactive: "never" },
  "--recursive": { recursive: true },
  "--dir": { directories: true },
  "--verbose": { verbose: true },
  "--interactive": { force: false, interactive: "always" },
  "--interactive=always": { force: false, interactive: "always" },
  "--interactive=yes": { force: false, interactive: "always" },
  "--interactive=once": { force: false, interactive: "once" },
  "--interactive=never": { interactive: "never" },
  "--interactive=no": { interactive: "never" },
  "--interactive=none": { interactive: "never" },
  // The root is never removed here, asked for or not.
  "--preserve-root": {},
};

/**
 * Reads the arguments of `rm`, its name left out. Options may stand after operands, up to `--`.
 * Refusal: `trash-option` (flag) for any other option: what it would have changed is not known here.
 *
 * @example
 * ```ts
 * import { parseRm } from "./parse_rm.ts";
 * const parsed = parseRm(["-rf", "build"]);
 * parsed.ok && parsed.value.recursive; // true
 * ```
 */
export function parseRm(args: readonly string[]): Result<RmRequest> {
  const end = args.indexOf("--");
  const before = end < 0 ? args : args.slice(0, end);
  // A single dash is the name of a file.
  const isOption = (arg: string) => arg.startsWith("-") && arg !== "-";
  const options = before.filter(isOption).flatMap((arg) =>
    arg.startsWith("--") ? [arg] : Array.from(arg.slice(1), (letter) => `-${letter}`)
  );
  const unknown = options.find((option) => !Object.hasOwn(OPTIONS, option));
  if (unknown !== undefined) {
    return { ok: false, refusal: { code: "trash-option", data: { flag: unknown } } };
  }
  const none: Settings = {
    force: false,
    recursive: false,
    directories: false,
    verbose: false,
    interactive: "never",
  };
  const settings = options.reduce((set, option) => ({ ...set, ...OPTIONS[option] }), none);
  const targets = [
    ...before.filter((arg) => !isOption(arg)),
    ...(end < 0 ? [] : args.slice(end + 1)),
  ];
  return { ok: true, value: { ...settings, targets } };
}
