"""New namespaces, and those of others."""
import os
import signal
import struct

from hostile import HOME, SCRATCH, attempt, both, call, main, processes

KINDS = {"time": 0x80, "mnt": 0x20000, "cgroup": 0x02000000, "uts": 0x04000000, "ipc": 0x08000000,
         "user": 0x10000000, "pid": 0x20000000, "net": 0x40000000}


def leave_by_unshare():
    for flag in (*KINDS.values(), KINDS["user"] | KINDS["mnt"], KINDS["user"] | KINDS["net"]):
        attempt(call, "unshare", flag)
    both()


def leave_by_clone():
    for flags in (KINDS["user"] | signal.SIGCHLD, KINDS["user"] | KINDS["mnt"] | signal.SIGCHLD):
        pid = attempt(call, "clone", flags, 0, 0, 0, 0)
        if pid == 0:
            both()
            os._exit(0)
        if pid:
            os.waitpid(pid, 0)


def leave_by_clone3():
    arguments = struct.pack("11Q", KINDS["user"] | KINDS["mnt"], 0, 0, 0, signal.SIGCHLD, *[0] * 6)
    pid = attempt(call, "clone3", arguments, len(arguments))
    if pid == 0:
        both()
        os._exit(0)
    if pid:
        os.waitpid(pid, 0)


def join_other_namespaces():
    for pid in processes():
        for kind, flag in KINDS.items():
            fd = attempt(os.open, f"/proc/{pid}/ns/{kind}", os.O_RDONLY)
            if fd is not None:
                attempt(call, "setns", fd, flag)
    both()


def join_by_process_descriptor():
    for pid in processes():
        fd = attempt(call, "pidfd_open", pid, 0)
        if fd is not None:
            attempt(call, "setns", fd, KINDS["mnt"] | KINDS["user"])
    both()


def use_the_namespace_helpers():
    for argv in (
        ["unshare", "-Urm", "cat", f"{HOME}/.ssh/id_rsa"],
        ["nsenter", "-t", "1", "-a", "cat", f"{HOME}/.ssh/id_rsa"],
        ["bwrap", "--bind", "/", "/", "cat", f"{HOME}/.ssh/id_rsa"],
        ["bwrap", "--unshare-user", "--bind", "/", "/", "--tmpfs", SCRATCH, "true"],
    ):
        attempt(os.spawnvp, os.P_WAIT, argv[0], argv)


def raise_the_limits():
    for name in os.listdir("/proc/sys/user"):
        attempt(lambda: open(f"/proc/sys/user/{name}", "w").write("10000"))
    attempt(call, "unshare", KINDS["user"] | KINDS["mnt"])
    both()


def map_more_users():
    for pid in processes():
        for name in ("uid_map", "gid_map", "setgroups"):
            attempt(lambda: open(f"/proc/{pid}/{name}", "w").write("0 0 4294967295\n"))
    attempt(os.setuid, 0)
    attempt(os.setgroups, [0])
    both()


def rename_the_machine():
    libc = __import__("hostile").LIBC
    print(libc.sethostname(b"taken", 5), libc.setdomainname(b"taken", 5))


if __name__ == "__main__":
    main(globals())
