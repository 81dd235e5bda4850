#pragma once
#include <stddef.h>
#include <sys/types.h>

// The least an HTTP/1.1 server can do on Linux: the yardstick that the benchmark divides by.

// A listening socket on an IPv4 address. *port 0 asks the kernel for one; it holds the bound port afterwards. -1 with errno on failure.
int reference_server_open(const char *host, unsigned short *port);

// Answers every request, once it is whole, with the same bytes: a response with its head, of length bytes. Until a signal ends the process;
// returns -1 with errno when it cannot go on.
int reference_server_serve(int listener, const char *bytes, size_t length);

// Starts path with argv and this process's environment, for a process of one thread; *output is where its standard output can be read.
// The child is bound to core from its first instruction (core < 0 leaves the affinity alone) and asked to end when this process does.
// Returns 0 or an errno value.
int benchmark_spawn(pid_t *pid, const char *path, char *const argv[], int *output, int core);

// Binds the calling thread to a core. Returns 0 or an errno value.
int benchmark_pin_thread(int core);

// Where word, of count bytes, first stands within the size bytes, or NULL: memmem, which Glibc's Swift module leaves out.
const void *benchmark_find(const void *bytes, size_t size, const void *word, size_t count);

// The number of the kind of file system that path lies on, as statfs(2) lists them, which Glibc's Swift module leaves out; -1 with errno.
long benchmark_file_system(const char *path);
