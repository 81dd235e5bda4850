/// What a server counts of its connections.
public struct ConnectionFigures: Sendable, Equatable {
  public var openConnections = 0
  public var acceptedConnections = 0
  /// Connections above the limit, or without a descriptor or memory.
  public var refusedConnections = 0
  /// Connections closed because their clients read their answers too slowly, or not at all.
  public var slowConnections = 0
  /// Connections closed because the unsent bytes exceeded their limit, and they were furthest behind.
  public var crowdedConnections = 0
  public var receivedBytes = 0
  public var sentBytes = 0
  /// Bytes in memory of answers not fully sent; a shared buffer counts once.
  public var unsentBytes = 0
  /// Bytes in memory of incomplete bodies.
  public var bufferedBytes = 0

  public init() {}
}
