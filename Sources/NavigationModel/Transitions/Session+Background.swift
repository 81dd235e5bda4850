/// The background, in which the system takes its pictures of the app at other sizes (SC-11, RS-7). What happens there
/// stays (D-118).
extension Session {
  /// One resize to the other orientation, a free window's to 320 points wide, and one back, with all that they make
  /// split views and pages do.
  mutating func enterBackground(_ telling: inout Telling) -> Outcome {
    guard !environment.isInBackground else { return Outcome(handled: false) }
    let foreground = environment
    let pictured = environment.asPictured
    if supports(pictured.orientation) { environment = pictured }
    settle(&telling)
    environment = foreground
    settle(&telling)
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
  /// Whether a user does it, who can do nothing in the background; all else is the app's or the system's.
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
  /// The width at which a free window is pictured, in points.
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
