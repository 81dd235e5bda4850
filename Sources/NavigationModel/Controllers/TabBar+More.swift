/// The More tab (TB-6).
extension TabBar {
  /// How many items a bar of compact width has room for; where there are more tabs, the last place is More's.
  static let compactRoom = 5

  /// The children that are reached through More, in a bar of this width (D-34).
  public func behindMore(in horizontal: SizeClass) -> [ControllerID] {
    switch horizontal {
    case .regular: []
    case .compact: tabs.count > Self.compactRoom ? tabs[(Self.compactRoom - 1)...].map(\.child.id) : []
    }
  }
}
