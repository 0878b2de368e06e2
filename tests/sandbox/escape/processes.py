"""Other processes, their memory, descriptors and views."""
import ctypes
import fcntl
import os
import resource
import signal
import socket

from hostile import LIBC, SCRATCH, attempt, both, call, compiled, main, processes, read, steal


def use_the_roots_of_others():
    os.chdir(SCRATCH)
    for pid in processes():
        both(f"/proc/{pid}/root")
        both(f"/proc/{pid}/task/{pid}/root")
        steal(f"/proc/{pid}/cwd")


def use_the_descriptors_of_others():
    for pid in processes():
        for name in attempt(os.listdir, f"/proc/{pid}/fd") or []:
            attempt(os.readlink, f"/proc/{pid}/fd/{name}")
            attempt(read, f"/proc/{pid}/fd/{name}")
            steal(f"/proc/{pid}/fd/{name}/../../../../../..")


def use_own_descriptors():
    for fd in range(3, 64):
        attempt(os.read, fd, 4096)
        attempt(os.write, fd, b'{"exit-code": 0}\n')
        attempt(os.fchdir, fd)
    both()


def read_environments_and_command_lines():
    for pid in processes():
        for name in ("environ", "cmdline", "maps", "auxv", "stack", "syscall", "mountinfo", "personality"):
            attempt(read, f"/proc/{pid}/{name}")


def read_and_write_memory():
    for pid in processes():
        if pid == os.getpid():
            continue
        for line in (attempt(read, f"/proc/{pid}/maps") or b"").decode().splitlines()[:40]:
            start, end = (int(part, 16) for part in line.split()[0].split("-"))
            fd = attempt(os.open, f"/proc/{pid}/mem", os.O_RDWR)
            if fd is None:
                break
            attempt(os.pread, fd, min(end - start, 1 << 16), start)


def copy_memory_of_others():
    buffer = ctypes.create_string_buffer(4096)
    for pid in processes():
        pair = (ctypes.c_void_p * 2)(ctypes.addressof(buffer), 4096)
        attempt(call, "process_vm_readv", pid, ctypes.addressof(pair), 1, ctypes.addressof(pair), 1, 0)


def trace_others():
    for pid in processes():
        if pid == os.getpid():
            continue
        for request in (16, 0x4206):  # attach, seize
            attempt(call, "ptrace", request, pid, 0, 0)
            # The sandbox's first process belongs to the command: stopping it is no more than not ending.
            attempt(call, "ptrace", 17, pid, 0, signal.SIGCONT)
        attempt(os.kill, pid, signal.SIGCONT)


def take_descriptors_of_others():
    for pid in processes():
        if pid == os.getpid():
            continue
        fd = attempt(call, "pidfd_open", pid, 0)
        for number in range(12) if fd is not None else ():
            taken = attempt(call, "pidfd_getfd", fd, number, 0)
            if taken is not None:
                attempt(os.read, taken, 4096)


def kill_everything():
    for pid in (int(os.environ["HOST_PID"]), 1, 2, os.getppid()):
        for name in (signal.SIGCONT, signal.SIGUSR1, signal.SIGSTOP, signal.SIGKILL):
            if pid != os.getpid():
                attempt(os.kill, pid, name)
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
    attempt(os.kill, -1, signal.SIGTERM)


def limit_others():
    for pid in processes():
        attempt(resource.prlimit, pid, resource.RLIMIT_NOFILE, (0, 0)) if pid != os.getpid() else None
        attempt(lambda: open(f"/proc/{pid}/oom_score_adj", "w").write("-1000"))
        attempt(os.setpriority, os.PRIO_PROCESS, pid, -20)


def pass_descriptors_around():
    left, right = socket.socketpair()
    if os.fork() == 0:
        for fd in range(3, 40):
            attempt(socket.send_fds, right, [b"x"], [fd])
        attempt(socket.send_fds, right, [b"x"], [os.open("/", os.O_PATH)])
        os._exit(0)
    os.wait()
    left.setblocking(False)
    for _ in range(38):
        received = attempt(socket.recv_fds, left, 1, 1)
        for fd in received[1] if received else ():
            attempt(os.read, fd, 4096) if fd > 2 else None
            steal(f"/proc/self/fd/{fd}")


def become_another_program():
    fd = os.memfd_create("x")
    os.write(fd, open("/bin/cat", "rb").read())
    if os.fork() == 0:
        attempt(os.execve, fd, ["cat", f"{os.environ['HOME']}/.ssh/id_rsa"], {})
        os._exit(0)
    os.wait()


def outlive_the_command():
    """Daemons that try again later: nothing of it may run, or have changed anything, afterwards."""
    for _ in range(3):
        if os.fork() == 0:
            os.setsid()
            if os.fork() == 0:
                for name in (signal.SIGTERM, signal.SIGHUP, signal.SIGINT):
                    signal.signal(name, signal.SIG_IGN)
                LIBC.prctl(1, 0)
                while True:
                    both()
            os._exit(0)


def lease_and_lock():
    for path in ("/etc/passwd", "/bin/sh", f"{os.environ['HOME']}/.bashrc"):
        fd = attempt(os.open, path, os.O_RDONLY)
        if fd is not None:
            attempt(fcntl.fcntl, fd, fcntl.F_SETLEASE, fcntl.F_WRLCK)
            attempt(fcntl.fcntl, fd, fcntl.F_NOTIFY, 0x80000000 | 2)


def trace_a_child_past_the_filter():
    compiled("trace_past_filter", SCRATCH)


if __name__ == "__main__":
    main(globals())
