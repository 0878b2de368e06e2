/**
 * From the name of a package script to the calls in it.
 * @module
 */
import type { Arg } from "../arg.ts";
import { matchesName } from "./match_name.ts";
import type { PackageFile } from "./package_file.ts";
import type { ScriptCall, Session, Start } from "./session.ts";

/** Scripts to run in some packages. */
export interface ScriptRequest {
  /** Where to look. */
  readonly packages: readonly PackageFile[];
  /** Name of the script. */
  readonly name: string;
  /** Given when `*` in the name stands for characters other than the separator. */
  readonly pattern?: { readonly separator?: string };
  /** Shell text put behind the script, as package managers do with arguments. */
  readonly passed: string;
}

/** More names than this are not compared with a pattern. */
const MAX_NAMES = 1000;
/** Units of one parse, and of each KiB in it: shell text costs far more than JSON. Source: measured. */
const PARSE_UNITS = 8;
const UNITS_PER_KIB = 24;

/**
 * The calls in the scripts asked for, their `pre` and `post` scripts included.
 * Undefined when no such script is found, none of them can be parsed, or they are nested too deep.
 */
export function openScripts(
  request: ScriptRequest,
  session: Session,
): readonly Start[] | undefined {
  if (!session.opensScripts) return undefined;
  const opened = request.packages.flatMap((file) =>
    namesIn(file, request).flatMap((name) => openScript(name, { file, request, session }))
  ).filter((starts) => starts !== undefined);
  return opened.length === 0 ? undefined : opened.flat();
}

function namesIn(file: PackageFile, request: ScriptRequest): readonly string[] {
  const { name, pattern } = request;
  if (pattern === undefined || !name.includes("*")) return file.scripts.has(name) ? [name] : [];
  return [...file.scripts.keys()].slice(0, MAX_NAMES)
    .filter((known) => matchesName(name, { ...pattern, name: known }));
}

interface OpenOptions {
  readonly file: PackageFile;
  readonly request: ScriptRequest;
  readonly session: Session;
}

function openScript(name: string, options: OpenOptions): readonly (readonly Start[] | undefined)[] {
  const { file, request, session } = options;
  const names = [`pre${name}`, name, `post${name}`].filter((each) => file.scripts.has(each));
  return names.map((each) => {
    const passed = each === name ? request.passed : "";
    const script = { name: each, directory: file.directory };
    const key = JSON.stringify([script.directory, each, passed]);
    if (session.visited.has(key)) return [];
    session.visited.add(key);
    const text = `${file.scripts.get(each)} ${passed}`;
    return splitText(text, { session, cwds: [script.directory] })
      ?.map((call) => ({ ...call, script }));
  });
}

/** The calls in a shell text, within the budget. */
export function splitText(
  text: string,
  options: { readonly session: Session; readonly cwds: readonly string[] },
): readonly ScriptCall[] | undefined {
  const { session, cwds } = options;
  const units = PARSE_UNITS + UNITS_PER_KIB * (text.length >> 10);
  return session.budget.spend(units) ? session.splitScript(text, cwds) : undefined;
}

/**
 * Arguments as shell text: each in single quotes, so that nothing in them is read again. One that is
 * not known becomes a word that is no flag.
 */
export function quoteArgs(args: readonly Arg[]): string {
  return args.map((arg) => `'${(arg.text ?? "_").replaceAll("'", "'\\''")}'`).join(" ");
}
