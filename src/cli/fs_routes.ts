/**
 * `execguard fs`: its subcommands and their flags.
 * @module
 */
import { buildCommand, buildRouteMap } from "@stricli/core";
import { off, text } from "./flags.ts";
import { TEAM_FLAGS } from "./team_flags.ts";

const COMMON_FLAGS = {
  ...TEAM_FLAGS,
  json: { ...off, brief: "One JSON object on stdout" },
  quiet: { ...off, brief: "No words of execguard's own" },
} as const;

const CONTENT_FLAGS = {
  ...COMMON_FLAGS,
  from: {
    kind: "parsed",
    parse: text,
    optional: true,
    brief: "Take the content from a file instead of standard input",
    placeholder: "FILE",
  },
} as const;

const TREE_FLAGS = {
  ...COMMON_FLAGS,
  recursive: { ...off, brief: "Directories too, with everything in them" },
} as const;

const CHECK_FLAGS = {
  ...COMMON_FLAGS,
  makeDir: { ...off, brief: "Make the directory and its parents instead; nothing is checked then" },
} as const;

const aliases = { q: "quiet" } as const;
const treeAliases = { ...aliases, r: "recursive" } as const;
const load = () => import("./commands/fs.ts");

const path = {
  kind: "tuple",
  parameters: [{ brief: "The file or directory", parse: text, placeholder: "PATH" }],
} as const;
const way = {
  kind: "tuple",
  parameters: [
    { brief: "What is there", parse: text, placeholder: "SOURCE" },
    {
      brief: "Where it goes; into it, when it is a directory",
      parse: text,
      placeholder: "DESTINATION",
    },
  ],
} as const;

/** The routes. */
export const fsRoutes = () =>
  buildRouteMap({
    routes: {
      write: buildCommand({
        loader: async () => (await load()).write,
        parameters: { flags: CONTENT_FLAGS, positional: path, aliases },
        docs: { brief: "Replace or make a file" },
      }),
      append: buildCommand({
        loader: async () => (await load()).append,
        parameters: { flags: CONTENT_FLAGS, positional: path, aliases },
        docs: { brief: "Add to the end of a file" },
      }),
      json: buildCommand({
        loader: async () => (await load()).json,
        parameters: { flags: CONTENT_FLAGS, positional: path, aliases },
        docs: { brief: "Replace or make a file with content that must be JSON" },
      }),
      copy: buildCommand({
        loader: async () => (await load()).copy,
        parameters: { flags: TREE_FLAGS, positional: way, aliases: treeAliases },
        docs: { brief: "Copy a file or directory" },
      }),
      move: buildCommand({
        loader: async () => (await load()).move,
        parameters: { flags: COMMON_FLAGS, positional: way, aliases },
        docs: { brief: "Move a file, link or directory" },
      }),
      remove: buildCommand({
        loader: async () => (await load()).remove,
        parameters: { flags: TREE_FLAGS, positional: path, aliases: treeAliases },
        docs: { brief: "Remove a file, link or directory, without the trash" },
      }),
      check: buildCommand({
        loader: async () => (await load()).check,
        parameters: { flags: CHECK_FLAGS, positional: path, aliases },
        docs: { brief: "Say whether a path may be written; exit 0 or 121" },
      }),
    },
    docs: { brief: "File operations that refuse denied paths" },
  });
