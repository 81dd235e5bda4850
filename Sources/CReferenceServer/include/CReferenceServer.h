#pragma once
#include <stddef.h>
#include <sys/types.h>

// The least an HTTP/1.1 server can do on Linux: the yardstick that the benchmark divides by.

// A listening socket on an IPv4 address. *port 0 asks the kernel for one; it holds the bound port afterwards. -1 with errno on failure.
int reference_server_open(const char *host, unsigned short *port);

// Answers every request, once it is whole, with the same bytes: a response with its head, of length bytes. Each connection has a buffer of
// buffer_bytes, which a head must fit into, and each request keeps the core busy for spin_nanoseconds more. Until a signal ends the process;
// returns -1 with errno when it cannot go on.
int reference_server_serve(int listener, const char *bytes, size_t length, size_t buffer_bytes, long spin_nanoseconds);

// Starts path with argv and this process's environment, for a process of one thread; *output is where its standard output can be read.
// The child is bound to core from its first instruction (core < 0 leaves the affinity alone) and asked to end when this process does.
// Returns 0 or an errno value.
int benchmark_spawn(pid_t *pid, const char *path, char *const argv[], int *output, int core);

// Binds the calling thread to a core. Returns 0 or an errno value.
int benchmark_pin_thread(int core);

// The number of the kind of file system that path lies on, as statfs(2) lists them, which Glibc's Swift module leaves out; -1 with errno.
long benchmark_file_system(const char *path);

// How often the calling thread has asked the C library for memory: every call of malloc and its kin is counted. -1 where a sanitizer, or
// another C library, has them.
long benchmark_allocations(void);

// The same in JavaScript, a program for Node, and what the benchmark's command line takes; as strings that the compiler takes in.
const char *benchmark_node_script(void);
const char *benchmark_usage(void);
