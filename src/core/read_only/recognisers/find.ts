/**
 * Whether a find expression only prints.
 * Source: find(1) of findutils 4.9 and of FreeBSD. Missing on purpose: `-exec`, `-execdir`, `-ok`, `-okdir`
 * (judged as wrappers), `-delete`, `-fprint`, `-fprint0`, `-fprintf`, `-fls`, `-files0-from`.
 * @module
 */
import type { Arg } from "../../arg.ts";
import type { Stop } from "../types.ts";
import { fallsApart, valuesOf } from "../value.ts";

/** Options in front of the start points. */
const LEADING = new Set(["-H", "-L", "-P", "-E"]);
const OPERATORS = new Set(["(", ")", "!", ",", "-a", "-and", "-o", "-or", "-not"]);
const ALONE = new Set(
  ("-depth -d -mount -xdev -follow -daystart -warn -nowarn -noleaf -ignore_readdir_race -noignore_readdir_race " +
    "-empty -executable -readable -writable -nouser -nogroup -true -false -print -print0 -ls -prune -quit")
    .split(" "),
);
const WITH_VALUE = new Set(
  ("-maxdepth -mindepth -regextype -name -iname -path -ipath -wholename -iwholename -regex -iregex -lname -ilname " +
    "-type -xtype -size -mtime -atime -ctime -mmin -amin -cmin -newer -anewer -cnewer -perm -user -group -uid -gid " +
    "-links -inum -samefile -fstype -used -context -printf -Bmin -Btime -Bnewer").split(" "),
);
const NEWER = /^-newer[aBcm][aBcmt]$/;

/** What in the words from an index on may do more than print, or undefined. */
export function readFind(args: readonly Arg[], from: number): Stop | undefined {
  let index = from;
  while (LEADING.has(args[index]?.text ?? "")) index++;
  for (; index < args.length; index++) {
    const arg = args[index];
    if (arg === undefined || (arg.text !== undefined && isExpression(arg.text))) break;
    const unclear = fallsApart(arg) ||
      valuesOf(arg).some((value) => value.text === "" || isExpression(value.text));
    if (unclear) {
      return { why: `${arg.shown} may turn out to be part of the expression`, at: index };
    }
  }
  while (index < args.length) {
    const text = args[index]?.text ?? "";
    if (OPERATORS.has(text) || ALONE.has(text)) {
      index++;
      continue;
    }
    if (!WITH_VALUE.has(text) && !NEWER.test(text)) {
      return { why: `${args[index]?.shown} is not a read-only part of find`, at: index };
    }
    const value = args[index + 1];
    if (value === undefined || (value.splits && !isNoPrimary(value))) {
      return { why: `${text} has no clear value`, at: index };
    }
    index += 2;
  }
  return undefined;
}

/** findutils: a word starts the expression when it starts with a dash, or is one of `( ) ! ,` alone. */
function isExpression(text: string): boolean {
  return OPERATORS.has(text) || (text.startsWith("-") && text !== "-");
}

/**
 * An unquoted pattern (`-name *.ts`) may become several words. No part of find's language has a character other
 * than letters, digits and dashes, so the further words can only be errors.
 */
function isNoPrimary(arg: Arg): boolean {
  return !fallsApart(arg) &&
    arg.alternatives.every((pattern) =>
      pattern.some((part) => typeof part === "string" && /[^A-Za-z0-9-]/.test(part))
    );
}
