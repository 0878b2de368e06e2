/* Asks for every right there is: user ids, capabilities, the ambient set, no_new_privs undone. */
#define _GNU_SOURCE
#include <fcntl.h>
#include <linux/capability.h>
#include <stdio.h>
#include <string.h>
#include <sys/fsuid.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

int main(int argc, char **argv) {
  struct __user_cap_header_struct head = {.version = _LINUX_CAPABILITY_VERSION_3};
  struct __user_cap_data_struct data[2];
  memset(data, 0xff, sizeof data);
  long caps = syscall(SYS_capset, &head, data);
  long privs = prctl(PR_SET_NO_NEW_PRIVS, 0, 0, 0, 0);
  long ambient = prctl(PR_CAP_AMBIENT, PR_CAP_AMBIENT_RAISE, CAP_SYS_ADMIN, 0, 0);
  long secure = prctl(PR_SET_SECUREBITS, 0, 0, 0, 0);
  long seccomp = prctl(PR_SET_SECCOMP, 0, 0, 0, 0);
  printf("%ld %ld %ld %ld %ld %d %d\n", caps, privs, ambient, secure, seccomp, setresuid(0, 0, 0), setresgid(0, 0, 0));
  setfsuid(0);
  char path[4096], text[4096] = "";
  snprintf(path, sizeof path, "%s/.ssh/id_rsa", argc > 1 ? argv[1] : "");
  int file = open(path, O_RDONLY);
  if (file >= 0 && read(file, text, sizeof text - 1) > 0) printf("%s\n", text);
  return 0;
}
