/**
 * Writes configs/late_index.json anew: `deno task golden`.
 * @module
 */
import watcherData from "../configs/watchers.json" with { type: "json" };
import { makeIndex } from "../src/config/make_index.ts";
import { READ_ONLY_FILES } from "../src/config/read_only_files.ts";

const file = new URL("../configs/late_index.json", import.meta.url);
Deno.writeTextFileSync(
  file,
  `${JSON.stringify(makeIndex(READ_ONLY_FILES, watcherData), null, 2)}\n`,
);
await new Deno.Command(Deno.execPath(), { args: ["fmt", "--quiet", file.pathname] }).output();
