import Glibc

/// A client that follows a session on one node while another client changes it on another node.
struct ClusterDelivery {
  private let writer: Client
  private let reader: Client
  private let path: String

  init(from node: NavigationServer, to other: NavigationServer) throws {
    (writer, reader) = (try node.client(), try other.client())
    path = try writer.createSession(ExampleSession.creation)
  }

  /// The median of microseconds from the response to the event; 0 where the event is first.
  func measure(milliseconds: Int) throws -> Double {
    // HTTP/1.0 has no chunks.
    reader.send("GET \(path)/events HTTP/1.0\r\nHost: localhost\r\nLast-Event-ID: 0\r\n\r\n")
    guard reader.text(through: "retry: 1000\n\n") else { throw BenchmarkFailure.crowdFailed("no events") }
    var times: [Double] = []
    let end = MonotonicClock.now() + UInt64(milliseconds) * 1_000_000
    var number = 0
    while MonotonicClock.now() < end {
      number += 1
      try writer.ask("POST", path + "/transitions", body: ExampleSession.update(number))
      let answered = MonotonicClock.now()
      let isDelivered = reader.text(through: "\nevent: transition\n") && reader.text(through: "\n\n")
      guard isDelivered else { throw BenchmarkFailure.crowdFailed("no news") }
      times.append(Double(MonotonicClock.now() - answered) / 1e3)
    }
    return times.median
  }
}
