/// What a server tells its operator.
public enum HTTPServerEvent: Sendable, Equatable {
  /// The system had no descriptor or no memory for `times` connections since the last such event; `errno` is that of the latest.
  ///
  /// Told at once, and then every 5 seconds at most.
  case noRoomForConnections(errno: Int32, times: Int)
}
