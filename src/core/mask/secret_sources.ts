/**
 * Where known secrets come from: variables with telling names, and the files a command takes them from.
 * @module
 */
import { absolutePath, baseName } from "../paths.ts";
import type { Environment } from "../plan.ts";
import { type EnvironmentRules, looksSecret } from "../scrub_environment.ts";
import type { EnvEntry } from "./env_text.ts";
import type { KnownSecret } from "./known_secret.ts";

/** `.env`, `.env.local`, `prod.env`. */
const ENV_FILE = /^\.env(\..+)?$|\.env$/;

/** Templates without values. Source: spec.md, section 6. */
const TEMPLATE = /\.(example|sample|template|dist)$/;

/** More files than any sane call names. */
const MAX_FILES = 32;

/** The password in a URL, as it is written there. */
const URL_PASSWORD = /[a-z][a-z0-9+.-]*:\/\/[^\s/?#:@]*:([^\s/?#]+)@/gi;

/** Whether a file of that name holds variables with their values. */
export function isEnvFile(name: string): boolean {
  return ENV_FILE.test(name) && !TEMPLATE.test(name);
}

/** All values of variables that were kept from a command, and the passwords in those that are addresses. */
export function secretsOfVariables(variables: Environment): KnownSecret[] {
  const entries = Object.entries(variables).map(([name, value]) => ({ name, value }));
  return [...entries, ...entries.flatMap(passwordsIn)];
}

/** The values in a `.env` file whose names look secret, and the passwords in any of them. */
export function secretsOfEntries(
  entries: readonly EnvEntry[],
  rules: EnvironmentRules,
): KnownSecret[] {
  return [
    ...entries.filter(({ name }) => looksSecret(name, rules)),
    ...entries.flatMap(passwordsIn),
  ];
}

function passwordsIn({ name, value }: EnvEntry): KnownSecret[] {
  return Array.from(value.matchAll(URL_PASSWORD), ([, password = ""]) => password)
    .flatMap((password) => [...new Set([password, decoded(password)])])
    .map((password) => ({ name, value: password }));
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text; // a percent sign that stands for itself
  }
}

/**
 * Absolute paths of files that an argv, or a script in it, may take variables from: files of such names
 * anywhere in its words, and whatever is sourced; each also from every directory the script changes to.
 *
 * This only decides what is masked besides, so words are simply searched for: a name too many costs a
 * look, one too few a secret.
 */
export function envFilesNamedIn(
  argv: readonly string[],
  places: { readonly cwd: string; readonly home: string | undefined },
): string[] {
  const words = argv.flatMap((word) => word.split(/[\s'"`;|&()<>=]+/));
  const after = (names: readonly string[]) =>
    words.filter((word, index) => word !== "" && names.includes(words[index - 1] ?? ""));
  const files = [...words.filter((word) => isEnvFile(baseName(word))), ...after([".", "source"])];
  const directories = after(["cd"]).map((directory) =>
    absolutePath(fromHome(directory, places.home), places.cwd)
  );
  const paths = files.flatMap((file) =>
    [places.cwd, ...directories].map((directory) =>
      absolutePath(fromHome(file, places.home), directory)
    )
  );
  return [...new Set(paths)].slice(0, MAX_FILES);
}

function fromHome(path: string, home: string | undefined): string {
  const [, rest] = /^(?:~|\$HOME|\$\{HOME\})(\/.*)?$/.exec(path) ?? [];
  if (home === undefined) return path;
  return rest === undefined ? path : `${home}${rest}`;
}
