/// One thing that all servers are asked to do.
struct HTTPCase {
  let name: String
  let workload: Workload
  /// Requests under way on one connection at a time.
  var depth = 1
  /// Whether each request has a connection of its own.
  var reconnects = false

  static let all = [
    HTTPCase(name: "GET snapshot", workload: .snapshot),
    HTTPCase(name: "POST transition", workload: .transition),
    HTTPCase(name: "GET snapshot ×16", workload: .snapshot, depth: 16),
    HTTPCase(name: "POST transition ×16", workload: .transition, depth: 16),
    HTTPCase(name: "GET, a connection each", workload: .snapshot, reconnects: true),
  ]

  /// Whether it is also asked at half of the load that it can bear.
  var hasHalfLoad: Bool { depth == 1 && !reconnects }
  /// Whether wrk asks the same, where it is installed.
  var hasWrk: Bool { hasHalfLoad }

  /// Requests of a round, fewer where each leaves a closed connection behind, whose port is taken for a minute.
  func requests(_ count: Int) -> Int { reconnects ? max(100, count / 10) : count }
}
