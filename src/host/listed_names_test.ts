import { deepEqual, equal } from "node:assert/strict";
import { withListings } from "./listed_names.ts";
import { canSee } from "./presence.ts";

/** A directory, and a look into it that counts. */
function inDirectory(check: (at: string, look: ReturnType<typeof counting>) => void): () => void {
  return () => {
    const at = Deno.makeTempDirSync();
    try {
      check(at, counting());
    } finally {
      Deno.chmodSync(at, 0o700);
      Deno.removeSync(at, { recursive: true });
    }
  };
}

function counting() {
  const looked: string[] = [];
  const at = withListings((path) => {
    looked.push(path);
    return canSee(path);
  }, false);
  return { at, looked };
}

function names(count: number): readonly string[] {
  return Array.from({ length: count }, (_, index) => `missing-${index}`);
}

Deno.test(
  "withListings() answers as the look does, and soon without it",
  inDirectory((at, look) => {
    Deno.writeTextFileSync(`${at}/file`, "");
    Deno.symlinkSync("nowhere", `${at}/link`);
    const found = ["file", ...names(50), "link", "file"].filter((name) => look.at(`${at}/${name}`));
    deepEqual(found, ["file", "link", "file"]);
    equal(look.looked.length, 3 + 3);
  }),
);

Deno.test(
  "withListings() looks where a name may be the same to the file system",
  inDirectory((at, look) => {
    for (const name of [".BASHRC", ".ßh", ".zsh\u200Denv"]) {
      Deno.writeTextFileSync(`${at}/${name}`, "");
    }
    names(5).forEach((name) => look.at(`${at}/${name}`));
    look.looked.length = 0;
    const asked = [".bashrc", ".ssh", ".zshenv"].map((name) => `${at}/${name}`);
    asked.forEach(look.at);
    deepEqual(look.looked, asked);
  }),
);

Deno.test(
  "withListings() looks at paths that no listing holds",
  inDirectory((at, look) => {
    Deno.mkdirSync(`${at}/sub`);
    names(5).forEach((name) => look.at(`${at}/${name}`));
    names(5).forEach((name) => look.at(`${at}/sub/${name}`));
    deepEqual(
      ["sub/..", "sub/.", "sub/", "", "."].map((path) => look.at(`${at}/${path}`)),
      [true, true, true, true, true],
    );
  }),
);

Deno.test(
  "withListings() goes on looking where a listing is not to be had, or would be long",
  inDirectory((at, look) => {
    for (const path of ["gone", "file"]) {
      if (path === "file") Deno.writeTextFileSync(`${at}/file`, "");
      look.looked.length = 0;
      names(20).forEach((name) => equal(look.at(`${at}/${path}/${name}`), false));
      equal(look.looked.length, 20);
    }
    const many = 3000;
    for (let index = 0; index < many; index++) {
      Deno.writeTextFileSync(`${at}/${index}-${"x".repeat(100)}`, "");
    }
    look.looked.length = 0;
    names(20).forEach((name) => equal(look.at(`${at}/${name}`), false));
    equal(look.looked.length, Deno.statSync(at).size > 64 * 1024 ? 20 : 3);
  }),
);
