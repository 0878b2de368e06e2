/* A tracer that turns a harmless call of its child into a refused one after the filter has looked. */
#define _GNU_SOURCE
#include <signal.h>
#include <stdio.h>
#include <sys/ptrace.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/user.h>
#include <sys/wait.h>
#include <unistd.h>

int main(void) {
#ifdef __x86_64__
  pid_t child = fork();
  if (child == 0) {
    ptrace(PTRACE_TRACEME, 0, 0, 0);
    raise(SIGSTOP);
    long fd = syscall(SYS_getppid, AF_UNIX, SOCK_STREAM, 0);
    char link[64], target[256] = "";
    snprintf(link, sizeof link, "/proc/self/fd/%ld", fd);
    ssize_t size = readlink(link, target, sizeof target - 1);
    printf("%ld %zd %s\n", fd, size, size > 0 ? target : "");
    /* Anything but an error or a plain number is a socket that must not be. */
    return size > 0 && fd > 2 ? 7 : 0;
  }
  int status;
  waitpid(child, &status, 0);
  for (;;) {
    ptrace(PTRACE_SYSCALL, child, 0, 0);
    if (waitpid(child, &status, 0) < 0 || WIFEXITED(status) || WIFSIGNALED(status)) break;
    struct user_regs_struct registers;
    ptrace(PTRACE_GETREGS, child, 0, &registers);
    if (registers.orig_rax == SYS_getppid && registers.rdi == AF_UNIX) {
      registers.orig_rax = SYS_socket;
      ptrace(PTRACE_SETREGS, child, 0, &registers);
    }
  }
  if (WIFEXITED(status) && WEXITSTATUS(status) == 7) printf("CANARY: a socket past the filter\n");
#endif
  return 0;
}
