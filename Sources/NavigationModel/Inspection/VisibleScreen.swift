/// A leaf on display and where it stands.
public struct VisibleScreen: Hashable, Sendable {
  public var id: ControllerID
  /// The containers around it, outermost first.
  public var containers: [ControllerID]
  /// The column of the innermost split view around it that it belongs to.
  public var column: Column?
  public var isPlaceholder: Bool

  public init(id: ControllerID, containers: [ControllerID], column: Column?, isPlaceholder: Bool) {
    self.id = id
    self.containers = containers
    self.column = column
    self.isPlaceholder = isPlaceholder
  }
}
