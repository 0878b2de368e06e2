/**
 * The projects of `real_projects.ts`: one of each language, large enough to use the machine as projects do.
 * @module
 */

/** One command of a project, as its authors say it. */
export interface Step {
  readonly name: string;
  /** `{tools}` is where fetched packages were unpacked. */
  readonly argv: readonly string[];
  readonly network?: boolean;
  /** Finds the numbers of tests in what the step prints. */
  readonly tests?: RegExp;
}

/** One project. */
export interface Project {
  readonly name: string;
  /** A shell script that leaves the project in a folder of its name; `$1` is `fetch_debian.sh`. */
  readonly fetch: string;
  readonly steps: readonly Step[];
}

/** What `tsc` needs to know; the tarball leaves it out, as it does its authors' tools. */
const TSCONFIG = JSON.stringify({
  compilerOptions: {
    ...{ target: "ES2022", module: "NodeNext", moduleResolution: "NodeNext", strict: true },
    ...{ declaration: true, outDir: "built", rootDir: "src", skipLibCheck: true, types: [] },
  },
  include: ["src"],
  exclude: ["src/**/tests", "src/**/benchmarks"],
});

/** C with autotools, TypeScript with tsc and vitest, Python with unittest and servers, Go with servers. */
export const PROJECTS: readonly Project[] = [
  {
    name: "sed",
    // One of its tests needs a directory that may not be written; root outside may write all.
    fetch: `"$1" source sed && sed -i 's| testsuite/panic-tests.sh||' sed/Makefile.in`,
    steps: [
      // Its own tests need to know that root is meant.
      { name: "configure", argv: ["env", "FORCE_UNSAFE_CONFIGURE=1", "./configure", "-q"] },
      { name: "make", argv: ["make", "-j2"] },
      {
        name: "make check",
        argv: ["make", "check"],
        tests: /^# (?:TOTAL|PASS|SKIP|FAIL|ERROR): .*/gm,
      },
    ],
  },
  {
    name: "zod",
    fetch: `npm pack --silent zod@4.6.7 && tar -xf zod-4.6.7.tgz && mv package zod
printf '%s' '${TSCONFIG}' >zod/tsconfig.json
cd zod && npm pkg set devDependencies.typescript=5.9.3 devDependencies.vitest=3.2.4
npm install --silent --package-lock-only`,
    steps: [
      { name: "npm ci", argv: ["npm", "ci", "--silent", "--ignore-scripts"], network: true },
      { name: "tsc", argv: ["npx", "tsc", "-p", "."] },
      {
        name: "vitest",
        argv: ["npx", "vitest", "run", "src/v4/mini", "src/v3"],
        tests: /^ *(?:Test Files|Tests) .*/gm,
      },
    ],
  },
  {
    name: "tornado",
    fetch:
      `"$1" packages python3-tornado python3-pytest python3-pluggy python3-iniconfig python3-packaging python3-attr
mkdir tornado && mv tools/usr/lib/python3/dist-packages/tornado tornado/`,
    steps: [
      { name: "compileall", argv: ["/usr/bin/python3", "-m", "compileall", "-qf", "tornado"] },
      {
        name: "pytest",
        argv: [
          ...["env", "PYTHONPATH={tools}/usr/lib/python3/dist-packages", "/usr/bin/python3"],
          ...["-m", "pytest", "-q", "tornado/test", "-W", "ignore"],
          // Mixins are no tests, sockets with a path are closed inside (SECURITY.md), the others compare times.
          ...["-k", "not Mixin and not UnixSocketTest and not linear_performance"],
        ],
        tests: /^\d+ (?:passed|failed).*(?= in )|^(?:FAILED|ERROR) .*/gm,
      },
    ],
  },
  {
    name: "mux",
    fetch:
      '"$1" packages golang-1.19-go golang-1.19-src && "$1" source golang-github-gorilla-mux && mv golang-github-gorilla-mux mux',
    steps: [
      { name: "go build", argv: ["{tools}/usr/lib/go-1.19/bin/go", "build", "./..."] },
      {
        name: "go test",
        argv: ["{tools}/usr/lib/go-1.19/bin/go", "test", "-count=1", "-v", "./..."],
        tests: /^--- (?:PASS|FAIL|SKIP)/gm,
      },
    ],
  },
];
