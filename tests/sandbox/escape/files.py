"""Links, renames, descriptors and races around hidden and protected places."""
import ctypes
import mmap
import os
import shutil
import threading
import time

from hostile import HOME, MARK, PROTECTED, SCRATCH, SECRETS, WORK, attempt, both, call, main, plant, read, steal

EXCHANGE = 2


def read_through_links():
    for index, name in enumerate(SECRETS):
        for kind, link in (("symlink", os.symlink), ("link", os.link)):
            path = f"{SCRATCH}/{kind}{index}"
            attempt(link, f"{HOME}/{name}", path)
            attempt(read, path)
    os.symlink("/", f"{SCRATCH}/top")
    os.symlink(HOME, f"{SCRATCH}/home")
    steal(f"{SCRATCH}/top")
    for name in SECRETS:
        attempt(read, f"{SCRATCH}/home/{name}")


def write_through_links():
    for index, name in enumerate(PROTECTED):
        for kind, link in (("symlink", os.symlink), ("link", os.link)):
            path = f"{SCRATCH}/{kind}{index}"
            attempt(link, f"{HOME}/{name}", path)
            attempt(lambda: open(path, "a").write("x"))
            attempt(os.chmod, path, 0o777)
            attempt(os.truncate, path, 0)


def move_what_leads_there():
    for name in (*SECRETS, *PROTECTED):
        path = f"{HOME}/{name}"
        while path != "/":
            # A link can be moved; another is made where it was, at any moment. The moved one would be a new name at home.
            is_link = os.path.islink(path)
            attempt(os.rename, path, f"{SCRATCH}/moved")
            if not is_link:
                attempt(os.rename, path, f"{path}.moved")
            path = os.path.dirname(path)


def exchange_what_leads_there():
    other = f"{SCRATCH}/other"
    os.makedirs(other, exist_ok=True)
    for name in (*SECRETS, *PROTECTED):
        path = f"{HOME}/{name}"
        while path not in ("/", HOME):
            attempt(call, "renameat2", -100, other, -100, path, EXCHANGE)
            path = os.path.dirname(path)


def replace_by_rename():
    for name in (*SECRETS, *PROTECTED):
        new = f"{SCRATCH}/new"
        open(new, "w").write("echo planted\n")
        attempt(os.rename, new, f"{HOME}/{name}")
    for name in (".git/hooks", ".git", ".vscode"):
        os.makedirs(f"{SCRATCH}/d", exist_ok=True)
        attempt(os.rename, f"{SCRATCH}/d", f"{WORK}/{name}")


def remove_what_is_there():
    for name in (*SECRETS, *PROTECTED):
        attempt(os.unlink, f"{HOME}/{name}")
    for name in (".ssh", ".aws", ".config/autostart", "w/.git/hooks", "w/.vscode", ".local", ".config"):
        attempt(shutil.rmtree, f"{HOME}/{name}")
        attempt(os.rmdir, f"{HOME}/{name}")


def change_modes_and_owners():
    for name in (*SECRETS, *PROTECTED, ".ssh", ".aws", "w/.git/hooks", ".local/state/execguard"):
        path = f"{HOME}/{name}"
        attempt(os.chmod, path, 0o777)
        attempt(os.chown, path, os.getuid(), os.getgid())
        attempt(os.utime, path, (0, 0))
        attempt(os.setxattr, path, "user.x", b"x")
    both()


def open_by_path_descriptor():
    for directory in (".ssh", ".aws", ".local/state/execguard", "w/.git/hooks"):
        fd = attempt(os.open, f"{HOME}/{directory}", os.O_PATH)
        if fd is None:
            continue
        for name in ("id_rsa", "credentials", "store.db"):
            attempt(lambda: read(name, dir_fd=fd))
        attempt(os.listdir, f"/proc/self/fd/{fd}")
        attempt(lambda: os.open(f"/proc/self/fd/{fd}", os.O_RDONLY))
        attempt(lambda: os.open("pre-commit", os.O_CREAT | os.O_WRONLY, 0o755, dir_fd=fd))


def open_again_for_writing():
    for name in PROTECTED:
        fd = attempt(os.open, f"{HOME}/{name}", os.O_RDONLY)
        if fd is None:
            continue
        attempt(lambda: open(f"/proc/self/fd/{fd}", "a").write("x"))
        attempt(os.ftruncate, fd, 0)
        attempt(os.fchmod, fd, 0o777)
        attempt(os.posix_fallocate, fd, 0, 4096)


def write_by_mapping():
    for name in PROTECTED:
        fd = attempt(os.open, f"{HOME}/{name}", os.O_RDONLY)
        if fd is None or os.fstat(fd).st_size == 0:
            continue
        attempt(lambda: mmap.mmap(fd, 0, mmap.MAP_SHARED, mmap.PROT_WRITE))
        view = attempt(lambda: mmap.mmap(fd, 0, mmap.MAP_PRIVATE, mmap.PROT_READ | mmap.PROT_WRITE))
        if view is not None:
            memory = open("/proc/self/mem", "r+b", buffering=0)
            memory.seek(ctypes.addressof(ctypes.c_char.from_buffer(view)))
            attempt(memory.write, b"x")
        LIBC = ctypes.CDLL(None, use_errno=True)
        address = LIBC.mmap
        address.restype = ctypes.c_void_p
        mapped = address(None, 4096, 1, 2, fd, 0)
        memory = open("/proc/self/mem", "r+b", buffering=0)
        attempt(lambda: (memory.seek(mapped), memory.write(b"x")))


def link_an_unnamed_file_in():
    fd = os.open(SCRATCH, os.O_TMPFILE | os.O_WRONLY, 0o755)
    os.write(fd, b"echo planted\n")
    for name in (*PROTECTED, "w/.git/hooks/post-checkout"):
        attempt(os.link, f"/proc/self/fd/{fd}", f"{HOME}/{name}", follow_symlinks=True)


def spell_names_differently():
    for name in SECRETS:
        directory, _, last = f"{HOME}/{name}".rpartition("/")
        for path in (f"{directory}/./{last}", f"{directory}//{last}", f"{directory}/../{os.path.basename(directory)}/{last}",
                     f"{directory}/{last.upper()}", f"/proc/self/root{directory}/{last}", f"/proc/self/cwd/../{name}",
                     f"/proc/thread-self/root{directory}/{last}", f"/dev/fd/../root{directory}/{last}"):
            attempt(read, path)


def race(act, undo, seconds=0.4):
    stop = time.monotonic() + seconds

    def loop(body):
        while time.monotonic() < stop:
            try:
                body()
            except OSError:
                pass

    threads = [threading.Thread(target=loop, args=(body,)) for body in (act, undo)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()


def race_a_link_against_reading():
    path = f"{SCRATCH}/flip"
    found = set()

    def flip():
        os.symlink(f"{HOME}/.ssh", f"{path}.new")
        os.rename(f"{path}.new", path)
        os.unlink(path)
        os.mkdir(path)
        os.rmdir(path)

    race(flip, lambda: found.add(read(f"{path}/id_rsa")))
    print(found)


def race_renames_around_protected_names():
    def swap():
        os.makedirs(f"{SCRATCH}/g/hooks", exist_ok=True)
        call("renameat2", -100, f"{SCRATCH}/g", -100, f"{WORK}/.git", EXCHANGE)

    race(swap, lambda: open(f"{WORK}/.git/hooks/{MARK}", "w").close())


def swap_the_work_directory():
    other = f"{HOME}/other"
    os.makedirs(f"{other}/.git/hooks", exist_ok=True)
    attempt(call, "renameat2", -100, other, -100, WORK, EXCHANGE)
    attempt(os.rename, WORK, f"{HOME}/w2")
    attempt(os.rename, HOME, f"{HOME}2")
    attempt(os.symlink, "/etc", WORK)
    shutil.rmtree(other)


def watch_the_host():
    LIBC = ctypes.CDLL(None, use_errno=True)
    fd = LIBC.inotify_init1(0o4000)
    for path in (f"{HOME}/.ssh", f"{HOME}/.aws", f"{HOME}/.local/state/execguard"):
        print(LIBC.inotify_add_watch(fd, path.encode(), 0xFFF))
        attempt(os.listdir, path)
    print(LIBC.fanotify_init(0, os.O_RDONLY))


def reach_execguards_own_files():
    for directory in ("/tmp", "/run", f"/run/user/{os.getuid()}", "/dev/shm", "/var/tmp"):
        for name in attempt(os.listdir, directory) or []:
            attempt(read, f"{directory}/{name}/plan")
            attempt(read, f"{directory}/{name}/status")
    for name in ("config", "state", "quarantine"):
        attempt(os.mkdir, f"{HOME}/.local/state/execguard/{name}")
    attempt(os.symlink, "/", f"{HOME}/.local/state/execguard/quarantine")
    attempt(os.rename, f"{HOME}/.local/state", f"{HOME}/.local/state2")
    attempt(os.rename, f"{HOME}/.config/execguard", f"{SCRATCH}/own")


def copy_whole_trees():
    for source in (HOME, "/proc/self/root" + HOME, "/proc/1/root" + HOME):
        attempt(os.spawnvp, os.P_WAIT, "cp", ["cp", "-a", f"{source}/.ssh", f"{source}/.netrc", f"{source}/.aws", SCRATCH])
        attempt(os.spawnvp, os.P_WAIT, "tar", ["tar", "-cf", "-", "-C", source, ".ssh", ".aws", ".netrc", "w/server.pem"])
    attempt(os.spawnvp, os.P_WAIT, "grep", ["grep", "-ra", "CANARY", HOME])


if __name__ == "__main__":
    main(globals())
