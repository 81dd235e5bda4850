import HTTPMessages
import Synchronization
import Waiting

/// Lines that a test publishes. `/feed` streams all of them. The other paths answer with the first one: `/later`
/// within 50 ms, `/watched` within a minute, `/kept` as work, `/long` as long work.
final class Feed: Sendable {
  private struct State {
    var lines: [String] = []
    var isOver = false
    var isLost = false
    var subscriberCount = 0
    /// How waits have ended without news.
    var ends: [WaitEnd] = []
    var change = Promise<Void>()
  }

  private let state = Mutex(State())

  /// The number of waiting streams and answers.
  var subscriberCount: Int { state.withLock { $0.subscriberCount } }
  var ends: [WaitEnd] { state.withLock { $0.ends } }

  func publish(_ lines: String...) { change { $0.lines += lines } }

  func end() { change { $0.isOver = true } }

  func lose() { change { $0.isLost = true } }

  private func change(_ body: (inout State) -> Void) {
    let change = state.withLock { state in
      body(&state)
      defer { state.change = Promise() }
      return state.change
    }
    change.fulfil(())
  }

  static func knows(_ request: HTTPRequest) -> Bool {
    ["feed", "later", "watched", "kept", "long"].contains(request.pathSegments.first)
  }

  func answer(_ call: HTTPCall) async -> HTTPResponse? {
    do throws(WaitEnd) {
      _ = try await call.body()
      state.withLock { $0.subscriberCount += 1 }
      defer { state.withLock { $0.subscriberCount -= 1 } }
      switch call.request.pathSegments.first {
      case "feed": return stream()
      case "later": return try await first(call, .news(milliseconds: 50))
      case "watched": return try await first(call, .news(milliseconds: 60_000))
      case "long": return try await first(call, .longWork)
      default: return try await first(call, .work)
      }
    } catch {
      state.withLock { $0.ends.append(error) }
      return error == .left ? nil : HTTPResponse(.notModified)
    }
  }

  private func stream() -> HTTPResponse {
    HTTPResponse(
      .ok, fields: [HTTPField("Content-Type", "text/plain")], body: Array("begin\n".utf8),
      stream: HTTPStream(heartbeat: Array("beat\n".utf8)) { [self] call in
        state.withLock { $0.subscriberCount += 1 }
        defer { state.withLock { $0.subscriberCount -= 1 } }
        do throws(WaitEnd) { return try await write(to: call) } catch {
          state.withLock { $0.ends.append(error) }
          return .complete
        }
      })
  }

  private func write(to call: HTTPCall) async throws(WaitEnd) -> HTTPCall.End {
    var position = 0
    while true {
      let (lines, isOver, isLost, change) = state.withLock { ($0.lines, $0.isOver, $0.isLost, $0.change) }
      if isLost { return .lost }
      if position < lines.count {
        position += 1
        try await call.pass(Array((lines[position - 1] + "\n").utf8))
      } else if isOver {
        try await call.pass(Array("end\n".utf8))
        return .complete
      } else {
        try await call.patience.wait(.news(milliseconds: nil), for: change)
      }
    }
  }

  private func first(_ call: HTTPCall, _ purpose: Patience.Purpose) async throws(WaitEnd) -> HTTPResponse {
    while true {
      let (line, change) = state.withLock { ($0.lines.first, $0.change) }
      if let line { return HTTPResponse(.ok, body: Array(line.utf8)) }
      try await call.patience.wait(purpose, for: change)
    }
  }
}

extension HTTPCall {
  /// Writes a piece, and waits for room.
  fileprivate func pass(_ piece: [UInt8]) async throws(WaitEnd) {
    if let room = write(piece) { try await patience.wait(.news(milliseconds: nil), for: room) }
  }
}
