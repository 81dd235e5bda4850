#pragma once
#include <stddef.h>
#include <sys/types.h>

// The least an HTTP/1.1 server can do on Linux: the yardstick that the benchmark divides by.

// A listening socket on 127.0.0.1. *port 0 asks the kernel for one; it holds the bound port afterwards. -1 with errno on failure.
int reference_server_open(unsigned short *port);

// Answers every request, once it is whole, with the same bytes: a response with its head, of length bytes. Until a signal ends the
// process; returns -1 with errno when it cannot go on.
int reference_server_serve(int listener, const char *bytes, size_t length);

// Both, for a process of its own, which prints its address first. Returns the exit code of a failure.
int reference_server_run(const char *response);

// Starts path with argv and this process's environment, for a process of one thread; *output is where its standard output can be read.
// The child is bound to core from its first instruction (core < 0 leaves the affinity alone) and asked to end when this process does.
// Returns 0 or an errno value.
int benchmark_spawn(pid_t *pid, const char *path, char *const argv[], int *output, int core);

// Binds the calling thread to a core. Returns 0 or an errno value.
int benchmark_pin_thread(int core);

// Texts that the compiler takes in: the same job for Node and for Go, and PostgreSQL with minimal changes for a shell.
const char *benchmark_node_script(void);
const char *benchmark_go_source(void);
const char *benchmark_database_script(void);
const char *benchmark_inserts_script(void);
