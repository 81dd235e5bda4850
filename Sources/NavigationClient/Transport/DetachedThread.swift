import Glibc

/// Runs blocking work on its own thread, which ends with `run`: Dispatch's threads are shared by all tasks.
///
/// Returns 0, or the system's error code where no thread could be started; `run` is then not called.
func detachThread(_ run: @escaping @Sendable () -> Void) -> CInt {
  let work = Unmanaged.passRetained(ThreadWork(run))
  var thread = pthread_t()
  let code = pthread_create(
    &thread, nil,
    { context in
      // SAFETY: pthread_create passes on the pointer that `passRetained` made, once.
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
