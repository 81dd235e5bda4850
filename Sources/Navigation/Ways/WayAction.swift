/// What a tool on a simulator does for a step of a way.
enum WayAction: Hashable, Sendable {
  /// A tap on what has this identifier.
  case tap(String)
  /// A tap on a button with this title.
  case button(String)
  case tab(String)
  case back
  /// Shows the sidebar, or hides it.
  case sidebar
  /// A URL, or a path of one whose scheme is the app's.
  case open(String)
  /// From the top of the sheet with this screen.
  case pullDown(String)
  /// On what the system puts around a popover, else on the point.
  case tapOutside(ScreenPoint)
  case tapPoint(ScreenPoint)
  case drag(ScreenPoint, to: ScreenPoint)
  /// Turns the device.
  case turn(Orientation)
  /// The recorder gives the app's window this size, in points.
  case window(Size)
  case leave, comeBack
  /// What no tool does: a person is told, and waited for.
  case byHand(String)
}

extension WayAction {
  /// What it names of the system's own.
  var systemIdentifier: SystemIdentifier? {
    switch self {
    case .back: .backButton
    case .sidebar: .toggleSidebar
    case .tapOutside: .popoverDismissRegion
    case .tap, .button, .tab, .open, .pullDown, .tapPoint, .drag, .turn, .window, .leave, .comeBack, .byHand: nil
    }
  }

  var isLink: Bool { if case .open = self { true } else { false } }
  /// Whether it opens a path, which has the app's scheme.
  var needsScheme: Bool { if case .open(let url) = self { !url.hasScheme } else { false } }
}

/// A point of the screen, from its top left, in percent.
struct ScreenPoint: Hashable, Sendable {
  var x: Int
  var y: Int
}

/// Identifiers that UIKit gives its own controls: seen in tests of others, *not recorded*.
enum SystemIdentifier: String, CaseIterable {
  case backButton = "BackButton"
  case toggleSidebar = "ToggleSidebar"
  case popoverDismissRegion = "PopoverDismissRegion"
}

/// What the recorder of an app adds to it, `Tests/Examples/Recorder.swift`.
enum RecorderIdentifier {
  /// The label with the names of what is visible.
  static let visible = "navigation.visible"
  /// What stands between these.
  static let separator = ", "
  /// The argument of a launch with the sizes of the windows for which there is a button.
  static let windows = "navigation-windows"

  /// The button of a window of this size.
  static func window(_ size: Size) -> String { "navigation." + text(size) }

  static func text(_ size: Size) -> String { "\(text(size.width))x\(text(size.height))" }

  private static func text(_ points: Double) -> String { Int(exactly: points).map(String.init) ?? "\(points)" }
}
