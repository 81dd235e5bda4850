#define _GNU_SOURCE
#include "CReferenceServer.h"

#include <string.h>

const void *benchmark_find(const void *bytes, size_t size, const void *word, size_t count) { return memmem(bytes, size, word, count); }
