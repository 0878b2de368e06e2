/**
 * `srt`, the sandbox runner of the npm package `@anthropic-ai/sandbox-runtime`: installed for the
 * comparison alone, into a folder of the bench, with every package pinned by its content.
 * @module
 */

const RUNNER = "@anthropic-ai/sandbox-runtime";

/** What npm resolved for that version; nothing else is accepted, from whichever registry. */
const PACKAGES: Readonly<Record<string, readonly [version: string, integrity: string]>> = {
  [RUNNER]: [
    "0.0.83",
    "sha512-yEusORnVJrNseF/9fvjVYyk6tr79/aFbIB3T/X8p2puLZdaaiGNeYN50v0CE+1DT70v7XuzKOAnTivh1f5cksA==",
  ],
  "@pondwader/socks5-server": [
    "1.0.10",
    "sha512-bQY06wzzR8D2+vVCUoBsr5QS2U6UgPUQRmErNwtsuI6vLcyRKkafjkr3KxbtGFf9aBBIV2mcvlsKD1UYaIV+sg==",
  ],
  commander: [
    "12.1.0",
    "sha512-Vw8qHK3bZM9y/P10u3Vib8o/DdkvA2OtPtZvD871QKjy74Wj1WSKFILMPRPSdUSx5RFK1arlJzEtA4PkFgnbuA==",
  ],
  "node-forge": [
    "1.4.3",
    "sha512-P6wzfh6t70avmV8FrVEAd/36sOPJQ+hkaJVX1Laap9J/77m7M0eyozDvc8SwnDf4P7MP94gwbAAo0rg3YVXT+g==",
  ],
  zod: [
    "3.25.76",
    "sha512-gzUt/qt81nXsFGKIFcC3YnfEAx5NkunCfnDlvuBSSFS02bcXu4Lmea0AFIUwbLWxWPx3d9p8S5QoaujKcNQxcQ==",
  ],
};

/** The release that is installed. */
export const SANDBOX_RUNTIME_VERSION = PACKAGES[RUNNER]?.[0];

/** The start of an argv that runs a command with `srt`, or why there is none. */
export type SandboxRuntime = { readonly argv: readonly string[] } | { readonly missing: string };

/** Installs it below `folder`. No script of a package runs; Node, npm and the registry are needed. */
export function installSandboxRuntime(folder: string): SandboxRuntime {
  const dependencies = Object.fromEntries(
    Object.entries(PACKAGES).map(([name, [version]]) => [name, version]),
  );
  const locked = Object.entries(PACKAGES).map(([name, [version, integrity]]) =>
    [`node_modules/${name}`, { version, integrity }] as const
  );
  const lock = {
    lockfileVersion: 3,
    packages: { "": { dependencies }, ...Object.fromEntries(locked) },
  };
  Deno.mkdirSync(folder);
  Deno.writeTextFileSync(`${folder}/package.json`, JSON.stringify({ private: true, dependencies }));
  Deno.writeTextFileSync(`${folder}/package-lock.json`, JSON.stringify(lock));
  const problem = run("npm", { args: ["ci", "--ignore-scripts", "--no-audit"], cwd: folder }) ??
    run("node", { args: ["--version"], cwd: folder });
  if (problem !== undefined) return { missing: problem };
  return { argv: ["/usr/bin/env", "node", `${folder}/node_modules/${RUNNER}/dist/cli.js`] };
}

/** Why a program could not be run, or failed. */
function run(
  program: string,
  options: { readonly args: readonly string[]; readonly cwd: string },
): string | undefined {
  try {
    const { success, stderr } = new Deno.Command(program, {
      args: [...options.args],
      cwd: options.cwd,
      stdin: "null",
    }).outputSync();
    if (success) return undefined;
    const errors = new TextDecoder().decode(stderr).split("\n")
      .filter((line) => line.startsWith("npm error"));
    return `${program} failed: ${errors[0] ?? "without a word"}`;
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return `${program} is not installed`;
    throw error;
  }
}
