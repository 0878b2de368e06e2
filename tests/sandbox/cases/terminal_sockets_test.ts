/** Terminal, sockets and kernel interfaces: cases T01, T02, T05 and T06 of the sandbox's list. */
import assert from "node:assert/strict";
import seccomp from "../../../configs/seccomp.json" with { type: "json" };
import { sandboxCase } from "./sandbox_case.ts";

/** Prints `TEXT: errno` for each attempt, 0 for one that worked. */
const ATTEMPT = `
import ctypes, errno, os, socket, sys
libc = ctypes.CDLL(None, use_errno=True)
def attempt(name, act):
    try:
        act()
        print(f"{name}: 0")
    except OSError as error:
        print(f"{name}: {errno.errorcode[error.errno]}")
def call(number, *args):
    ctypes.set_errno(0)
    if libc.syscall(ctypes.c_long(number), *map(ctypes.c_long, args)) < 0:
        raise OSError(ctypes.get_errno(), "")
`;

sandboxCase("T01: nothing can be typed into the caller's terminal", async (world) => {
  const probe = world.write(
    `${world.root}/type.py`,
    `${ATTEMPT}
import fcntl
for request in (0x5412, 0x541C, 0x5412 | 1 << 32):
    for fd in (0, 1, 2):
        attempt(hex(request), lambda: call(${
      Deno.build.arch === "x86_64" ? 16 : 29
    }, fd, request, id(b"x") + 32))
attempt("size", lambda: fcntl.ioctl(0, 0x5413, bytes(8)))
`,
  );
  const script =
    `execguard=$1; script -qec "$execguard run --mode auto -- python3 ${probe}" /dev/null`;
  const launcher = Deno.env.get("EXECGUARD_BIN") ||
    new URL("../../../scripts/execguard", import.meta.url).pathname;
  const { stdout } = await world.exec(["sh", "-c", script, "sh", launcher]);
  const lines = stdout.trim().split("\r\n");
  assert.deepEqual(lines, [
    ...["0x5412", "0x541c", "0x100005412"].flatMap((name) => Array(3).fill(`${name}: EPERM`)),
    "size: 0",
  ]);
}, { programs: ["script", "python3"] });

for (const network of [false, true]) {
  sandboxCase(
    `T02: no socket of the host can be reached${network ? ", with the network too" : ""}`,
    async (world) => {
      const listener = world.write(
        `${world.root}/listen.py`,
        `
import socket, sys, time
kept = []
for kind in (socket.SOCK_STREAM, socket.SOCK_DGRAM):
    for address in (f"{sys.argv[1]}.{int(kind)}", f"\\0execguard-{sys.argv[2]}.{int(kind)}"):
        kept.append(socket.socket(socket.AF_UNIX, kind))
        kept[-1].bind(address)
        if kind == socket.SOCK_STREAM: kept[-1].listen()
print("ready", flush=True)
time.sleep(60)
`,
      );
      const mark = crypto.randomUUID();
      const child = world.start(["python3", listener, `${world.home}/s`, mark]);
      const reader = child.stdout.getReader();
      try {
        await reader.read();
        const flags = network ? ["--network"] : [];
        const { output } = await world.python(
          `${ATTEMPT}
def send(kind, address):
    with socket.socket(socket.AF_UNIX, kind) as s: s.connect(address)
for kind in (socket.SOCK_STREAM, socket.SOCK_DGRAM):
    for address in (f"${world.home}/s.{int(kind)}", f"\\0execguard-${mark}.{int(kind)}"):
        attempt("connect", lambda: send(kind, address))
attempt("vsock", lambda: socket.socket(40, socket.SOCK_STREAM))
attempt("packet", lambda: socket.socket(17, socket.SOCK_RAW))
attempt("diag", lambda: socket.socket(16, socket.SOCK_RAW, 4))
a, b = socket.socketpair()
a.send(b"x")
print("pair:", b.recv(1), bool(socket.if_nameindex()))
`,
          { flags },
        );
        assert.equal(
          output,
          `${
            "connect: EPERM\n".repeat(4)
          }vsock: EPERM\npacket: EPERM\ndiag: EPERM\npair: b'x' True\n`,
        );
      } finally {
        child.kill("SIGKILL");
        await reader.cancel();
        await child.stderr.cancel();
        await child.status;
      }
    },
    { programs: ["python3"] },
  );
}

sandboxCase(
  "the kernel refuses every listed call, and calls of another convention",
  async (world) => {
    const numbers: Readonly<Record<string, number>> = seccomp.architectures[Deno.build.arch].calls;
    const always = seccomp.refused.filter((rule) => !("when" in rule)).flatMap(({ calls }) =>
      calls
    );
    const foreign = Deno.build.arch === "x86_64" ? [0x40000000 + 39] : [];
    const probes = [...always.map((name) => numbers[name] ?? -1), ...foreign];
    const { output } = await world.python(`${ATTEMPT}
for number in ${JSON.stringify(probes)}: attempt(number, lambda: call(number, 0, 0, 0, 0, 0))
`);
    assert.deepEqual(output.trim().split("\n"), probes.map((number) => `${number}: EPERM`));
  },
  { programs: ["python3"] },
);

sandboxCase("T05: Python's locks, pools, queues and shared memory work", async (world) => {
  const { output } = await world.python(`
import multiprocessing, multiprocessing.shared_memory as memory
from concurrent.futures import ProcessPoolExecutor
def double(n): return 2 * n
if __name__ == "__main__":
    with multiprocessing.Lock(): pass
    block = memory.SharedMemory(create=True, size=64)
    block.buf[0] = 7
    block.close(); block.unlink()
    queue = multiprocessing.Queue()
    multiprocessing.Process(target=queue.put, args=(5,)).start()
    print(queue.get())
    with multiprocessing.Pool(2) as pool: print(pool.map(double, range(3)))
    with ProcessPoolExecutor(2) as pool: print(list(pool.map(double, range(3))))
`);
  assert.equal(output, "5\n[0, 2, 4]\n[0, 2, 4]\n");
}, { programs: ["python3"] });

for (const network of [false, true]) {
  sandboxCase(
    `T06: Node starts programs and serves on loopback${network ? ", with the network too" : ""}`,
    async (world) => {
      const path = world.write(
        "probe.js",
        `
const { spawnSync, fork } = require("node:child_process");
const net = require("node:net");
if (process.send) { process.send("up"); process.exit(); }
const { status, error } = spawnSync("true");
console.log(status, error);
fork(__filename).on("message", (text) => console.log(text)).on("exit", () => {
  const server = net.createServer((socket) => socket.end("hi"));
  server.listen(0, "127.0.0.1", () => {
    net.connect(server.address().port, "127.0.0.1").on("data", (data) => {
      console.log(String(data));
      server.close();
    });
  });
});
`,
      );
      const flags = network ? ["--network"] : [];
      const { output, exit_code } = await world.outcome(["node", path], { flags });
      assert.deepEqual([exit_code, output], [0, "0 undefined\nup\nhi\n"]);
    },
    { programs: ["node"] },
  );
}

sandboxCase("a 32-bit program cannot make a call", async (world) => {
  world.write(
    "old.c",
    `#include <stdio.h>
int main(void) {
  long result = 20; /* getpid of 32 bits */
  __asm__ volatile("int $0x80" : "+a"(result) : : "memory");
  printf("%ld\\n", result);
  return 0;
}
`,
  );
  await world.host("cc -o old old.c");
  assert.equal((await world.outcome(["./old"])).output, "-1\n");
}, { programs: Deno.build.arch === "x86_64" ? ["cc"] : ["no-such-architecture"] });
