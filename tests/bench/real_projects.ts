/**
 * Real projects built and tested in the sandbox: `deno run -A tests/bench/real_projects.ts [NAME...]`.
 *
 * Each is fetched by the package managers (Debian's, npm's), then goes through its steps twice, outside and
 * inside, in copies of its own: exit codes and numbers of tests must be equal. As whoever starts this and,
 * started as root, as an ordinary user too. Times are single runs; what the slow steps lose counts.
 * @module
 */
import { stripVTControlCharacters } from "node:util";
import { canActAsUser, TestEnv } from "../support/test_env.ts";
import { type Project, PROJECTS, type Step } from "./real_project_list.ts";

const TIMEOUT_MS = 1_800_000;
const FETCH = new URL("fetch_debian.sh", import.meta.url).pathname;

/** What came of a step on one side. */
interface Measured {
  readonly code: number;
  readonly tests: string;
  readonly seconds: number;
  readonly output: string;
}

/** A step on one side of the sandbox. */
interface Side {
  readonly step: Step;
  readonly project: Project;
  readonly isInside: boolean;
}

/** Fetches a project into the work directory, once for all users. */
async function fetchProject(env: TestEnv, { name, fetch }: Project): Promise<string> {
  const folder = `${env.work}/${name}.fetched`;
  Deno.mkdirSync(folder);
  const script = ["sh", "-euc", fetch, "sh", FETCH];
  const { code, stderr } = await env.exec(script, { cwd: folder, timeoutMs: TIMEOUT_MS });
  if (code !== 0) throw new Error(`${name} cannot be fetched: ${stderr}`);
  return folder;
}

async function takeStep(env: TestEnv, by: Side): Promise<Measured> {
  const { step, project, isInside } = by;
  const argv = step.argv.map((word) => word.replace("{tools}", `${env.work}/fetched/tools`));
  const options = { cwd: `${env.work}/fetched/${project.name}`, timeoutMs: TIMEOUT_MS };
  const network = step.network === true ? ["--network"] : [];
  const start = performance.now();
  const { code, stdout, stderr } = isInside
    ? await env.run(["run", "--mode", "auto", ...network, "--", ...argv], options)
    : await env.exec(argv, options);
  const seconds = (performance.now() - start) / 1000;
  const output = `${stdout}\n${stderr}`;
  return { code, seconds, output, tests: testsOf(step, output) };
}

/** The numbers of tests as the project tells them; equal lines are counted. */
function testsOf({ tests }: Step, output: string): string {
  if (tests === undefined) return "";
  const found = (stripVTControlCharacters(output).match(tests) ?? ["no tests"]).map((line) =>
    line.trim()
  );
  const times = (line: string) => found.filter((other) => other === line).length;
  return [...new Set(found)].map((line) => times(line) === 1 ? line : `${times(line)} ${line}`)
    .join(", ");
}

/** One project, with a home of its own for each side: what a build caches must not help the other. */
async function compare(
  make: () => TestEnv,
  { project, fetched }: { readonly project: Project; readonly fetched: string },
): Promise<boolean> {
  using outer = make();
  using inner = make();
  for (const env of [outer, inner]) {
    // With the times of the files: make goes by them.
    await env.exec(["cp", "-Rp", fetched, `${env.work}/fetched`], { timeoutMs: TIMEOUT_MS });
  }
  let isSame = true;
  for (const step of project.steps) {
    const outside = await takeStep(outer, { step, project, isInside: false });
    const inside = await takeStep(inner, { step, project, isInside: true });
    console.log(stepLine(`${project.name}: ${step.name}`, { outside, inside }));
    if (outside.code === inside.code && outside.tests === inside.tests) continue;
    isSame = false;
    const log = Deno.makeTempFileSync({ prefix: `inside-${project.name}-`, suffix: ".log" });
    Deno.writeTextFileSync(log, inside.output);
    console.log(`  DIFFERS inside: exit ${inside.code}, ${inside.tests}; output in ${log}`);
  }
  return isSame;
}

function stepLine(
  title: string,
  { outside, inside }: { readonly outside: Measured; readonly inside: Measured },
): string {
  const seconds = `${outside.seconds.toFixed(1)} s`.padStart(9);
  const ratio = `${(inside.seconds / outside.seconds).toFixed(2)}x`.padStart(7);
  return `${title.padEnd(24)} ${seconds} ${ratio}  exit ${outside.code}  ${outside.tests}`;
}

using fetching = new TestEnv();
const wanted = PROJECTS.filter(({ name }) => Deno.args.length === 0 || Deno.args.includes(name));
const users = [
  { title: `user ${Deno.uid()}`, make: () => new TestEnv() },
  ...(canActAsUser() ? [{ title: "an ordinary user", make: () => TestEnv.asUser() }] : []),
];
let isSame = true;
for (const project of wanted) {
  const fetched = await fetchProject(fetching, project);
  for (const { title, make } of users) {
    console.log(`as ${title}:`);
    isSame = await compare(make, { project, fetched }) && isSame;
  }
}
// Not an exit at once: what was fetched is removed first.
if (!isSame) Deno.exitCode = 1;
