/**
 * The handwritten scripts: those of this folder, texts between lines of `%%`, and those of the corpus.
 * @module
 */

/** Reads the scripts of one file of `scripts/`. */
export function readScripts(name: string): readonly string[] {
  const text = Deno.readTextFileSync(new URL(`scripts/${name}.txt`, import.meta.url));
  return text.trimEnd().split("\n%%\n");
}

/** Reads every script that the corpus of verdicts hands to a shell. */
export function readCorpusScripts(): readonly string[] {
  const text = Deno.readTextFileSync(new URL("../corpus/verdicts.jsonl", import.meta.url));
  return text.trimEnd().split("\n").flatMap((line) => {
    const { argv } = JSON.parse(line) as { readonly argv: readonly string[] };
    const index = argv.findIndex((argument) => /^-[a-z]*c$/.test(argument));
    const [shell = "", script] = [argv[index - 1], argv[index + 1]];
    const isShell = /^(?:sh|bash|dash|ash|ksh|mksh|zsh)$/.test(shell);
    return isShell && script !== undefined && !script.includes("\0") ? [script] : [];
  });
}
