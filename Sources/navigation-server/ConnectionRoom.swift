import HTTPServer
import NavigationJSON

/// How many connections the descriptors that the process may open are enough for.
struct ConnectionRoom: Sendable {
  /// Connections that are served: `--max-connections`, or fewer, but one.
  let connections: Int
  /// Connections above them that are kept to be told so.
  private let surplus: Int

  /// - Parameters:
  ///   - limits: the numbers that are wanted.
  ///   - reserved: descriptors that are not open yet and not for connections.
  init(under limits: HTTPServerLimits, beside reserved: Int) {
    let wanted = limits.connections + limits.surplusConnections
    let available = Descriptors.free(atMost: wanted + reserved) - reserved
    if available >= wanted {
      (connections, surplus) = (limits.connections, limits.surplusConnections)
    } else {
      // One in eight, where they are few.
      surplus = min(limits.surplusConnections, max(available, 0) / 8)
      connections = min(limits.connections, max(available - surplus, 1))
    }
  }

  func limits(_ wanted: HTTPServerLimits) -> HTTPServerLimits {
    var limits = wanted
    (limits.connections, limits.surplusConnections) = (connections, surplus)
    return limits
  }

  /// Adds to the line of the start what is less than wanted, and what to do about it.
  func tell(to line: inout JSONWriter, wanted: Int) {
    guard connections < wanted else { return }
    line.member("connections", connections)
    line.member("maxConnections", wanted)
    if let limit = Descriptors.limit { line.member("descriptors", limit) }
    line.member("toServeMore", "raise ulimit -n, or LimitNOFILE= of the service")
  }
}
