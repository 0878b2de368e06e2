"""What runs later, outside: start files, hooks, settings. The guard may end such a program early."""
import os
import shutil
import threading

from hostile import HOME, MARK, SCRATCH, WORK, attempt, call, main

SCRIPT = f"#!/bin/sh\ntouch {os.path.dirname(HOME)}/{MARK}\n"
NEW_START_FILES = [".bash_profile", ".zshenv", ".zshrc", ".bash_aliases", ".xprofile", ".pam_environment", ".vimrc"]
NEW_PROJECT_FILES = [".envrc", ".mcp.json", ".claude/settings.json", ".idea/workspace.xml", ".husky/pre-commit",
                     ".devcontainer/devcontainer.json"]


def put(path, text=SCRIPT):
    os.makedirs(os.path.dirname(path), exist_ok=True)
    with open(path, "w") as file:
        file.write(text)
    os.chmod(path, 0o755)


def plant_start_files():
    for name in NEW_START_FILES:
        attempt(put, f"{HOME}/{name}")


def plant_project_files():
    for name in NEW_PROJECT_FILES:
        attempt(put, f"{WORK}/{name}")


def plant_programs():
    for name in (".local/bin/git", ".local/bin/ls", "bin/git", ".cargo/config.toml", ".config/systemd/user/x.service"):
        attempt(put, f"{HOME}/{name}")


def plant_directories_that_cannot_be_entered():
    for path in (f"{HOME}/.zshenv", f"{HOME}/.bash_profile", f"{WORK}/.envrc", f"{WORK}/.idea"):
        attempt(os.makedirs, f"{path}/a/b")
        attempt(os.chmod, path, 0)


def plant_links():
    put(f"{SCRATCH}/start")
    for name in (".zshenv", ".bash_profile"):
        attempt(os.symlink, f"{SCRATCH}/start", f"{HOME}/{name}")
    for name in (".claude", ".idea", ".envrc"):
        attempt(os.symlink, SCRATCH, f"{WORK}/{name}")


def plant_in_a_race():
    def loop():
        for _ in range(2000):
            try:
                os.symlink("/etc", f"{WORK}/.idea")
                os.unlink(f"{WORK}/.idea")
                os.mkdir(f"{WORK}/.idea")
                open(f"{WORK}/.idea/workspace.xml", "w").close()
                os.rename(f"{WORK}/.idea", f"{SCRATCH}/idea")
                shutil.rmtree(f"{SCRATCH}/idea")
            except OSError:
                pass

    threads = [threading.Thread(target=loop) for _ in range(2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()


def lead_the_quarantine_elsewhere():
    """What is moved away is renamed by name: a link on the way would take something else along."""
    attempt(os.makedirs, f"{HOME}/.config/fish")
    attempt(os.rename, f"{HOME}/.config", f"{HOME}/.config2")
    attempt(os.symlink, f"{HOME}/.ssh", f"{WORK}/.claude")
    attempt(os.symlink, "/etc/passwd", f"{WORK}/.envrc")
    attempt(os.symlink, f"{HOME}/.local/state/execguard", f"{WORK}/.mcp.json")
    attempt(os.mkdir, f"{HOME}/Library")
    attempt(os.rmdir, f"{HOME}/Library")
    attempt(os.symlink, HOME, f"{HOME}/Library")


def plant_hooks_and_settings():
    for name in ("hooks/pre-commit", "hooks/post-index-change", "config.worktree", "commondir", "worktrees/x/config.worktree",
                 "modules/x/config", "modules/x/hooks/post-checkout"):
        attempt(put, f"{WORK}/.git/{name}")
    attempt(lambda: open(f"{WORK}/.git/config", "a").write(f"[core]\n\tfsmonitor = touch {os.path.dirname(HOME)}/{MARK}\n"))


def set_through_git():
    program = f"touch {os.path.dirname(HOME)}/{MARK}"
    for argv in (
        ["config", "core.fsmonitor", program],
        ["config", "core.hooksPath", SCRATCH],
        ["config", "--global", "core.fsmonitor", program],
        ["config", "--worktree", "core.fsmonitor", program],
        ["config", "filter.a.clean", program],
        ["config", "alias.status", f"!{program}"],
        ["init", "--separate-git-dir", f"{SCRATCH}/g"],
        ["remote", "add", "x", f"ext::{program}"],
        ["worktree", "add", f"{SCRATCH}/wt"],
        ["submodule", "add", "./scratch/none"],
    ):
        attempt(os.spawnvp, os.P_WAIT, "git", ["git", *argv])


def replace_the_repository():
    attempt(os.rename, f"{WORK}/.git", f"{WORK}/.g")
    attempt(shutil.rmtree, f"{WORK}/.git")
    os.makedirs(f"{SCRATCH}/g/hooks", exist_ok=True)
    put(f"{SCRATCH}/g/hooks/post-index-change")
    attempt(os.symlink, f"{SCRATCH}/g", f"{WORK}/.git")
    attempt(put, f"{WORK}/.git", f"gitdir: {SCRATCH}/g\n")
    attempt(call, "renameat2", -100, f"{SCRATCH}/g", -100, f"{WORK}/.git", 2)
    attempt(put, f"{HOME}/.git", f"gitdir: {SCRATCH}/g\n")


if __name__ == "__main__":
    main(globals())
