#pragma once
// What Glibc's Swift module leaves out, or imports in two ways depending on how the standard library is linked.
#include <errno.h>
#include <stdint.h>
#include <malloc.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/ioctl.h>
#include <sys/socket.h>

// Under a name of its own: _GNU_SOURCE, which its header asks for, would give fd_set other members here than in Dispatch's module,
// and the two modules could not be imported together.
int clinux_accept4(int, void *, void *, int) __asm__("accept4");

/// A new descriptor that neither blocks nor survives exec, with the peer's address; or -1 and errno.
static inline int clinux_accept(int listener, void *peer, uint32_t *length) {
  return clinux_accept4(listener, peer, length, SOCK_NONBLOCK | SOCK_CLOEXEC);
}

/// A pipe whose ends do not survive exec with O_CLOEXEC; 0, or -1 and errno.
int clinux_pipe(int *ends, int flags) __asm__("pipe2");

/// The environment of this process, for `posix_spawn`.
static inline char **clinux_environment(void) {
  extern char **environ;
  return environ;
}

/// Bytes that were sent on a socket and that its peer has not taken; -1 where the system does not say (SIOCOUTQ, tcp(7), unix(7)).
static inline int clinux_queued_bytes(int socket) {
  int count = -1;
  return ioctl(socket, TIOCOUTQ, &count) == 0 ? count : -1;
}

/// An action of `posix_spawn`, by which the child closes every descriptor from one on.
int clinux_spawn_closes_from(void *actions, int first) __asm__("posix_spawn_file_actions_addclosefrom_np");
