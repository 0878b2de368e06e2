/**
 * `execguard approve`: its subcommands and their flags.
 * @module
 */
import { buildCommand, buildRouteMap } from "@stricli/core";
import { off, REQUEST_FLAGS, text } from "./flags.ts";

const optionalText = (brief: string, placeholder: string) =>
  ({ kind: "parsed", parse: text, optional: true, brief, placeholder }) as const;

const COMMON_FLAGS = {
  json: { ...off, brief: "One JSON object on stdout" },
  quiet: { ...off, brief: "No words of execguard's own" },
} as const;

const SECRET_FLAGS = {
  ...COMMON_FLAGS,
  passwordFd: optionalText("Read the secret from this descriptor, 3 to 9", "N"),
} as const;

/** What a rule covers besides its argv, and what a call is tested with. */
const RULE_FLAGS = {
  ...COMMON_FLAGS,
  cwd: optionalText("In this work directory only", "DIR"),
  network: REQUEST_FLAGS.network,
  writePath: REQUEST_FLAGS.writePath,
  env: REQUEST_FLAGS.env,
} as const;

const aliases = { q: "quiet" } as const;

function one(brief: string, placeholder: string) {
  return {
    kind: "tuple",
    parameters: [{ brief, parse: text, placeholder }],
  } as const;
}

const id = one("The id that the refusal named", "ID");
const pattern = one('A JSON array, such as ["npm","run","*"]', "ARGV");

const request = () => import("./commands/approve.ts");
const rules = () => import("./commands/approve_rule.ts");
const paths = () => import("./commands/approve_path.ts");

const rule = () =>
  buildRouteMap({
    routes: {
      add: buildCommand({
        loader: async () => (await rules()).addRule,
        parameters: {
          flags: { ...RULE_FLAGS, passwordFd: SECRET_FLAGS.passwordFd },
          aliases,
          positional: pattern,
        },
        docs: { brief: "Allow an argv from now on; * is one argument, ** any number" },
      }),
      list: buildCommand({
        loader: async () => (await rules()).listRules,
        parameters: { flags: COMMON_FLAGS, aliases },
        docs: { brief: "Show all rules" },
      }),
      remove: buildCommand({
        loader: async () => (await rules()).removeRule,
        parameters: { flags: COMMON_FLAGS, aliases, positional: one("The id of the rule", "ID") },
        docs: { brief: "Take a rule away" },
      }),
      test: buildCommand({
        loader: async () => (await rules()).testRules,
        parameters: { flags: RULE_FLAGS, aliases, positional: pattern },
        docs: { brief: "Say which rule covers an argv; exit 122 when none does" },
      }),
    },
    docs: { brief: "Rules for what is allowed without being asked" },
  });

const path = () =>
  buildRouteMap({
    routes: {
      list: buildCommand({
        loader: async () => (await paths()).listPaths,
        parameters: { flags: COMMON_FLAGS, aliases },
        docs: { brief: "Show the write paths that sessions were granted" },
      }),
      revoke: buildCommand({
        loader: async () => (await paths()).revokePath,
        parameters: {
          flags: {
            ...COMMON_FLAGS,
            session: optionalText("From this session only", "NAME"),
          },
          aliases,
          positional: one("The path as it is listed", "PATH"),
        },
        docs: { brief: "Take a granted write path back" },
      }),
    },
    docs: { brief: "Write paths granted with the password" },
  });

/** The routes. */
export const approveRoutes = () =>
  buildRouteMap({
    defaultCommand: "request",
    routes: {
      request: buildCommand({
        loader: async () => (await request()).approve,
        parameters: {
          flags: {
            ...SECRET_FLAGS,
            for: optionalText(
              "As often as wanted for so long, such as 2h; never for the password",
              "TIME",
            ),
          },
          aliases,
          positional: id,
        },
        docs: { brief: "Grant a waiting request, once; the word request may be left out" },
      }),
      list: buildCommand({
        loader: async () => (await request()).list,
        parameters: { flags: COMMON_FLAGS, aliases },
        docs: { brief: "Show what waits for a yes, and what was granted" },
      }),
      show: buildCommand({
        loader: async () => (await request()).show,
        parameters: { flags: COMMON_FLAGS, aliases, positional: id },
        docs: { brief: "Show all of a request" },
      }),
      deny: buildCommand({
        loader: async () => (await request()).deny,
        parameters: {
          flags: { ...COMMON_FLAGS, reason: optionalText("What its caller is told", "TEXT") },
          aliases,
          positional: id,
        },
        docs: { brief: "Deny a request, or take a grant back" },
      }),
      rule: rule(),
      path: path(),
      passphrase: buildCommand({
        loader: async () => (await import("./commands/approve_passphrase.ts")).passphrase,
        parameters: { flags: SECRET_FLAGS, aliases },
        docs: { brief: "Set the passphrase that stands for a system password where there is none" },
      }),
    },
    docs: { brief: "Say yes or no to what waits, and to what may run without asking" },
  });
