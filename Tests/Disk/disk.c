// Stands between a server and the system, preloaded: writes down in order what is written to a store's log and synced, and what answers
// leave, a line each in the file DISK_JOURNAL; and fails or holds writes and syncs of the store's files while the first byte
// of the file DISK_FAULTS says so. All that is done to these files stands in the file DISK_WRITES, in this order, with its bytes.
//
//   write TOKEN…   bytes were written to the log; the tokens that stand in them
//   sync           a sync of the log begins
//   synced         it has ended well
//   answer TOKEN…  an answer with status 2xx is about to leave; the tokens that stand in it, of which the first is the request's
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <unistd.h>

enum { failing_writes = 1, failing_syncs = 2, failing_writes_after_sync = 4, holding_syncs = 8 };
enum { token_length = 12, line_length = 16384 };

static int journal = -1, writes = -1;
static const volatile unsigned char *faults;

__attribute__((constructor)) static void begin(void) {
  const char *path = getenv("DISK_JOURNAL");
  if (path) journal = open(path, O_WRONLY | O_APPEND | O_CLOEXEC);
  path = getenv("DISK_WRITES");
  if (path) writes = open(path, O_WRONLY | O_APPEND | O_CLOEXEC);
  path = getenv("DISK_FAULTS");
  int file = path ? open(path, O_RDONLY | O_CLOEXEC) : -1;
  if (file < 0) return;
  void *bytes = mmap(NULL, 1, PROT_READ, MAP_SHARED, file, 0);
  if (bytes != MAP_FAILED) faults = bytes;
  close(file);
}

static volatile bool has_failed_sync;

static bool fails(int fault) { return faults && (*faults & fault); }

// A line is one system call on a file that is appended to: all lines stand in the order of the calls that wrote them.
static void note(const char *word, const char *bytes, size_t count) {
  if (journal < 0) return;
  int error = errno;
  char line[line_length];
  size_t length = strlen(word);
  memcpy(line, word, length);
  for (const char *end = bytes + count; bytes && end - bytes >= token_length;) {
    const char *token = memmem(bytes, end - bytes, "tok-", 4);
    if (!token || end - token < token_length || length + token_length + 2 > line_length) break;
    // A row may have a part of a text, which ends within a token.
    size_t digits = 4;
    while (digits < token_length && token[digits] >= '0' && token[digits] <= '9') digits++;
    if (digits < token_length) {
      bytes = token + 4;
      continue;
    }
    line[length++] = ' ';
    memcpy(line + length, token, token_length);
    length += token_length;
    bytes = token + token_length;
  }
  line[length++] = '\n';
  syscall(SYS_write, journal, line, length);
  errno = error;
}

enum file { other, database, wal };
enum step { write_step, truncate_step, sync_step, synced_step };

// A step on a file, and its bytes: one system call, likewise.
static void record(enum step step, enum file file, const void *bytes, size_t count, off64_t offset) {
  if (writes < 0 || file == other) return;
  int error = errno;
  uint64_t head[] = {step, file, count, offset};
  struct iovec parts[] = {{head, sizeof head}, {(void *)bytes, bytes ? count : 0}};
  if (writev(writes, parts, 2) < 0) abort();
  errno = error;
}

// By name, each time: a number may be another file's the next time.
static enum file kind(int descriptor) {
  char link[32], path[4096];
  snprintf(link, sizeof link, "/proc/self/fd/%d", descriptor);
  ssize_t length = readlink(link, path, sizeof path - 1);
  if (length < 0) return other;
  path[length] = 0;
  if (length > 7 && !strcmp(path + length - 7, ".db-wal")) return wal;
  return length > 3 && !strcmp(path + length - 3, ".db") ? database : other;
}

static ssize_t (*next_pwrite64)(int, const void *, size_t, off64_t);
static int (*next_fdatasync)(int), (*next_fsync)(int), (*next_ftruncate64)(int, off64_t);
static ssize_t (*next_send)(int, const void *, size_t, int);

__attribute__((constructor)) static void find(void) {
  next_pwrite64 = dlsym(RTLD_NEXT, "pwrite64");
  next_fdatasync = dlsym(RTLD_NEXT, "fdatasync");
  next_fsync = dlsym(RTLD_NEXT, "fsync");
  next_ftruncate64 = dlsym(RTLD_NEXT, "ftruncate64");
  next_send = dlsym(RTLD_NEXT, "send");
  if (!next_pwrite64 || !next_fdatasync || !next_fsync || !next_ftruncate64 || !next_send) abort();
}

ssize_t pwrite64(int descriptor, const void *bytes, size_t count, off64_t offset) {
  enum file file = kind(descriptor);
  bool is_failing = fails(failing_writes) || (fails(failing_writes_after_sync) && has_failed_sync);
  if (file != other && is_failing) return errno = EIO, -1;
  ssize_t written = next_pwrite64(descriptor, bytes, count, offset);
  if (file == wal && written > 0) note("write", bytes, written);
  if (written > 0) record(write_step, file, bytes, written, offset);
  return written;
}

ssize_t pwrite(int descriptor, const void *bytes, size_t count, off_t offset) { return pwrite64(descriptor, bytes, count, offset); }

int ftruncate64(int descriptor, off64_t length) {
  int result = next_ftruncate64(descriptor, length);
  if (result == 0) record(truncate_step, kind(descriptor), NULL, 0, length);
  return result;
}

int ftruncate(int descriptor, off_t length) { return ftruncate64(descriptor, length); }

static int synced(int descriptor, int (*next)(int)) {
  enum file file = kind(descriptor);
  if (file == wal) note("sync", NULL, 0);
  record(sync_step, file, NULL, 0, 0);
  while (file == wal && fails(holding_syncs)) usleep(500);
  if (file != other && fails(failing_syncs)) {
    has_failed_sync = true;
    return errno = EIO, -1;
  }
  int result = next(descriptor);
  if (file == wal && result == 0) note("synced", NULL, 0);
  if (result == 0) record(synced_step, file, NULL, 0, 0);
  return result;
}

int fdatasync(int descriptor) { return synced(descriptor, next_fdatasync); }
int fsync(int descriptor) { return synced(descriptor, next_fsync); }

ssize_t send(int socket, const void *bytes, size_t count, int flags) {
  if (count > token_length && !memcmp(bytes, "HTTP/1.1 2", 10)) note("answer", bytes, count);
  return next_send(socket, bytes, count, flags);
}
