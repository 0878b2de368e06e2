import { main } from "./src/cli/main.ts";
import { createSystem } from "./src/host/system.ts";
import denoConfig from "./deno.json" with { type: "json" };

const os = Deno.build.os === "darwin" ? "darwin" : "linux";

Deno.exit(
  await main(createSystem({
    version: denoConfig.version,
    folder: new URL(".", Deno.mainModule),
    loadParser: async () => (await import("./src/shell/parse_script.ts")).parseScript,
    loadPlatform: async (name = os) =>
      (await import("./src/platform/mod.ts")).platformOf(name, Deno.build.arch),
  })),
);
