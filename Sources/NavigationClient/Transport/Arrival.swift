import Synchronization

/// A response being received: the poll thread fills it, and a task waits for a milestone.
final class Arrival: Sendable {
  /// A point that a task waits for; the end counts as all of them.
  enum Milestone { case head, content, end }

  /// The outcome for bytes that libcurl offers.
  enum Taking {
    case taken
    /// libcurl holds them until the transfer is resumed.
    case later
    /// The transfer ends.
    case refused
  }

  private struct State {
    /// The head, as a response without its body.
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
  /// Whether the content is read as it arrives; else it is gathered until the end.
  let isStream: Bool
  private let limit: Int

  /// - Parameter limit: bytes held unread: of a stream, before the server is paused; else of the whole content.
  init(isStream: Bool, limit: Int) {
    self.isStream = isStream
    self.limit = limit
  }

  func begin(_ head: TransportResponse) { change { $0.head = head } }

  func append(_ bytes: [UInt8]) -> Taking {
    change { state in
      if state.bytes.count + bytes.count > limit, !isStream || !state.bytes.isEmpty {
        state.isPaused = true
        return isStream ? .later : .refused
      }
      state.bytes.append(contentsOf: bytes)
      return .taken
    }
  }

  /// Only the first end counts.
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

  /// Returns once the milestone is reached.
  func wait(for milestone: Milestone) async {
    await withCheckedContinuation { task in change { $0.waiters.append((milestone, task)) } }
  }

  var hasEnded: Bool { state.withLock { $0.end != nil } }

  /// The head; nil where the transfer ended before it.
  var head: TransportResponse? { state.withLock { $0.head } }

  /// The outcome, once the transfer has ended.
  var end: Result<Void, TransportError>? { state.withLock { $0.end } }

  /// Takes the unread bytes; `wasPaused`: the server has been paused.
  func takeBytes() -> (bytes: [UInt8], wasPaused: Bool) {
    state.withLock { state in
      defer { (state.bytes, state.isPaused) = ([], false) }
      return (state.bytes, state.isPaused)
    }
  }
}
