import Glibc

/// Runs a blocking function on its own thread, since all tasks share the few threads of Dispatch.
func onThread<Value: Sendable>(_ body: @escaping @Sendable () throws -> Value) async throws -> Value {
  try await withCheckedThrowingContinuation { reply in startThread { reply.resume(with: Result { try body() }) } }
}

/// Starts a detached thread, which ends with `run`.
func startThread(_ run: @escaping @Sendable () -> Void) {
  var thread = pthread_t()
  let code = pthread_create(
    &thread, nil,
    { context in
      if let context { Unmanaged<ThreadWork>.fromOpaque(context).takeRetainedValue().run() }
      return nil
    }, Unmanaged.passRetained(ThreadWork(run)).toOpaque())
  precondition(code == 0, "no thread: \(code)")
  pthread_detach(thread)
}

private final class ThreadWork {
  let run: @Sendable () -> Void
  init(_ run: @escaping @Sendable () -> Void) { self.run = run }
}
