/**
 * Decides by a seatbelt profile without a Mac, for the part of the language that we emit.
 *
 * Of the rules for exactly an operation the last match decides; without one, the last match of the
 * rules for its wildcards (`file-write*`); without one, the default. Source: sandbox.md, section 2.
 * @module
 */

/** A parsed expression: a word, a text, or a list. */
export type Expression = string | { readonly text: string } | readonly Expression[];

/** What a program tries to do. */
export interface Attempt {
  readonly operation: string;
  readonly path?: string;
  /** `host:port`. */
  readonly remote?: string;
  readonly local?: string;
  /** A mach service, sysctl or class. */
  readonly name?: string;
  /** `same-sandbox` or `others`. */
  readonly target?: string;
  readonly socket?: { readonly domain: string; readonly protocol?: number };
}

/** A profile with its parameters, ready to decide. */
export interface Profile {
  readonly expressions: readonly Expression[];
  readonly parameters: Readonly<Record<string, string>>;
}

/** Parses a profile; throws on text that is not a list of lists. */
export function readProfile(
  text: string,
  parameters: Readonly<Record<string, string>> = {},
): Profile {
  const tokens = text.match(/;[^\n]*|[()]|"(?:[^"\\]|\\.)*"|[^\s()";]+/g) ?? [];
  const stack: Expression[][] = [[]];
  for (const token of tokens) {
    if (token.startsWith(";")) continue;
    if (token === "(") stack.push([]);
    else if (token === ")") {
      const list = stack.pop();
      if (list === undefined || stack.length === 0) throw new Error("one parenthesis too many");
      stack.at(-1)?.push(list);
    } else stack.at(-1)?.push(token.startsWith('"') ? { text: JSON.parse(token) } : token);
  }
  if (stack.length !== 1) throw new Error("a parenthesis is not closed");
  return { expressions: stack[0] ?? [], parameters };
}

/** Whether an attempt is allowed. */
export function allows(profile: Profile, attempt: Attempt): boolean {
  let fallback = false;
  let exact: boolean | undefined;
  let wildcard: boolean | undefined;
  for (const expression of profile.expressions) {
    const [action, ...rest] = listOf(expression);
    if (action !== "allow" && action !== "deny") continue;
    const operations = rest.filter((item) => typeof item === "string");
    const filters = rest.filter((item) => typeof item !== "string").map(listOf)
      .filter(([head]) => head !== "with");
    if (operations.includes("default")) fallback = action === "allow";
    if (filters.length > 0 && !filters.some((filter) => matches(filter, { profile, attempt }))) {
      continue;
    }
    if (operations.includes(attempt.operation)) exact = action === "allow";
    else if (operations.some((operation) => isWildcardOf(operation, attempt.operation))) {
      wildcard = action === "allow";
    }
  }
  return exact ?? wildcard ?? fallback;
}

function isWildcardOf(pattern: string, operation: string): boolean {
  return pattern.endsWith("*") && operation.startsWith(pattern.slice(0, -1));
}

function matches(
  filter: readonly Expression[],
  context: { readonly profile: Profile; readonly attempt: Attempt },
): boolean {
  const { attempt } = context;
  const [head, ...args] = filter;
  const value = () => valueOf(args[0], context.profile);
  switch (head) {
    case "literal":
      return attempt.path === value();
    case "subpath":
      return attempt.path === value() || attempt.path?.startsWith(`${value()}/`) === true;
    case "require-all":
      return args.every((inner) => matches(listOf(inner), context));
    case "require-any":
      return args.some((inner) => matches(listOf(inner), context));
    case "require-not":
      return !matches(listOf(args[0] ?? []), context);
    case "remote":
      return endpointMatches(args, { endpoint: attempt.remote, context });
    case "local":
      return endpointMatches(args, { endpoint: attempt.local, context });
    case "target":
      return attempt.target === args[0];
    case "socket-domain":
      return attempt.socket?.domain === args[0];
    case "socket-protocol":
      return String(attempt.socket?.protocol) === args[0];
    case "global-name":
    case "sysctl-name":
    case "iokit-registry-entry-class":
      return attempt.name === value();
    case "sysctl-name-prefix":
      return attempt.name?.startsWith(value()) === true;
    default:
      throw new Error(`unknown filter ${JSON.stringify(filter)}`);
  }
}

function endpointMatches(
  args: readonly Expression[],
  place: { readonly endpoint: string | undefined; readonly context: { readonly profile: Profile } },
): boolean {
  if (place.endpoint === undefined) return false;
  const [host, port] = valueOf(args[1], place.context.profile).split(":");
  const [ownHost, ownPort] = place.endpoint.split(":");
  return (host === "*" || host === ownHost) && (port === "*" || port === ownPort);
}

function valueOf(expression: Expression | undefined, profile: Profile): string {
  if (typeof expression === "object" && "text" in expression) return expression.text;
  const [head, name] = listOf(expression ?? []);
  const key = typeof name === "object" && "text" in name ? name.text : "";
  const value = profile.parameters[key];
  if (head !== "param" || value === undefined) throw new Error(JSON.stringify(expression));
  return value;
}

function listOf(expression: Expression): readonly Expression[] {
  return Array.isArray(expression) ? expression : [];
}
