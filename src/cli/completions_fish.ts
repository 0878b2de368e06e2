/**
 * Completion for fish.
 * @module
 */
import type { CommandTable } from "./command_table.ts";
import { type CompletionWords, completionWords, type NextWord } from "./completion_words.ts";

/** The script. */
export function fishCompletions(table: CommandTable): string {
  const words = completionWords(table);
  const values = [...words.choices].map(([flag, choices]) =>
    `            case ${quote(flag)}\n                printf '%s\\n' ${
      choices.map(quote).join(" ")
    }`
  );
  const lists = words.places.map(({ path, next }) =>
    `        case ${quote(path)}\n            printf '%s\\n' ${next.map(described).join(" ")}`
  );
  return `# fish completion of execguard, made by: execguard completions fish
function __execguard_next
    set -l done (commandline -opc)
    set -l at ''
    set -l flag ''
    set -l from 0
${readLine(words)}    if test -n "$flag"
        switch $flag
${values.join("\n")}
            case '*'
                __fish_complete_path (commandline -ct)
        end
        return
    end
    switch "$at"
${lists.join("\n")}
    end
end
complete -c execguard -e
complete -c execguard -f -a '(__execguard_next)'
`;
}

/** The words before the cursor: where they lead, and the line of another program once it starts. */
function readLine({ places, argvPlaces, valuedFlags }: CompletionWords): string {
  const paths = places.map(({ path }) => path).filter((path) => path !== "");
  return `    for i in (seq 2 (count $done))
        set -l word $done[$i]
        if test -n "$flag"
            set flag ''
            continue
        end
        switch $word
            case '--'
                set from (math $i + 1)
                break
            case ${valuedFlags.map(quote).join(" ")}
                set flag $word
                continue
            case '-*'
                continue
        end
        switch (string trim -- "$at $word")
            case ${paths.map(quote).join(" ")}
                set at (string trim -- "$at $word")
                continue
        end
        set from $i
        break
    end
    if test $from -gt 0
        if contains -- "$at" ${argvPlaces.map(quote).join(" ")}
            set -l line (string escape -- $done[$from..-1]) (commandline -ct)
            complete -C (string join ' ' -- $line)
        else
            __fish_complete_path (commandline -ct)
        end
        return
    end
`;
}

function quote(text: string): string {
  return `'${text.replaceAll(/['\\]/g, "\\$&")}'`;
}

function described({ word, brief }: NextWord): string {
  return quote(brief === "" ? word : `${word}\t${brief}`);
}
