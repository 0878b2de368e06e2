/**
 * Completion for bash, from 3.2 on.
 * @module
 */
import type { CommandTable } from "./command_table.ts";
import { anyOf, type CompletionWords, completionWords, quoteWord } from "./completion_words.ts";

/** The script. Where a file may stand it proposes nothing, and bash completes file names itself. */
export function bashCompletions(table: CommandTable): string {
  const words = completionWords(table);
  const values = [...words.choices].map(([flag, choices]) =>
    `      ${flag}) words=${quoteWord(choices.join(" "))} ;;`
  );
  const lists = words.places.map(({ path, next }) =>
    `      ${quoteWord(path)}) words=${quoteWord(next.map(({ word }) => word).join(" "))} ;;`
  );
  return `# bash completion of execguard, made by: execguard completions bash
_execguard() {
  local cur=\${COMP_WORDS[COMP_CWORD]} at='' flag='' words='' word i from=0
  COMPREPLY=()
${readLine(words)}  if [[ -n $flag ]]; then
    case $flag in
${values.join("\n")}
    esac
  else
    case $at in
${lists.join("\n")}
    esac
  fi
  COMPREPLY=($(compgen -W "$words" -- "$cur"))
}
complete -o default -F _execguard execguard
`;
}

/** The words before the cursor: where they lead, and the line of another program once it starts. */
function readLine({ places, argvPlaces, valuedFlags }: CompletionWords): string {
  const paths = places.map(({ path }) => path).filter((path) => path !== "");
  return `  for ((i = 1; i < COMP_CWORD; i++)); do
    word=\${COMP_WORDS[i]}
    if [[ -n $flag ]]; then
      flag=''
      continue
    fi
    case $word in
      --) from=$((i + 1)) && break ;;
      ${valuedFlags.join(" | ")}) flag=$word && continue ;;
      -*) continue ;;
    esac
    case \${at:+$at }$word in
      ${anyOf(paths)}) at=\${at:+$at }$word && continue ;;
    esac
    from=$i && break
  done
  if ((from)); then
    case $at in
      ${anyOf(argvPlaces)}) ;;
      *) return ;;
    esac
    # With the package bash-completion the other program completes its own words.
    if declare -F _comp_command_offset >/dev/null; then
      _comp_command_offset "$from"
    elif declare -F _command_offset >/dev/null; then
      _command_offset "$from"
    elif ((from == COMP_CWORD)); then
      local IFS=$'\\n'
      COMPREPLY=($(compgen -c -- "$cur"))
    fi
    return
  fi
`;
}
