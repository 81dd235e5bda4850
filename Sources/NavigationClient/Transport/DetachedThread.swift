import Glibc

/// Runs what blocks on a thread of its own, which ends when `run` does: the threads of Dispatch are those of all tasks.
///
/// Answers with 0, or with the system's code where there is no thread to be had, and `run` is not called.
func detachThread(_ run: @escaping @Sendable () -> Void) -> CInt {
  let work = Unmanaged.passRetained(ThreadWork(run))
  var thread = pthread_t()
  let code = pthread_create(
    &thread, nil,
    { context in
      // SAFETY: pthread_create hands over the pointer that `passRetained` made, once.
      if let context { Unmanaged<ThreadWork>.fromOpaque(context).takeRetainedValue().run() }
      return nil
    }, work.toOpaque())
  if code == 0 { pthread_detach(thread) } else { work.release() }
  return code
}

private final class ThreadWork {
  let run: @Sendable () -> Void
  init(_ run: @escaping @Sendable () -> Void) { self.run = run }
}
