import Glibc

/// What blocks, on a thread of its own: Dispatch's threads are those of all tasks, and there are few of them.
func onThread<Value: Sendable>(_ body: @escaping @Sendable () throws -> Value) async throws -> Value {
  try await withCheckedThrowingContinuation { reply in startThread { reply.resume(with: Result { try body() }) } }
}

/// A detached thread, which ends when `run` does.
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
