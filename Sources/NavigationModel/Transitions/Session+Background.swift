/// The background, where the system takes snapshots of the app at other sizes (SC-11, RS-7). Changes made there persist
/// (D-118).
extension Session {
  /// One resize to the other orientation, or to a width of 320 points for a freely sized window, and one back, each
  /// with its effects on split views and pages.
  mutating func enterBackground(_ recorder: inout EventRecorder) -> Outcome {
    guard !environment.isInBackground else { return Outcome(handled: false) }
    let foreground = environment
    let pictured = environment.asPictured
    if supports(pictured.orientation) { environment = pictured }
    settle(&recorder)
    environment = foreground
    settle(&recorder)
    environment.isInBackground = true
    return Outcome()
  }

  mutating func enterForeground() -> Outcome {
    guard environment.isInBackground else { return Outcome(handled: false) }
    environment.isInBackground = false
    return Outcome()
  }
}

extension Transition.Action {
  /// Whether this is a user's action, impossible in the background; all others are the app's or the system's.
  var isOfUser: Bool {
    switch self {
    case .back, .tapDisplayModeButton, .tapSecondaryOnlyButton, .tapDimmedSecondary, .swipe, .tapTab, .tapTitle,
      .scroll, .selectRow,
      .swipeDown, .tapOutside, .tapLeftBarButton, .tapRow:
      true
    case .push, .pop, .popTo, .popToRoot, .setStack, .replaceTop, .remove, .show, .showDetail, .setDisplayMode,
      .showColumn, .hideColumn,
      .setColumn, .setSplit, .selectTab, .setTabs, .setBadge, .setPages, .setTopTabs, .deselectRow, .present, .dismiss,
      .resize, .rotate,
      .setMultitasking, .setDevice, .fold, .setTraits, .enterBackground, .enterForeground, .updateScreen, .removeItem,
      .history:
      false
    }
  }
}

extension Environment {
  /// The width of a free window's snapshot, in points.
  private static let picturedWidth = 320.0

  fileprivate var asPictured: Environment {
    var other = self
    switch place {
    case .device: other.rotate(to: orientation.other)
    case .deviceWindow(let device, let orientation, let size):
      other.place = .deviceWindow(device, orientation, Size(width: Self.picturedWidth, height: size.height))
    case .free(let size, let idiom, let scale):
      other.place = .free(Size(width: Self.picturedWidth, height: size.height), idiom, scale: scale)
    }
    return other
  }
}
