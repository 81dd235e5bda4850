/// Metrics from outside of the service: of the process and its connections.
public struct OutsideFigures: Sendable {
  public var openConnections = 0
  public var acceptedConnections = 0
  public var refusedConnections = 0
  /// Connections closed as too slow to take their responses.
  public var slowConnections = 0
  /// Connections closed as all together exceeded the limit of unsent bytes.
  public var crowdedConnections = 0
  public var receivedBytes = 0
  public var sentBytes = 0
  /// Bytes of responses not yet sent.
  public var unsentBytes = 0
  /// Bytes of partly received bodies.
  public var bufferedBytes = 0
  /// Log lines dropped for lack of buffer space.
  public var droppedLines = 0
  /// Seconds since 1970; nil where unknown, as in all that follow.
  public var startTime: Double?
  /// Seconds.
  public var cpuTime: Double?
  /// Bytes.
  public var residentMemory: Int?
  public var openDescriptors: Int?
  public var maximumDescriptors: Int?

  public init() {}
}
