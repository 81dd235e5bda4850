/// What a server tells its operator. Each is told at once, and then every 5 seconds at most.
public enum HTTPServerEvent: Sendable, Equatable {
  /// The system had no descriptor or no memory for `times` connections since the last such event; `errno` is that of the latest.
  case noRoomForConnections(errno: Int32, times: Int)
  /// So many connections were closed since the last such event, as all together had more unsent bytes than `limit`.
  case tooManyUnsentBytes(limit: Int, connections: Int)
}
