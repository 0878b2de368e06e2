import assert from "node:assert/strict";
import fc from "fast-check";
import { guardPaths } from "../../src/core/denied_path.ts";
import { absolutePath, isInside } from "../../src/core/paths.ts";
import { allowsWrite, refuseTeamWrite, type TeamMember } from "../../src/core/team/team_write.ts";
import { fakeFacts } from "../support/fake_facts.ts";
import { pathPolicy } from "../support/guarded_world.ts";

const HOME = "/home/dev";

const name = fc.oneof(
  fc.constantFrom("agents", "shared", "ann", "bob", "w", "team", "..", ".", "", "a b", "é"),
  fc.string({ minLength: 1, maxLength: 6 }),
);
const path = fc.array(name, { maxLength: 6 }).map((names) => absolutePath(names.join("/"), "/"));
const member = fc.record({
  role: fc.constantFrom("manager" as const, "engineer" as const),
  agentName: fc.oneof(fc.constantFrom("ann", "bob", "", "..", "a/b"), name),
  teamDir: fc.oneof(fc.constant("/team"), path),
  worktreeDirs: fc.array(path, { maxLength: 3 }),
});

Deno.test("the strict team rule is never looser than the plain one", () => {
  fc.assert(fc.property(path, member, (place, who: TeamMember) => {
    if (refuseTeamWrite(place, who) !== undefined) return;
    assert.equal(allowsWrite(place, { rule: who, cwd: "/" }), true);
  }));
});

Deno.test("nobody writes outside the team directory, and no engineer in another's directory", () => {
  fc.assert(fc.property(path, member, (place, who: TeamMember) => {
    if (refuseTeamWrite(place, who) !== undefined) return;
    assert.ok(isInside(place, who.teamDir));
    const agents = absolutePath("agents", who.teamDir);
    if (who.role === "engineer" && isInside(place, agents)) {
      assert.ok(isInside(place, absolutePath(who.agentName, agents)));
    }
  }));
});

const facts = { ...fakeFacts({ home: HOME }), canAccess: () => true };
const guard = guardPaths(pathPolicy(HOME), { facts, directory: `${HOME}/work` });
const isDenied = (place: string) => guard.refuse({ written: place, real: place }, "write");

const denied = fc.constantFrom(
  ".ssh",
  ".aws/credentials",
  ".bashrc",
  ".config/execguard",
  "work/.git/hooks",
  "work/.env",
  "work/.vscode",
);

/** The same name in other letters, as file systems without case would find it. */
const respelled = (text: string) =>
  fc.array(fc.boolean(), { minLength: text.length, maxLength: text.length }).map((upper) =>
    [...text].map((letter, at) => upper[at] ? letter.toUpperCase() : letter).join("")
  );

Deno.test("what is denied is denied in any case, and so is everything below it", () => {
  const spelled = denied.chain(respelled);
  const below = fc.array(fc.stringMatching(/^[a-z]{1,5}$/), { maxLength: 3 });
  fc.assert(fc.property(spelled, below, (place, names) => {
    assert.notEqual(isDenied([HOME, place, ...names].join("/")), undefined);
  }));
});

Deno.test("what may be written may be read", () => {
  fc.assert(fc.property(path, (place) => {
    if (isDenied(place) !== undefined) return;
    assert.equal(guard.refuse({ written: place, real: place }, "read"), undefined);
  }));
});
