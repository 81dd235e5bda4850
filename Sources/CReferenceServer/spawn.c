#define _GNU_SOURCE
#include "CReferenceServer.h"

#include <errno.h>
#include <fcntl.h>
#include <sched.h>
#include <spawn.h>
#include <unistd.h>

int benchmark_pin_thread(int core) {
  if (core < 0 || core >= CPU_SETSIZE) return EINVAL;
  cpu_set_t one;
  CPU_ZERO(&one);
  CPU_SET(core, &one);
  return sched_setaffinity(0, sizeof one, &one) == 0 ? 0 : errno;
}

// posix_spawn has no attribute for the affinity: the child takes over this thread's, so that all its threads start there.
static int spawn_on_core(pid_t *pid, const char *path, const posix_spawn_file_actions_t *actions, char *const argv[], int core) {
  if (core < 0) return posix_spawn(pid, path, actions, NULL, argv, environ);
  cpu_set_t before;
  if (sched_getaffinity(0, sizeof before, &before) != 0) return errno;
  int code = benchmark_pin_thread(core);
  if (code == 0) code = posix_spawn(pid, path, actions, NULL, argv, environ);
  sched_setaffinity(0, sizeof before, &before);
  return code;
}

int benchmark_spawn(pid_t *pid, const char *path, char *const argv[], int *output, int core) {
  int ends[2];
  if (pipe2(ends, O_CLOEXEC) != 0) return errno;
  posix_spawn_file_actions_t actions;
  int code = posix_spawn_file_actions_init(&actions);
  if (code == 0) {
    code = posix_spawn_file_actions_adddup2(&actions, ends[1], STDOUT_FILENO);
    if (code == 0) code = spawn_on_core(pid, path, &actions, argv, core);
    posix_spawn_file_actions_destroy(&actions);
  }
  close(ends[1]);
  if (code == 0) {
    *output = ends[0];
  } else {
    close(ends[0]);
  }
  return code;
}
