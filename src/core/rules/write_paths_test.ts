import { equal } from "node:assert/strict";
import { fakeFacts } from "../../../tests/support/fake_facts.ts";
import { buildPolicy, NO_ADDITIONS } from "../../config/policy.ts";
import { messageOf } from "../codes.ts";
import { judgeWritePath } from "./write_paths.ts";

const policy = buildPolicy({
  additions: NO_ADDITIONS,
  own: {
    configFile: "/home/dev/.config/execguard/config.jsonc",
    privateDirectories: ["/home/dev/.config/execguard"],
    programDirectories: [],
  },
});
const facts = fakeFacts({
  home: "/home/dev",
  directories: [
    "/home",
    "/home/dev",
    "/home/dev/src",
    "/home/dev/.ssh",
    "/opt/app",
    "/proc/1",
    "/",
  ],
  links: { "/opt/all": "/home", "/home/dev/system": "/proc/1" },
});

function judge(path: string): string {
  const { decision, code, data } = judgeWritePath(path, { facts, policy });
  return `${decision} ${messageOf({ code, ...(data && { data }) })}`;
}

Deno.test("judgeWritePath() wants a yes inside home and the password outside", () => {
  equal(judge("/home/dev/src"), 'confirm writing to "/home/dev/src" was asked for');
  equal(
    judge("/opt/app"),
    'password writing to "/opt/app" outside the home directory: the system password is needed',
  );
});

Deno.test("judgeWritePath() says that a path is or holds the home directory, through a link too", () => {
  for (const path of ["/home/dev", "/home", "/opt/all", "/home/dev/src/../.."]) {
    equal(
      judge(path),
      `deny Cannot use the path "${path}": it is or holds the home directory; name a place inside it`,
    );
  }
});

Deno.test("judgeWritePath() refuses the system's own places, secrets, and what is not there", () => {
  const system = "it belongs to the system";
  equal(judge("/proc/1"), `deny Cannot use the path "/proc/1": ${system}`);
  equal(judge("/home/dev/system"), `deny Cannot use the path "/home/dev/system": ${system}`);
  equal(judge("/"), 'deny Cannot use the path "/": it is the root of the file system');
  equal(judge("src"), 'deny Cannot use the path "src": it must be absolute');
  equal(judge("/opt/none"), 'deny Cannot use the path "/opt/none": it does not exist');
  equal(
    judge("/home/dev/.ssh"),
    `deny Cannot use the path "/home/dev/.ssh": it holds credentials or execguard's own files`,
  );
});
