import Dispatch

/// The sessions of a store in order: the next ones are read while the caller works on those before.
///
/// Until it is through, nothing else may use the store.
// SAFETY: only the queue, which is serial, uses `next` and the source.
final class ReadAhead: @unchecked Sendable {
  private let source: any CopySource
  private let queue = DispatchQueue(label: "navigation.copy")
  private var next: Result<[CopiedSession], any Error> = .success([])

  init(_ source: any CopySource, after number: Int64) {
    self.source = source
    read(after: number)
  }

  private func read(after number: Int64) {
    queue.async { [self] in next = Result { try source.sessions(after: number) } }
  }

  /// The next sessions; none at the end.
  func sessions() throws -> [CopiedSession] {
    let found = try queue.sync { try next.get() }
    if let last = found.last { read(after: last.number) }
    return found
  }
}
