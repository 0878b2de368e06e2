/**
 * The handwritten scripts of this folder: texts between lines of `%%`.
 * @module
 */

/** Reads the scripts of one file of `scripts/`. */
export function readScripts(name: string): readonly string[] {
  const text = Deno.readTextFileSync(new URL(`scripts/${name}.txt`, import.meta.url));
  return text.trimEnd().split("\n%%\n");
}
