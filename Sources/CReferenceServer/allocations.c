#include "CReferenceServer.h"

#include <errno.h>

#if defined(__has_feature)
#if __has_feature(thread_sanitizer) || __has_feature(address_sanitizer)
#define IS_SANITIZED 1
#endif
#endif

#if defined(__GLIBC__) && !defined(IS_SANITIZED)
static _Thread_local long allocations;

// The C library's own functions, under names that it exports for what stands in their place.
void *__libc_malloc(size_t size);
void *__libc_calloc(size_t count, size_t size);
void *__libc_realloc(void *bytes, size_t size);
void *__libc_memalign(size_t alignment, size_t size);

void *malloc(size_t size) { return allocations++, __libc_malloc(size); }

void *calloc(size_t count, size_t size) { return allocations++, __libc_calloc(count, size); }

void *realloc(void *bytes, size_t size) { return allocations++, __libc_realloc(bytes, size); }

int posix_memalign(void **bytes, size_t alignment, size_t size) {
  allocations++;
  *bytes = __libc_memalign(alignment, size);
  return *bytes ? 0 : ENOMEM;
}

long benchmark_allocations(void) { return allocations; }
#else
long benchmark_allocations(void) { return -1; }
#endif
