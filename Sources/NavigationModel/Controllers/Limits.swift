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
  /// Pixels in a point.
  public static let scale = 1...4
}
