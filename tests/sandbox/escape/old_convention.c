/* Opens a file and connects a socket by the calls of 32 bits and of x32, past a filter of 64 bits. */
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/un.h>
#include <unistd.h>

#ifdef __x86_64__
static long call32(long number, long a, long b, long c) {
  long result = number;
  __asm__ volatile("int $0x80" : "+a"(result) : "b"(a), "c"(b), "d"(c) : "memory", "r8", "r9", "r10", "r11");
  return result;
}

int main(int argc, char **argv) {
  if (argc < 3) return 1;
  /* Pointers of 32 bits need memory down there. */
  char *low = mmap((void *)0x10000000, 8192, PROT_READ | PROT_WRITE,
                   MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED, -1, 0);
  strcpy(low, argv[1]);
  long file = call32(5, (long)low, O_RDONLY, 0);
  if (file >= 0 && call32(3, file, (long)low + 4096, 4000) > 0) printf("%s\n", low + 4096);
  long pair = call32(359, AF_UNIX, SOCK_STREAM, 0);
  long x32 = syscall(0x40000000 + SYS_socket, AF_UNIX, SOCK_STREAM, 0);
  printf("open %ld socket %ld %ld\n", file, pair, x32);
  for (int i = 0; i < 2; i++) {
    long fd = i == 0 ? pair : x32;
    struct sockaddr_un address = {.sun_family = AF_UNIX};
    strncpy(address.sun_path, argv[2], sizeof address.sun_path - 1);
    char text[256] = "";
    if (fd >= 0 && connect(fd, (void *)&address, sizeof address) == 0 && read(fd, text, 255) > 0)
      printf("%s\n", text);
  }
  return 0;
}
#else
int main(void) { return 0; }
#endif
