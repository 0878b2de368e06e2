import { equal, notEqual } from "node:assert/strict";
import { foldPath } from "./paths.ts";

Deno.test("foldPath() gives one spelling to names that a file system may take for the same", () => {
  const same: readonly (readonly [string, string])[] = [
    ["/home/u/.SSH", "/home/u/.ssh"],
    // ext4 with `casefold` and APFS compare by full case folding: one letter may stand for two.
    ["/home/u/.ßh", "/home/u/.ssh"],
    ["/home/u/.ẞh", "/home/u/.ssh"],
    ["/home/u/.ſſh", "/home/u/.ssh"],
    ["/home/u/.Kube", "/home/u/.kube"], // the sign of kelvin
    ["/home/u/.ba\u200Dsh", "/home/u/.bash"],
    ["/home/u/.cafe\u0301", "/home/u/.CAFÉ"],
  ];
  for (const [one, other] of same) equal(foldPath(one), foldPath(other));
  notEqual(foldPath("/home/u/.cafe"), foldPath("/home/u/.café"));
});
