import assert from "node:assert/strict";
import type { SensitiveEntry } from "./sensitive.ts";
import { type TrashTarget, whyKeptFromTrash } from "./trash_target.ts";

const ENTRIES: readonly SensitiveEntry[] = [
  { match: ".ssh", hide: true, why: "" },
  { match: ".config/gcloud", hide: true, why: "" },
  { match: "*.pem", hide: true, why: "" },
  { match: ".env", hide: false, why: "" },
];

const LIMITS = {
  cwd: "/home/me/w",
  home: "/home/me",
  ownDirectories: ["/home/me/.local/state/execguard"],
  sensitiveEntries: ENTRIES,
};

function why(place: string, change: object = {}): string | undefined {
  const plain = { kind: "directory", isEmpty: false, isMountPoint: false, touchesTrash: false };
  return whyKeptFromTrash({ ...plain, place, ...change } as TrashTarget, LIMITS);
}

Deno.test("whyKeptFromTrash() lets ordinary things go", () => {
  const places = [
    "/home/me/w/build",
    "/home/me/w-old",
    "/home/me/notes",
    "/opt/x",
    "/home/me/w/.env",
  ];
  assert.deepEqual(places.filter((place) => why(place) !== undefined), []);
  assert.equal(whyKeptFromTrash({ kind: "missing" }, LIMITS), undefined);
});

Deno.test("whyKeptFromTrash() keeps the root, home, the work directory and what holds them", () => {
  for (const place of ["/", "/home", "/home/me", "/home/me/w"]) assert.ok(why(place), place);
  assert.ok(whyKeptFromTrash({ kind: "unnamed" }, LIMITS));
});

Deno.test("whyKeptFromTrash() keeps mount points, the trash and execguard's own files", () => {
  assert.ok(why("/home/me/mnt", { isMountPoint: true }));
  assert.ok(why("/home/me/x", { touchesTrash: true }));
  assert.ok(why("/home/me/.local/state/execguard/grants"));
  assert.ok(why("/home/me/.local"));
});

Deno.test("whyKeptFromTrash() keeps credentials where they are hidden, alone or in a directory", () => {
  const places = [
    ...["/home/me/.ssh", "/home/me/.ssh/id_rsa", "/home/me/.SSH/x", "/home/me/w/key.pem"],
    ...["/home/me/.config", "/home/me/.config/gcloud/sub"],
  ];
  assert.deepEqual(places.filter((place) => why(place) === undefined), []);
});
