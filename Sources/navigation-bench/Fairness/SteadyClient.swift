import Glibc

/// What a client has waited for its answers.
struct Waits {
  /// GET /healthz.
  var health = LatencyHistogram()
  /// POST of a small transition.
  var change = LatencyHistogram()
}

/// A client that asks for something small every two milliseconds.
struct SteadyClient {
  private static let interval: UInt64 = 2_000_000

  private let connection: KeptConnection
  private let path: String

  init(_ server: AttackedServer) throws {
    connection = try KeptConnection(server.process)
    path = server.session + "/transitions"
  }

  /// What it waits, for so many requests of each kind. A request that is late for an answer that was late counts from when it was due.
  func waits(_ count: Int) throws -> Waits {
    var waits = Waits()
    // What is shown is popped again, so that the next call can show it.
    let count = count + count % 2
    var due = MonotonicClock.now()
    var answered = due
    for number in 0..<2 * count {
      due += Self.interval
      let now = MonotonicClock.now()
      if now < due {
        var pause = timespec(tv_sec: 0, tv_nsec: Int(due - now))
        nanosleep(&pause, nil)
      }
      let start = answered > due ? due : MonotonicClock.now()
      let isChange = number.isMultiple(of: 2)
      if isChange {
        let body = number.isMultiple(of: 4) ? ExampleSession.showDetail() : ExampleSession.pop
        try connection.send("POST", path, body: body)
      } else {
        try connection.send("GET", "/healthz")
      }
      answered = try connection.answered()
      if isChange { waits.change.record(nanoseconds: answered - start) } else { waits.health.record(nanoseconds: answered - start) }
    }
    return waits
  }
}
