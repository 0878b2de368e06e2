"""What the hostile programs share: places worth stealing and changing, and raw system calls.

Each program is a function without parameters in one of the files beside this one. It tries what it can,
prints whatever it gets hold of, and never minds a failure: the test looks at what was printed and at
what changed on the host.
"""
import ctypes
import json
import os
import platform
import sys

HOME = os.environ["HOME"]
WORK = os.getcwd()
# The one folder whose content may change.
SCRATCH = f"{WORK}/scratch"
# The name of every file that is put where it must not be.
MARK = os.environ["MARK"]

SECRETS = [
    ".ssh/id_rsa",
    ".netrc",
    ".aws/credentials",
    ".pgpass",
    "dots/pgpass",
    ".config/execguard/config.jsonc",
    ".local/state/execguard/store.db",
    "w/server.pem",
]
PROTECTED = [
    ".bashrc",
    ".profile",
    ".gitconfig",
    ".config/autostart/a.desktop",
    "w/.git/config",
    "w/.git/hooks/pre-commit",
    "w/.git/commondir",
    "w/.vscode/tasks.json",
]
OUTSIDE = ["", "/etc", "/opt", "/usr/local/bin", "/var/tmp", "/run", "/tmp", "/dev/shm", "/root"]

# Beside those in the filter's own list.
EXTRA = {
    "x86_64": {"clone": 56, "ptrace": 101, "unshare": 272, "name_to_handle_at": 303, "renameat2": 316,
               "process_vm_readv": 310, "mknodat": 259},
    "aarch64": {"clone": 220, "ptrace": 117, "unshare": 97, "name_to_handle_at": 264, "renameat2": 276,
                "process_vm_readv": 270, "mknodat": 33},
}
COMMON = {"pidfd_open": 434, "clone3": 435, "openat2": 437, "pidfd_getfd": 438, "landlock_create_ruleset": 444}
LIBC = ctypes.CDLL(None, use_errno=True)


def _numbers():
    path = os.path.join(os.path.dirname(__file__), "../../../configs/seccomp.json")
    listed = json.load(open(path))["architectures"][platform.machine()]["calls"]
    return {**listed, **EXTRA[platform.machine()], **COMMON}


NUMBERS = _numbers()


def call(name, *args):
    """A system call by name; texts and bytes become pointers. Raises OSError."""
    def convert(arg):
        if isinstance(arg, str):
            arg = arg.encode() + b"\0"
        if isinstance(arg, (bytes, bytearray)):
            kept.append(ctypes.create_string_buffer(bytes(arg), max(len(arg), 1)))
            return ctypes.c_void_p(ctypes.addressof(kept[-1]))
        if arg is None:
            return ctypes.c_void_p(0)
        return ctypes.c_void_p(arg) if isinstance(arg, int) and arg > 1 << 40 else ctypes.c_long(arg)
    kept = []
    ctypes.set_errno(0)
    LIBC.syscall.restype = ctypes.c_long
    result = LIBC.syscall(ctypes.c_long(NUMBERS[name]), *map(convert, args))
    if result < 0:
        raise OSError(ctypes.get_errno(), os.strerror(ctypes.get_errno()))
    return result


def attempt(act, *args, **named):
    """Runs something that may fail; what it returns is printed."""
    try:
        result = act(*args, **named)
        print("got", repr(result)[:2000], flush=True)
        return result
    except (OSError, ValueError, OverflowError, EOFError) as error:
        print("no", type(error).__name__, getattr(error, "errno", ""), flush=True)
        return None


def read(path, flags=os.O_RDONLY, **named):
    fd = os.open(path, flags | os.O_NONBLOCK, **named)
    try:
        return os.read(fd, 65536)
    finally:
        os.close(fd)


def write(path, data=None):
    os.makedirs(os.path.dirname(path), exist_ok=True)
    with open(path, "ab") as file:
        file.write(data or b"echo planted\n")


def steal(prefix=""):
    """Reads every secret as it appears below another root."""
    for name in SECRETS:
        attempt(read, f"{prefix}{HOME}/{name}")


def plant(prefix=""):
    """Changes every protected file, and leaves the mark everywhere outside, below another root."""
    for name in PROTECTED:
        attempt(write, f"{prefix}{HOME}/{name}")
    for directory in OUTSIDE:
        attempt(write, f"{prefix}{directory}/{MARK}")


def both(prefix=""):
    steal(prefix)
    plant(prefix)


def processes():
    """Every process id that might exist, seen or not."""
    return sorted({*(int(name) for name in os.listdir("/proc") if name.isdigit()),
                   int(os.environ["HOST_PID"]), 1, 2, os.getppid()})


def compiled(source, *args):
    """A C program of this folder, which the test has compiled into the scratch folder."""
    path = f"{SCRATCH}/{source}"
    if os.path.exists(path):
        os.spawnv(os.P_WAIT, path, [path, *args])


def main(programs):
    print("started", flush=True)
    programs[sys.argv[1]]()
    print("finished", flush=True)
