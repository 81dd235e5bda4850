// Where a `Mutex` of Swift's Synchronization has to be waited for, it is taken and given in the runtime, which is not instrumented:
// the thread sanitizer does not see that one thread comes after the other, and reports a race where there is none. Preloaded, this
// library stands before those three functions and tells it. Nothing is suppressed: what no lock guards is still reported.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>

// The sanitizer's runtime; absent in a program that was built without it.
void __tsan_acquire(void *address) __attribute__((weak));
void __tsan_release(void *address) __attribute__((weak));

#define SWIFT __attribute__((swiftcall))
#define SELF __attribute__((swift_context))
#define LOCK "$s15Synchronization12_MutexHandleV9_lockSlowyys6UInt32VF"
#define TRY_LOCK "$s15Synchronization12_MutexHandleV12_tryLockSlowSbyF"
#define UNLOCK "$s15Synchronization12_MutexHandleV11_unlockSlowyyF"

static void *runtime(const char *symbol) {
  void *function = dlsym(RTLD_NEXT, symbol);
  if (!function) abort();
  return function;
}

SWIFT void lock_slow(uint32_t thread, SELF void *mutex) __asm__(LOCK);
SWIFT void lock_slow(uint32_t thread, SELF void *mutex) {
  ((SWIFT void (*)(uint32_t, SELF void *))runtime(LOCK))(thread, mutex);
  if (__tsan_acquire) __tsan_acquire(mutex);
}

SWIFT bool try_lock_slow(SELF void *mutex) __asm__(TRY_LOCK);
SWIFT bool try_lock_slow(SELF void *mutex) {
  bool is_taken = ((SWIFT bool (*)(SELF void *))runtime(TRY_LOCK))(mutex);
  if (is_taken && __tsan_acquire) __tsan_acquire(mutex);
  return is_taken;
}

SWIFT void unlock_slow(SELF void *mutex) __asm__(UNLOCK);
SWIFT void unlock_slow(SELF void *mutex) {
  if (__tsan_release) __tsan_release(mutex);
  ((SWIFT void (*)(SELF void *))runtime(UNLOCK))(mutex);
}
