/// The system generations with different UIKit rules.
public enum SystemVersion: String, Hashable, Sendable, CaseIterable {
  /// The behavior measured on iOS 26.1; the documented rules where nothing was measured.
  case iOS26
  /// The documented rules of iOS 14 to 18.
  case iOS14
  /// The rules of iOS 26 with the known changes of iOS 27 (WN-3).
  case iOS27

  /// That of a window that names none: the one on devices since September 2026 (D-437).
  public static let standard = SystemVersion.iOS27

  /// The rules in force; no other code checks the version.
  public var rules: SystemRules {
    switch self {
    case .iOS26: .iOS26
    case .iOS14: .iOS14
    case .iOS27: .iOS27
    }
  }
}

/// The differences between generations, each a named field.
public struct SystemRules: Hashable, Sendable {
  /// How `automatic` resolves to a display mode in an expanded split view.
  public enum AutomaticMode: Hashable, Sendable {
    /// As many columns side by side as fit, in any shape (M1).
    case byWidth
    /// Side by side in a window wider than high, else the secondary alone (DM-6, DM-7).
    case byShape
  }

  /// When columns fit side by side, in points.
  public enum Room: Hashable, Sendable {
    /// From the sum of the columns' minimums; three columns add an inset and a separator (M1).
    case minimums(primary: Double, supplementary: Double, secondary: Double, inset: Double, separator: Double)
    /// Where the resolved columns leave this width for the secondary beside two columns, and beside one (DM-8).
    case leftover(besideTwo: Double, besideOne: Double)
  }

  /// The value of `displayMode` while the split view is collapsed.
  public enum CollapsedMode: Hashable, Sendable {
    /// Always this mode; collapsing and expanding change the mode like any change (M0, M4).
    case fixed(DisplayMode)
    /// The mode of the last expansion (DM-2, DM-17).
    case lastExpanded
  }

  public var automaticMode: AutomaticMode
  public var room: Room
  public var collapsedMode: CollapsedMode
  /// Whether a preferred mode sets the preferred behavior (M3), or is adapted to it (DM-4).
  public var preferenceSetsBehavior: Bool
  /// Points or fractions (M5, CW-3, CW-6, CW-7).
  public var primaryWidth: AutomaticWidth
  public var primaryWidthOfThree: AutomaticWidth
  public var supplementaryWidth: AutomaticWidth
  /// Whether the primary floats over the leading part of the supplementary, which is wider by the primary and the inset
  /// (M5).
  public var primaryFloatsOverSupplementary: Bool
  /// Whether `splitBehavior` is that of the mode on display (M14), or the preferred one where that allows the mode
  /// (DM-9).
  public var behaviorFollowsMode: Bool
  /// Whether `didShow` and `didHide` follow `willShow` and `willHide` (CO-24).
  public var reportsDidShowAndDidHide: Bool
  /// Whether `showColumn` and `hideColumn` of an expanded split view call `willShow` and `willHide` (M6, CO-24).
  public var reportsProgrammaticColumns: Bool
  /// Whether a plain controller given to a filled secondary column replaces its stack's content (M10), or is pushed on
  /// it (CO-6).
  public var plainControllerReplacesSecondary: Bool
  /// Whether an iPad has Slide Over: absent from iPadOS 26.0, back in 26.1 (WN-1).
  public var slideOver: Bool
  /// Whether a phone has windows: of any size, and half of an unfolded display (WN-3, WN-4).
  public var phoneWindowsResize: Bool
  /// Whether an iPad's tab bar stands at the top where its width is regular, and may become a sidebar (TG-4).
  public var tabBarAtTop = false
  /// Whether an iPhone has a sidebar of tabs where the app prefers one (TG-13).
  public var phoneSidebar = false
  /// Whether the bars of a foldable iPhone stand at a side (WN-7).
  public var sideBars = false
  /// Whether an iPad's split view in `automatic` mode shows its secondary alone: one report, off until a recording
  /// (D-469).
  public var sidebarHidesOnPad = false
  /// Whether a presented tree has the traits of its place, without what its presenter overrides for itself: one report,
  /// off until a recording (D-469).
  public var presentedTraitsFromSuperview = false

  /// Whether a swipe anywhere on the content goes back, from iOS 26 on (BK-1).
  public var swipesContentBack: Bool

  /// Whether an `automatic` presentation is a form sheet: from iOS 18 on; before, a page sheet (PR-3). `iOS14` stands
  /// for 14 to 17 here.
  public var automaticIsFormSheet: Bool

  /// The size of a form sheet, in points: a guess (D-242).
  public static let formSheetSize = Size(width: 540, height: 620)
  /// The width of a popover, in points: a guess (D-242).
  public static let popoverWidth = 320.0

  /// The height of a `medium` sheet as a part of that of a `large` one: about half (PR-14); 440 of 793 points were
  /// measured, from the screen's lower edge (PR-18).
  public static let mediumDetent = 0.5
  /// Whether a tap beside a dimmed sheet dismisses it: not recorded (D-504).
  static let tapOutsideDismissesSheets = true
  /// The width of a window from which an iPhone has a sidebar of tabs, in points (TG-14).
  public static let phoneSidebarMinimum = 905.0
  /// The width of a sidebar of tabs, in points: a guess (D-464).
  public static let sidebarWidth = 280.0
  /// The width of a bar at a side, in points (WN-7).
  public static let sideBarWidth = 84.0

  /// What `automatic` means as a presentation style.
  var automaticStyle: PresentationStyle { automaticIsFormSheet ? .formSheet : .pageSheet }

  private static let measured = AutomaticWidth(preferred: .points(320), minimum: 240, maximum: nil)
  private static let documented = AutomaticWidth(preferred: .fraction(0.4), minimum: 0, maximum: 320)

  static let iOS26 = SystemRules(
    automaticMode: .byWidth,
    room: .minimums(primary: 240, supplementary: 240, secondary: 464, inset: 10, separator: 0.5),
    collapsedMode: .fixed(.oneBesideSecondary), preferenceSetsBehavior: true, primaryWidth: measured,
    primaryWidthOfThree: AutomaticWidth(preferred: .points(280), minimum: 240, maximum: nil),
    supplementaryWidth: measured, primaryFloatsOverSupplementary: true, behaviorFollowsMode: true,
    reportsDidShowAndDidHide: true, reportsProgrammaticColumns: false, plainControllerReplacesSecondary: true,
    slideOver: true, phoneWindowsResize: false, tabBarAtTop: true, swipesContentBack: true,
    automaticIsFormSheet: true)

  static let iOS14 = SystemRules(
    automaticMode: .byShape, room: .leftover(besideTwo: 400, besideOne: 320), collapsedMode: .lastExpanded,
    preferenceSetsBehavior: false, primaryWidth: documented, primaryWidthOfThree: documented,
    supplementaryWidth: documented, primaryFloatsOverSupplementary: false, behaviorFollowsMode: false,
    reportsDidShowAndDidHide: false, reportsProgrammaticColumns: true, plainControllerReplacesSecondary: false,
    slideOver: true, phoneWindowsResize: false, swipesContentBack: false, automaticIsFormSheet: false)

  static let iOS27: SystemRules = {
    var rules = iOS26
    (rules.phoneWindowsResize, rules.phoneSidebar, rules.sideBars) = (true, true, true)
    return rules
  }()
}
