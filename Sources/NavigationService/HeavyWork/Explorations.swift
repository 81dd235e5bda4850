import Navigation
import Synchronization
import Waiting

/// The searches under way: two run, four wait, and more are refused.
final class Explorations: Sendable {
  static let runningLimit = 2
  static let waitingLimit = 4
  /// The time of one search, in nanoseconds.
  static let duration: Int64 = 10_000_000_000
  /// The bytes of one search, approximately: those of the command `explore`, so that both end at the same state.
  static let bytes = SearchLimits.usual.bytes
  /// The transitions that a worker tries at a stretch, about 5 ms: fewer of a large session.
  static func slice(of space: SearchSpace) -> Int {
    let bytes = space.starts.map(\.session.jsonBytesAtMost).max() ?? 0
    return max(1, 512 * 16_384 / max(16_384, bytes))
  }

  private struct State {
    var running = 0
    var waiting: [Promise<Void>] = []
  }

  private let state = Mutex(State())

  /// Waits for a place. Throws `explorationLimit` where as many wait as may, and `waitEnded`; then it has no place.
  func enter(_ patience: Patience) async throws(Problem) {
    let turn = Promise<Void>()
    let hasPlace = try state.withLock { state throws(Problem) in
      if state.running < Self.runningLimit {
        state.running += 1
        return true
      }
      guard state.waiting.count < Self.waitingLimit else {
        throw Problem(
          .explorationLimit,
          "\(Self.runningLimit) searches run and \(Self.waitingLimit) wait, which is the limit. Try again later.")
      }
      state.waiting.append(turn)
      return false
    }
    if hasPlace { return }
    do throws(WaitEnd) { try await patience.wait(.longWork, for: turn) } catch {
      let wasWaiting = state.withLock { state in
        guard let index = state.waiting.firstIndex(where: { $0 === turn }) else { return false }
        state.waiting.remove(at: index)
        return true
      }
      // Its turn came as it gave up.
      if !wasWaiting { leave() }
      throw NavigationService.problem(.waitEnded(error))
    }
  }

  /// Gives the place to the one that waits longest.
  func leave() {
    let next = state.withLock { state -> Promise<Void>? in
      if !state.waiting.isEmpty { return state.waiting.removeFirst() }
      state.running -= 1
      return nil
    }
    next?.fulfil(())
  }
}

/// What workers go on with by turns.
protocol SlicedWork: Sendable {
  var isOver: Bool { get }
  mutating func run(transitions: Int)
  /// Ends it, as its time is over.
  mutating func end()
}

extension Search: SlicedWork {}
extension Exploration: SlicedWork {}

/// One search, which workers go on with by turns.
final class RunningSearch<Work: SlicedWork>: Sendable {
  private let search: Mutex<Work>
  private let slice: Int

  init(_ search: Work, of space: SearchSpace) {
    slice = Explorations.slice(of: space)
    self.search = Mutex(search)
  }

  /// Goes on for a slice; false once it is over.
  func run() -> Bool {
    search.withLock { search in
      search.run(transitions: slice)
      return !search.isOver
    }
  }

  /// What has been found, also where its time is over.
  func end<Result: Sendable>(_ result: (Work) -> Result) -> Result {
    search.withLock { search in
      search.end()
      return result(search)
    }
  }
}
