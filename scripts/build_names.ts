/**
 * Names for the files of a bundle that depend on nothing but what is in them.
 * @module
 */
import { createHash } from "node:crypto";
import type { ArchiveFile } from "./build_archive.ts";

/** The mark in the bundler's names; it depends on where the checkout and the packages are. */
const MARK = /-[A-Z0-9]{8}(?=\.js\b)/g;

/** A name in a text, as one file imports another. */
const NAME = /[\w.-]+-[A-Z0-9]{8}\.js\b/g;

/** Gives each file that has a mark one from its content instead, in the imports too. */
export function nameByContent(files: readonly ArchiveFile[]): readonly ArchiveFile[] {
  const texts = files.map(({ bytes }) => new TextDecoder().decode(bytes));
  const names = new Map(files.map(({ path }, index) => {
    const content = texts[index]?.replace(MARK, "") ?? "";
    const hash = createHash("sha256").update(content).digest("hex").slice(0, 8).toUpperCase();
    return [path, path.replace(MARK, `-${hash}`)];
  }));
  if (new Set(names.values()).size < files.length) {
    throw new Error("Two files of the bundle have one name and content");
  }
  return files.map((file, index) => ({
    ...file,
    path: names.get(file.path) ?? file.path,
    bytes: new TextEncoder().encode(
      texts[index]?.replace(NAME, (name) => names.get(name) ?? name),
    ),
  }));
}
