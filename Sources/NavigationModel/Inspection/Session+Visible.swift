extension Session {
  /// The leaf screens on display, leading to trailing, then presented ones, bottom to top. During an edge swipe it is the screen that is being
  /// swiped away.
  public var visible: [VisibleScreen] {
    displayed.compactMap { $0.stage == .appearing ? nil : $0.screen }
  }

  /// What was shown last: what stands on top, the trailing one on display.
  var lastVisible: Displayed? { displayed.last { $0.stage != .appearing } }

  /// The leaves that have been told to appear and not yet that they are gone, in the order of `visible`.
  static func displayed(in root: Controller) -> [Displayed] { DisplayWalk(in: root).displayed }
}
