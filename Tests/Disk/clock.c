// Preloaded: for this process the system's clock is CLOCK_MILLISECONDS ahead; durations are as they are.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdlib.h>
#include <time.h>

int clock_gettime(clockid_t clock, struct timespec *time) {
  static int (*next)(clockid_t, struct timespec *);
  static long long nanoseconds;
  if (!next) {
    const char *text = getenv("CLOCK_MILLISECONDS");
    nanoseconds = text ? atoll(text) * 1000000 : 0;
    next = (int (*)(clockid_t, struct timespec *))dlsym(RTLD_NEXT, "clock_gettime");
  }
  int result = next(clock, time);
  if (result == 0 && clock == CLOCK_REALTIME) {
    long long all = time->tv_sec * 1000000000LL + time->tv_nsec + nanoseconds;
    time->tv_sec = all / 1000000000;
    time->tv_nsec = all % 1000000000;
  }
  return result;
}
