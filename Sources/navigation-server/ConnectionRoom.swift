import HTTPServer
import Navigation

/// The number of connections that the process's descriptor limit allows.
struct ConnectionRoom: Sendable {
  /// Connections served: `--max-connections` or fewer, at least one.
  let connections: Int
  /// Connections above them, held open only to be answered 503.
  private let surplus: Int

  /// - Parameters:
  ///   - limits: the requested numbers.
  ///   - reserved: descriptors not yet open and not for connections.
  init(under limits: HTTPServerLimits, beside reserved: Int) {
    let wanted = limits.connections + limits.surplusConnections
    let available = Descriptors.free(atMost: wanted + reserved) - reserved
    if available >= wanted {
      (connections, surplus) = (limits.connections, limits.surplusConnections)
    } else {
      // With few descriptors, one in eight.
      surplus = min(limits.surplusConnections, max(available, 0) / 8)
      connections = min(limits.connections, max(available - surplus, 1))
    }
  }

  func limits(_ wanted: HTTPServerLimits) -> HTTPServerLimits {
    var limits = wanted
    (limits.connections, limits.surplusConnections) = (connections, surplus)
    return limits
  }

  /// Adds to the `started` line a shortage of connections and its remedy.
  func write(to line: inout JSONWriter, wanted: Int) {
    guard connections < wanted else { return }
    line.member("connections", connections)
    line.member("maxConnections", wanted)
    if let limit = Descriptors.limit { line.member("descriptors", limit) }
    line.member("toServeMore", "raise ulimit -n, or LimitNOFILE= of the service")
  }
}
