import Synchronization

/// A response as it arrives: the poll thread fills it, and a task waits for as much as it needs.
final class Arrival: Sendable {
  /// What a task waits for; the end is all of them.
  enum Milestone { case head, content, end }

  /// What became of bytes that libcurl has.
  enum Taking {
    case taken
    /// libcurl keeps them until the transfer is resumed.
    case later
    /// Ends the transfer.
    case refused
  }

  private struct State {
    /// Without its body.
    var head: TransportResponse?
    var bytes: [UInt8] = []
    var end: Result<Void, TransportError>?
    var isPaused = false
    var waiters: [(milestone: Milestone, task: CheckedContinuation<Void, Never>)] = []

    func has(_ milestone: Milestone) -> Bool {
      switch milestone {
      case .head: head != nil || end != nil
      case .content: !bytes.isEmpty || end != nil
      case .end: end != nil
      }
    }
  }

  private let state = Mutex(State())
  /// Whether the content is read as it comes; else all of it waits for the end.
  let isStream: Bool
  private let limit: Int

  /// - Parameter limit: bytes that may wait: of a stream, before the server has to; else of the whole content.
  init(isStream: Bool, limit: Int) {
    self.isStream = isStream
    self.limit = limit
  }

  func begin(_ head: TransportResponse) { change { $0.head = head } }

  func append(_ bytes: UnsafeRawBufferPointer) -> Taking {
    change { state in
      if state.bytes.count + bytes.count > limit, !isStream || !state.bytes.isEmpty {
        state.isPaused = true
        return isStream ? .later : .refused
      }
      state.bytes.append(contentsOf: bytes)
      return .taken
    }
  }

  /// The first end counts.
  func finish(_ end: Result<Void, TransportError>) { change { $0.end = $0.end ?? end } }

  private func change<Answer>(_ body: (inout State) -> Answer) -> Answer {
    let (answer, waiters) = state.withLock { state in
      let answer = body(&state)
      let (waiters, ready) = (state.waiters, state.waiters.filter { state.has($0.milestone) })
      if !ready.isEmpty { state.waiters = waiters.filter { !state.has($0.milestone) } }
      return (answer, ready)
    }
    for waiter in waiters { waiter.task.resume() }
    return answer
  }

  /// Returns as soon as the milestone is there.
  func wait(for milestone: Milestone) async {
    await withCheckedContinuation { task in change { $0.waiters.append((milestone, task)) } }
  }

  var hasEnded: Bool { state.withLock { $0.end != nil } }

  /// The head; nil where the end came before it.
  var head: TransportResponse? { state.withLock { $0.head } }

  /// The end, once it has come.
  var end: Result<Void, TransportError>? { state.withLock { $0.end } }

  /// What waits to be read; `wasPaused`: the server has been waiting.
  func takeBytes() -> (bytes: [UInt8], wasPaused: Bool) {
    state.withLock { state in
      defer { (state.bytes, state.isPaused) = ([], false) }
      return (state.bytes, state.isPaused)
    }
  }
}
