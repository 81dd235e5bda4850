#pragma once
// What Glibc's Swift module leaves out, or imports in two ways depending on how the standard library is linked.
#include <errno.h>
#include <stdint.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/socket.h>

// Under a name of its own: _GNU_SOURCE, which its header asks for, would give fd_set other members here than in Dispatch's module,
// and the two modules could not be imported together.
int clinux_accept4(int, void *, void *, int) __asm__("accept4");

/// accept4 without the peer's address: a new descriptor that neither blocks nor survives exec, or -1 and errno.
static inline int clinux_accept(int listener) {
  return clinux_accept4(listener, 0, 0, SOCK_NONBLOCK | SOCK_CLOEXEC);
}
