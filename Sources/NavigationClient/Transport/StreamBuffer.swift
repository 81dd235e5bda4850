import Synchronization

/// What has arrived of a streamed response and nobody has taken yet; the poll thread fills it, one task empties it.
final class StreamBuffer: Sendable {
  /// Status and fields of a response whose content is still to come.
  struct Head: Sendable {
    var status: Int
    var fields: TransportFields
  }

  typealias Waiter = CheckedContinuation<Void, Never>

  private struct State {
    var head: Head?
    var bytes: [UInt8] = []
    var end: Result<Void, TransportError>?
    var isPaused = false
    var waiter: Waiter?
  }

  private let state = Mutex(State())
  private let limit: Int

  /// - Parameter limit: bytes that may wait before the server has to.
  init(limit: Int) { self.limit = limit }

  func begin(_ head: Head) { change { $0.head = head } }

  /// False where too much waits already: the bytes come again after a resumption.
  func append(_ bytes: UnsafeRawBufferPointer) -> Bool {
    change { state in
      guard state.bytes.isEmpty || state.bytes.count + bytes.count <= limit else {
        state.isPaused = true
        return false
      }
      state.bytes.append(contentsOf: bytes)
      return true
    }
  }

  /// The first end counts.
  func finish(_ end: Result<Void, TransportError>) { change { $0.end = $0.end ?? end } }

  private func change<Answer>(_ body: (inout State) -> Answer) -> Answer {
    let (answer, waiter) = state.withLock { state in
      let answer = body(&state)
      defer { state.waiter = nil }
      return (answer, state.waiter)
    }
    waiter?.resume()
    return answer
  }

  /// What one look finds.
  enum Found {
    case nothing
    case head(Head)
    /// `resumes`: the server has been waiting.
    case bytes([UInt8], resumes: Bool)
    case end(Result<Void, TransportError>)
  }

  /// Takes the bytes, or what there is in their place.
  func takeBytes() -> Found {
    state.withLock { state in
      guard state.bytes.isEmpty else {
        defer { (state.bytes, state.isPaused) = ([], false) }
        return .bytes(state.bytes, resumes: state.isPaused)
      }
      return state.end.map(Found.end) ?? .nothing
    }
  }

  func findHead() -> Found {
    state.withLock { state in
      if let head = state.head { return .head(head) }
      return state.end.map(Found.end) ?? .nothing
    }
  }

  /// Whether `takeBytes` would find something.
  var hasContent: Bool { state.withLock { !$0.bytes.isEmpty || $0.end != nil } }

  /// Whether `findHead` would.
  var hasHead: Bool { state.withLock { $0.head != nil || $0.end != nil } }

  /// Waits for anything to happen; returns at once where `isThere` says that it has.
  func wait(unless isThere: @Sendable (StreamBuffer) -> Bool) async {
    await withCheckedContinuation { (waiter: Waiter) in
      let other = state.withLock { state -> Waiter? in
        defer { state.waiter = waiter }
        return state.waiter
      }
      other?.resume()
      // It may have happened before there was anybody to tell.
      if isThere(self) { change { _ in } }
    }
  }
}
