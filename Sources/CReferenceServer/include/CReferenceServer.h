#pragma once
#include <stddef.h>
#include <sys/types.h>

// The least an HTTP/1.1 server can do on Linux: the yardstick that the benchmark divides by.

// A listening socket on an IPv4 address. *port 0 asks the kernel for one; it holds the bound port afterwards. -1 with errno on failure.
int reference_server_open(const char *host, unsigned short *port);

// Answers every request with one fixed response of body_bytes bytes of JSON, until a signal ends the process.
// Returns -1 with errno when it cannot go on.
int reference_server_serve(int listener, size_t body_bytes, int status);

// posix_spawn of path with argv and this process's environment; *output is where its standard output can be read.
// The child is bound to core from its first instruction; core < 0 leaves the affinity alone. Returns 0 or an errno value.
int benchmark_spawn(pid_t *pid, const char *path, char *const argv[], int *output, int core);

// Binds the calling thread to a core. Returns 0 or an errno value.
int benchmark_pin_thread(int core);
