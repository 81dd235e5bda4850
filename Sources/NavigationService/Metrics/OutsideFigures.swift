/// What the metrics tell and the service does not know: the process and its connections.
public struct OutsideFigures: Sendable {
  public var openConnections = 0
  public var acceptedConnections = 0
  public var refusedConnections = 0
  /// Closed as their clients took their answers too slowly.
  public var slowConnections = 0
  /// Closed as all together had too many unsent bytes.
  public var crowdedConnections = 0
  public var receivedBytes = 0
  public var sentBytes = 0
  /// Bytes of answers that clients have not taken.
  public var unsentBytes = 0
  /// Bytes of bodies that have come in part.
  public var bufferedBytes = 0
  /// Lines of the logs that found no room.
  public var droppedLines = 0
  /// Seconds since 1970; nil where it is not known, as in all that follows.
  public var startTime: Double?
  /// Seconds.
  public var cpuTime: Double?
  /// Bytes.
  public var residentMemory: Int?
  public var openDescriptors: Int?
  public var maximumDescriptors: Int?

  public init() {}
}
