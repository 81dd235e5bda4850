/// How large a session may be.
public enum Limits {
  /// Controllers in one session, parked and preserved ones included.
  public static let controllers = 2_000
  /// Containers from the window down to a controller.
  public static let depth = 32
  /// Bytes of a controller's id.
  public static let idBytes = 1...128
  /// Points of a window's width or height.
  public static let windowSide = 1.0...16_384.0
  /// Points of what is asked of a column's width.
  public static let columnWidth = 0.0...16_384.0
  /// Pages that a scroll may go beyond the first or the last one.
  public static let overscroll = 0.5
  /// Points of a scroll's offset, before it is held within the pages: as many of the widest pages as a session may
  /// have.
  public static let contentOffset = -32_768_000.0...32_768_000.0
  /// Pixels in a point.
  public static let scale = 1...4
}
