extension Session {
  /// The leaf screens on display, leading to trailing, then presented ones, bottom to top. During an edge swipe it is the screen that is being
  /// swiped away.
  public var visible: [VisibleScreen] { display.visible }
}
