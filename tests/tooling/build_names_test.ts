import { deepEqual, throws } from "node:assert/strict";
import { nameByContent } from "../../scripts/build_names.ts";

type Bundle = Readonly<Record<string, string>>;

function named(bundle: Bundle): Bundle {
  const files = Object.entries(bundle)
    .map(([path, text]) => ({
      path,
      bytes: new TextEncoder().encode(text),
      isExecutable: false,
    }));
  return Object.fromEntries(
    nameByContent(files).map(({ path, bytes }) => [path, new TextDecoder().decode(bytes)]),
  );
}

/** As the bundler would write it in a checkout where its marks are these. */
function bundle(a: string, b: string): Bundle {
  return {
    "main.js": `import{x}from"./chunk-${a}.js";await import("./a-part-${b}.js");"b-NOTAFILE.js"`,
    [`chunk-${a}.js`]: "export const x=1",
    [`a-part-${b}.js`]: `export{x}from"./chunk-${a}.js"`,
  };
}

Deno.test("nameByContent() makes the same bundle of two that differ in marks only", () => {
  const one = named(bundle("AAAAAAAA", "12345678"));
  deepEqual(named(bundle("ZZZZZZZZ", "AAAAAAAA")), one);
  const imported = [...(one["main.js"] ?? "").matchAll(/"\.\/([^"]+)"/g)].map((found) => found[1]);
  deepEqual(imported.toSorted(), Object.keys(one).filter((path) => path !== "main.js").toSorted());
  deepEqual(one["main.js"]?.endsWith('"b-NOTAFILE.js"'), true);
});

Deno.test("nameByContent() gives other content another name", () => {
  const paths = (text: string) => Object.keys(named({ "chunk-AAAAAAAA.js": text }));
  deepEqual(paths("1"), paths("1"));
  deepEqual(paths("1")[0] === paths("2")[0], false);
});

Deno.test("nameByContent() refuses two files that it cannot tell apart", () => {
  throws(() => named({ "chunk-AAAAAAAA.js": "1", "chunk-BBBBBBBB.js": "1" }), /one name/);
});
