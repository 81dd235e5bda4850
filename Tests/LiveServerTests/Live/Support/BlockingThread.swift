import Foundation

/// Runs a blocking function on its own thread, since all tasks share the few threads of Dispatch.
func onThread<Value: Sendable>(_ body: @escaping @Sendable () throws -> Value) async throws -> Value {
  try await withCheckedThrowingContinuation { reply in
    Thread.detachNewThread { reply.resume(with: Result { try body() }) }
  }
}
