public import HTTPMessages

/// Metrics from outside of the service: of the process and its connections.
public struct OutsideFigures: Sendable {
  public var connections = ConnectionFigures()
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
