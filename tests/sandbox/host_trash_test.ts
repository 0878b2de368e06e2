/** rm by the trash, on a real tree; other programs must understand what is left. */
import assert from "node:assert/strict";
import type { Outcome } from "../../src/core/outcome.ts";
import { moveToTrash } from "../../src/guard/trash.ts";
import { captureSink, type Sink } from "../../src/guard/supervise_sink.ts";
import { createFacts } from "../../src/host/facts.ts";
import { createTrash } from "../../src/host/trash.ts";
import { withFolder } from "./host_fixture.ts";

interface TrashWorld {
  readonly home: string;
  readonly cwd: string;
  rm(...args: string[]): Promise<Outcome>;
  /** Answers given to questions, and the questions asked. */
  readonly answers: boolean[];
  readonly asked: string[];
  readonly printed: string[];
  /** Names in a folder of the home, sorted; empty when it is missing. */
  list(path: string): string[];
}

/** A home with a work directory, on one file system with its trash. */
function withWorld(test: (world: TrashWorld) => void | Promise<void>): Promise<void> {
  return withFolder(async (folder) => {
    const home = `${Deno.realPathSync(folder)}/home`;
    const cwd = `${home}/w`;
    Deno.mkdirSync(cwd, { recursive: true });
    const { realPath } = createFacts({ home, path: "" });
    const trash = createTrash({ style: "freedesktop", home, dataHome: undefined, realPath });
    const world: TrashWorld = {
      home,
      cwd,
      answers: [],
      asked: [],
      printed: [],
      rm: (...args) =>
        moveToTrash(["rm", ...args], {
          limits: {
            cwd,
            home,
            ownDirectories: [],
            sensitiveEntries: [{ match: ".ssh", hide: true, why: "keys" }],
          },
          host: {
            ...trash,
            confirm(question) {
              world.asked.push(question);
              return world.answers.shift() ?? false;
            },
          },
          sink: noting(captureSink(), world.printed),
        }),
      list(path) {
        try {
          return Array.from(Deno.readDirSync(`${home}/${path}`), (entry) => entry.name).toSorted();
        } catch {
          return [];
        }
      },
    };
    await test(world);
  });
}

/** A sink that also notes which stream each line went to. */
function noting(sink: Sink, notes: string[]): Sink {
  return {
    ...sink,
    write(chunk, stream) {
      notes.push(`${stream} ${new TextDecoder().decode(chunk)}`);
      return sink.write(chunk, stream);
    },
  };
}

const TRASH = ".local/share/Trash";

function write(path: string, text = "text"): void {
  Deno.writeTextFileSync(path, text);
}

Deno.test("rm moves files, links and odd names, and trash-list shows where they were", () =>
  withWorld(async ({ home, cwd, rm, list }) => {
    const names = ["plain", "a b", "ü日\n", "100%", "-f", "*"];
    for (const name of names) write(`${cwd}/${name}`, name);
    write(`${home}/target`);
    Deno.symlinkSync("../target", `${cwd}/link`);
    const outcome = await rm("--", ...names, "link");
    assert.deepEqual([outcome.status, outcome.exit_code, outcome.output], ["exited", 0, ""]);
    assert.deepEqual(list("w"), []);
    assert.deepEqual(list("."), [".local", "target", "w"]);
    assert.deepEqual(list(`${TRASH}/files`), [...names, "link"].toSorted());
    assert.equal(Deno.readTextFileSync(`${home}/${TRASH}/files/ü日\n`), "ü日\n");
    assert.equal(Deno.readLinkSync(`${home}/${TRASH}/files/link`), "../target");
    const { stdout } = new Deno.Command("trash-list", {
      env: { HOME: home, XDG_DATA_HOME: `${home}/.local/share` },
    }).outputSync();
    const shown = new TextDecoder().decode(stdout);
    for (const name of [...names, "link"]) assert.ok(shown.includes(` ${cwd}/${name}\n`), shown);
  }));

Deno.test("rm keeps every version of a name, also when many trash it at once", () =>
  withWorld(async ({ home, cwd, rm, list }) => {
    for (const text of ["1", "2", "3"]) {
      write(`${cwd}/same`, text);
      await rm("same");
    }
    assert.deepEqual(list(`${TRASH}/files`), ["same", "same.2", "same.3"]);
    assert.equal(Deno.readTextFileSync(`${home}/${TRASH}/files/same.2`), "2");
    const script = new URL("../../src/host/move_to_trash.sh", import.meta.url).pathname;
    await Promise.all(Array.from({ length: 12 }, (_, index) => {
      Deno.mkdirSync(`${cwd}/${index}`);
      write(`${cwd}/${index}/many`, String(index));
      const place = [`${cwd}/${index}`, "many", `${home}/${TRASH}`, "many", "note", "rename"];
      return new Deno.Command("/bin/sh", { args: [script, ...place] }).output();
    }));
    const many = list(`${TRASH}/files`).filter((name) => name.startsWith("many"));
    const texts = many.map((name) => Deno.readTextFileSync(`${home}/${TRASH}/files/${name}`));
    assert.deepEqual(
      texts.map(Number).toSorted((a, b) => a - b),
      Array.from({ length: 12 }, (_, i) => i),
    );
    assert.equal(list(`${TRASH}/info`).length, 15);
  }));

Deno.test("rm answers as rm does: missing targets, directories, empty ones, and the rest still goes", () =>
  withWorld(async ({ cwd, rm, list }) => {
    Deno.mkdirSync(`${cwd}/full`);
    Deno.mkdirSync(`${cwd}/empty`);
    write(`${cwd}/full/x`);
    write(`${cwd}/file`);
    const plain = await rm("none", "full", "file");
    assert.deepEqual([plain.status, plain.exit_code], ["exited", 1]);
    assert.equal(
      plain.output,
      'execguard: cannot remove "none": No such file or directory\n' +
        'execguard: cannot remove "full": Is a directory\n',
    );
    assert.deepEqual(list("w"), ["empty", "full"]);
    assert.equal(
      (await rm("-d", "full", "empty")).output,
      'execguard: cannot remove "full": Directory not empty\n',
    );
    assert.deepEqual(list("w"), ["full"]);
    assert.deepEqual([(await rm("-f", "none", "")).exit_code, (await rm("-f")).exit_code], [0, 0]);
    assert.deepEqual([(await rm("")).exit_code, (await rm()).exit_code], [1, 1]);
    const verbose = await rm("-rv", "full/");
    assert.deepEqual([verbose.exit_code, verbose.output], [0, 'moved "full/" to the trash\n']);
    assert.deepEqual(list(`${TRASH}/files`), ["empty", "file", "full"]);
  }));

Deno.test("rm says each line on the stream rm would use", () =>
  withWorld(async ({ cwd, rm, printed }) => {
    write(`${cwd}/file`);
    await rm("-v", "file", "none");
    assert.deepEqual(printed, [
      'stdout moved "file" to the trash\n',
      'stderr execguard: cannot remove "none": No such file or directory\n',
    ]);
  }));

Deno.test("rm asks with -i before each target and with -I once, and takes no answer as no", () =>
  withWorld(async ({ cwd, rm, list, answers, asked }) => {
    for (const name of ["a", "b", "c", "d"]) write(`${cwd}/${name}`);
    answers.push(false, true);
    assert.equal((await rm("-i", "a", "b")).exit_code, 0);
    assert.deepEqual([list("w"), asked.length], [["a", "c", "d"], 2]);
    await rm("-I", "a");
    assert.deepEqual([list("w"), asked.length], [["c", "d"], 2]);
    await rm("-rI", "c");
    assert.deepEqual([list("w"), asked.length], [["c", "d"], 3]);
  }));

Deno.test("rm refuses before anything is moved", () =>
  withWorld(async ({ home, cwd, rm, list }) => {
    write(`${cwd}/file`);
    Deno.mkdirSync(`${home}/${TRASH}/files`, { recursive: true });
    write(`${home}/${TRASH}/files/old`);
    const attempts = [
      "/",
      "..",
      ".",
      "../w",
      home,
      `${home}/${TRASH}/files/old`,
      "../.local",
      "file/.",
    ];
    for (const target of attempts) {
      const outcome = await rm("-rf", "file", target);
      assert.deepEqual(
        [outcome.status, outcome.refusal?.code],
        ["denied", "trash-protected"],
        target,
      );
    }
    assert.equal((await rm("-x", "file")).refusal?.code, "trash-option");
    assert.deepEqual([list("w"), list(`${TRASH}/files`)], [["file"], ["old"]]);
  }));

Deno.test("rm does not follow a directory that was replaced, nor a trash that leads elsewhere", () =>
  withWorld(async ({ home, cwd, rm, list }) => {
    Deno.mkdirSync(`${home}/secret`);
    write(`${home}/secret/key`);
    Deno.symlinkSync(`${home}/secret`, `${cwd}/dir`);
    const script = new URL("../../src/host/move_to_trash.sh", import.meta.url).pathname;
    const args = [script, `${cwd}/dir`, "key", `${home}/${TRASH}`, "key", "note", "rename"];
    assert.equal(new Deno.Command("/bin/sh", { args }).outputSync().code, 3);
    assert.deepEqual([list("secret"), list(`${TRASH}/info`)], [["key"], []]);
    Deno.removeSync(`${home}/${TRASH}/files`);
    Deno.symlinkSync(`${home}/secret`, `${home}/${TRASH}/files`);
    write(`${cwd}/key`);
    const outcome = await rm("key");
    assert.deepEqual([outcome.exit_code, list("w"), list("secret")], [1, ["dir", "key"], ["key"]]);
  }));

/**
 * Trashes `d/x` of a file system of its own, prepared by a script in which `$1` is its top directory, and
 * tells exit code and what is left, links and notes included.
 */
async function trashOnMount(prepare: string): Promise<string[]> {
  let seen: string[] = [];
  await withFolder(async (folder) => {
    const root = Deno.realPathSync(folder);
    for (const name of ["home", "mnt"]) Deno.mkdirSync(`${root}/${name}`);
    const driver = new URL("host_trash_driver.ts", import.meta.url).pathname;
    const permissions = ["read", "write", "env", "sys", "run"].map((name) => `--allow-${name}`);
    const run = ["run", "--no-check", "--no-lock", "--cached-only", ...permissions, driver];
    const script = `mount -t tmpfs none "$1/mnt" && mkdir "$1/mnt/d" && echo text >"$1/mnt/d/x"
      cd "$1/mnt" && ${prepare}
      cd "$1/mnt/d" && "$2" ${run.map((word) => `'${word}'`).join(" ")} "$1/home" "$PWD" x 2>&1
      echo "$?"; cd "$1" && find . -type f -o -type l -o -type d -empty | grep -v cache | sort; grep -rh Path= .`;
    const args = ["-Urm", "sh", "-c", script, "sh", root, Deno.execPath()];
    const { stdout } = await new Deno.Command("unshare", { args }).output();
    seen = new TextDecoder().decode(stdout).trimEnd().replaceAll(root, "ROOT").split("\n");
  });
  return seen;
}

const canMount = new Deno.Command("unshare", {
  args: ["-Urm", "sh", "-c", "mount -t tmpfs none /mnt"],
  stderr: "null",
}).outputSync().success;

Deno.test({
  name: "rm uses the trash of the mount, this user's or a shared one with the sticky bit",
  ignore: !canMount,
  async fn() {
    const inTrash = (trash: string) => [
      ...["0", "./home", `./mnt/${trash}/files/x`, `./mnt/${trash}/info/x.trashinfo`, "./mnt/d"],
      "Path=d/x",
    ];
    assert.deepEqual(await trashOnMount(":"), inTrash(".Trash-0"));
    assert.deepEqual(await trashOnMount("mkdir -m 1777 .Trash"), inTrash(".Trash/0"));
    const notSticky = await trashOnMount("mkdir -m 777 .Trash");
    assert.deepEqual(notSticky.filter((line) => line !== "./mnt/.Trash"), inTrash(".Trash-0"));
  },
});

Deno.test({
  name: "rm copies into the home trash where the mount takes none, and makes nothing behind a link",
  ignore: !canMount,
  async fn() {
    const copied = [
      ...["0", "./home/.local/share/Trash/files/x", "./home/.local/share/Trash/info/x.trashinfo"],
      ...["./mnt/.Trash-0", "./mnt/d"],
    ];
    assert.deepEqual(await trashOnMount("echo >.Trash-0"), [...copied, "Path=ROOT/mnt/d/x"]);
    assert.deepEqual(await trashOnMount("mkdir e && ln -s e .Trash-0"), [
      ...[...copied, "./mnt/e", "Path=ROOT/mnt/d/x"],
    ]);
  },
});

Deno.test("rm reports what cannot be moved and leaves no note", {
  ignore: Deno.uid() === 0, // who may do everything
}, () =>
  withWorld(async ({ cwd, rm, list }) => {
    Deno.mkdirSync(`${cwd}/fixed`);
    write(`${cwd}/fixed/x`);
    Deno.chmodSync(`${cwd}/fixed`, 0o555);
    const outcome = await rm("fixed/x");
    Deno.chmodSync(`${cwd}/fixed`, 0o755);
    assert.match(outcome.output, /Cannot move ".*\/fixed\/x" to the trash: Permission denied\n$/);
    assert.deepEqual([outcome.exit_code, list(`${TRASH}/info`)], [1, []]);
  }));

Deno.test("rm cuts a name that the trash could not number", () =>
  withWorld(async ({ cwd, rm, list }) => {
    write(`${cwd}/${"日".repeat(85)}`);
    assert.equal((await rm("日".repeat(85))).exit_code, 0);
    assert.deepEqual(list(`${TRASH}/files`), ["日".repeat(78)]);
  }));
