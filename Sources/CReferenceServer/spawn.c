#define _GNU_SOURCE
#include "CReferenceServer.h"

#include <errno.h>
#include <fcntl.h>
#include <sched.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

int benchmark_pin_thread(int core) {
  if (core < 0 || core >= CPU_SETSIZE) return EINVAL;
  cpu_set_t one;
  CPU_ZERO(&one);
  CPU_SET(core, &one);
  return sched_setaffinity(0, sizeof one, &one) == 0 ? 0 : errno;
}

// In the child: becomes the program, or returns why not.
static int become(pid_t parent, const char *path, char *const argv[], int output, int core) {
  int code = core < 0 ? 0 : benchmark_pin_thread(core);
  if (code != 0) return code;
  if (prctl(PR_SET_PDEATHSIG, SIGTERM) != 0) return errno;
  // The parent may have ended before that was said.
  if (getppid() != parent) return ESRCH;
  if (dup2(output, STDOUT_FILENO) < 0) return errno;
  execv(path, argv);
  return errno;
}

int benchmark_spawn(pid_t *pid, const char *path, char *const argv[], int *output, int core) {
  int ends[2], failures[2], code = 0;
  if (pipe2(ends, O_CLOEXEC) != 0) return errno;
  if (pipe2(failures, O_CLOEXEC) != 0) {
    code = errno;
    close(ends[0]);
    close(ends[1]);
    return code;
  }
  pid_t parent = getpid();
  // posix_spawn has no attribute for the affinity, nor for ending with the parent.
  *pid = fork();
  if (*pid == 0) {
    code = become(parent, path, argv, ends[1], core);
    ssize_t told = write(failures[1], &code, sizeof code);
    _exit(told == sizeof code ? 127 : 126);
  }
  if (*pid < 0) code = errno;
  close(ends[1]);
  close(failures[1]);
  // Closed by exec, or the reason why there was none.
  if (*pid > 0 && read(failures[0], &code, sizeof code) == sizeof code) waitpid(*pid, NULL, 0);
  close(failures[0]);
  if (code == 0) {
    *output = ends[0];
  } else {
    close(ends[0]);
  }
  return code;
}
