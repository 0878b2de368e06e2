/**
 * Hostile programs in the sandbox: none reads a hidden byte, none changes anything on the host.
 *
 * Every function without parameters in the Python files of this folder is one program.
 */
import assert from "node:assert/strict";
import { NO_SANDBOX } from "../bwrap_world.ts";
import { CANARY, HostileWorld, PROGRAMS } from "./hostile_world.ts";
import { isInstalled } from "../../support/programs.ts";

/** One hostile program. */
interface Program {
  readonly file: string;
  readonly name: string;
  /** C programs that it starts. */
  readonly compiled: readonly string[];
}

const FILES = [
  ...["mounts.py", "namespaces.py", "processes.py", "sockets.py", "kernel.py", "files.py"],
  "names.py",
];
const LEAST_PROGRAMS = 60;

const programs = FILES.flatMap((file): Program[] =>
  Deno.readTextFileSync(`${PROGRAMS}${file}`).split(/^(?=def )/m).flatMap((source) => {
    const name = /^def (\w+)\(\):/.exec(source)?.[1];
    const compiled = [...source.matchAll(/\bcompiled\("(\w+)"/g)].map((match) => match[1] ?? "");
    return name === undefined ? [] : [{ file, name, compiled: [...new Set(compiled)] }];
  })
);

const ignore = NO_SANDBOX || !isInstalled("python3");
const hasCompiler = isInstalled("cc");

Deno.test(`the suite holds at least ${LEAST_PROGRAMS} programs`, () => {
  assert.ok(programs.length >= LEAST_PROGRAMS, String(programs.length));
});

for (const { file, name, compiled } of programs) {
  for (
    const network of file === "sockets.py" && name.startsWith("connect_") ? [false, true] : [false]
  ) {
    // The loopback of the host is what the network was asked for.
    if (network && name === "connect_to_loopback") continue;
    Deno.test({
      name: `escape: ${name.replaceAll("_", " ")}${network ? ", with the network" : ""}`,
      ignore: ignore || (compiled.length > 0 && !hasCompiler),
      async fn() {
        using world = new HostileWorld();
        for (const source of compiled) world.compile(source);
        const { output, changes } = await world.attack(file, name, { network });
        // A program that keeps on planting names is ended for it.
        assert.match(output, file === "names.py" ? /^started$/m : /^finished$/m, output);
        assert.equal(output.includes(CANARY), false, output);
        assert.deepEqual(changes, []);
        if (file === "names.py") assertNothingRuns(world);
      },
    });
  }
}

/** What a person does next starts nothing that the program has left. */
function assertNothingRuns(world: HostileWorld): void {
  world.host("git status; git commit --allow-empty -qm two; git checkout -q -b b");
  world.host(
    "sh -lc : </dev/null; bash -lic : </dev/null; bash -ic : </dev/null; cd ..; git status || :",
  );
  assert.equal(world.host(`ls ${world.top}`), "home\n");
}

// Without the sandbox the same programs succeed; only such as stay within their own home are tried.
for (
  const [file, program, evidence] of [
    ["files.py", "read_through_links", CANARY],
    ["sockets.py", "connect_by_path_and_name", CANARY],
    ["sockets.py", "connect_a_raw_pair", "+ .*/escaped-"],
    ["names.py", "plant_hooks_and_settings", "+ .*/home/w/.git/hooks/pre-commit"],
  ] as const
) {
  Deno.test({
    name: `escape: outside the sandbox this is an attack: ${program.replaceAll("_", " ")}`,
    ignore,
    async fn() {
      using world = new HostileWorld();
      const { output, changes } = await world.attack(file, program, { unconfined: true });
      assert.match([output, ...changes].join("\n"), new RegExp(evidence.replace("+", "\\+")));
    },
  });
}
