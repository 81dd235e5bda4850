import HTTPMessages
import Synchronization

/// Lines that a test publishes. `/feed` streams all of them. The other paths answer with the first one: `/later`
/// within 50 ms, `/watched` and `/kept` within a minute. A draining server waits only for `/kept`.
final class Feed: Sendable {
  private struct State {
    var lines: [String] = []
    var isOver = false
    var isLost = false
    var lastNumber = 0
    var wakes: [Int: HTTPWake] = [:]
  }

  private let state = Mutex(State())

  /// The number of waiting streams and answers.
  var subscriberCount: Int { state.withLock { $0.wakes.count } }

  func publish(_ lines: String...) { change { $0.lines += lines } }

  func end() { change { $0.isOver = true } }

  func lose() { change { $0.isLost = true } }

  private func change(_ body: (inout State) -> Void) {
    let wakes = state.withLock { state in
      body(&state)
      return Array(state.wakes.values)
    }
    for wake in wakes { wake() }
  }

  /// Nil for any other path.
  func answer(_ request: HTTPRequest) -> HTTPAnswer? {
    switch request.pathSegments.first {
    case "feed": .stream(stream())
    case "later": .later(later(milliseconds: 50, isOnItsWay: false))
    case "watched": .later(later(milliseconds: 60_000, isOnItsWay: false))
    case "kept": .later(later(milliseconds: 60_000, isOnItsWay: true))
    default: nil
    }
  }

  private func stream() -> HTTPStream {
    let subscriber = Subscriber(self)
    return HTTPStream(
      head: HTTPResponse(.ok, fields: [HTTPField("Content-Type", "text/plain")], body: Array("begin\n".utf8)),
      heartbeat: Array("beat\n".utf8),
      begin: { subscriber.begin($0) }, next: { subscriber.next() })
  }

  private func later(milliseconds: Int, isOnItsWay: Bool) -> HTTPLater {
    let subscriber = Subscriber(self)
    return HTTPLater(
      milliseconds: milliseconds, isOnItsWay: isOnItsWay, begin: { subscriber.begin($0) },
      next: { [self] in state.withLock { $0.lines.first }.map { .response(HTTPResponse(.ok, body: Array($0.utf8))) } },
      timeout: {
        _ = subscriber
        return HTTPResponse(.notModified)
      })
  }

  /// Removes itself from the feed when it is released.
  private final class Subscriber: Sendable {
    private let feed: Feed
    private let number: Int
    private let position = Mutex(0)

    init(_ feed: Feed) {
      self.feed = feed
      number = feed.state.withLock { state in
        state.lastNumber += 1
        return state.lastNumber
      }
    }

    deinit { feed.state.withLock { $0.wakes[number] = nil } }

    func begin(_ wake: @escaping HTTPWake) { feed.state.withLock { $0.wakes[number] = wake } }

    func next() -> HTTPStream.Piece {
      position.withLock { position in
        feed.state.withLock { state in
          if state.isLost { return .lost }
          guard position < state.lines.count else { return state.isOver ? .last(Array("end\n".utf8)) : .none }
          position += 1
          return .bytes(Array((state.lines[position - 1] + "\n").utf8))
        }
      }
    }
  }
}
