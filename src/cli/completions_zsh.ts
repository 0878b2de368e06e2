/**
 * Completion for zsh.
 * @module
 */
import type { CommandTable } from "./command_table.ts";
import {
  anyOf,
  type CompletionWords,
  completionWords,
  type NextWord,
  quoteWord,
} from "./completion_words.ts";

/** The script, to be sourced or to stand as `_execguard` in a folder of fpath. */
export function zshCompletions(table: CommandTable): string {
  const words = completionWords(table);
  const values = [...words.choices].map(([flag, choices]) =>
    `      (${flag}) compadd -- ${choices.map(quoteWord).join(" ")} ;;`
  );
  const lists = words.places.map(({ path, next }) =>
    `    (${quoteWord(path)}) next=(\n${next.map(described).join("\n")}\n    ) ;;`
  );
  return `#compdef execguard
# zsh completion of execguard, made by: execguard completions zsh
_execguard() {
  local at='' flag='' word
  local -i i from=0
  local -a next
${readLine(words)}  if [[ -n $flag ]]; then
    case $flag in
${values.join("\n")}
      (*) _files ;;
    esac
    return
  fi
  case $at in
${lists.join("\n")}
  esac
  _describe -t words execguard next || _files
}
if [[ \${funcstack[1]} = _execguard ]]; then
  _execguard "$@"
else
  compdef _execguard execguard
fi
`;
}

/** The words before the cursor: where they lead, and the line of another program once it starts. */
function readLine({ places, argvPlaces, valuedFlags }: CompletionWords): string {
  const paths = places.map(({ path }) => path).filter((path) => path !== "");
  return `  for ((i = 2; i < CURRENT; i++)); do
    word=\${words[i]}
    if [[ -n $flag ]]; then
      flag=''
      continue
    fi
    case $word in
      (--) from=$((i + 1)); break ;;
      (${valuedFlags.join(" | ")}) flag=$word; continue ;;
      (-*) continue ;;
    esac
    case \${at:+$at }$word in
      (${anyOf(paths)}) at=\${at:+$at }$word; continue ;;
    esac
    from=$i
    break
  done
  if ((from)); then
    case $at in
      (${anyOf(argvPlaces)})
        words=("\${(@)words[from,-1]}")
        ((CURRENT -= from - 1))
        _normal
        ;;
      (*) _files ;;
    esac
    return
  fi
`;
}

function described({ word, brief }: NextWord): string {
  const plain = (text: string) => text.replaceAll(/[\\:]/g, "\\$&");
  return `      ${quoteWord(brief === "" ? plain(word) : `${plain(word)}:${plain(brief)}`)}`;
}
