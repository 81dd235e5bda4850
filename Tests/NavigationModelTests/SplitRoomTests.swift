import Testing

@testable import Navigation

/// DM and M1 to M4: modes, which depend only on the preferences and the room.
@Suite struct SplitRoomTests {
  typealias Style = SplitStyle

  struct Asked: Sendable, CustomTestStringConvertible {
    var rule: String
    var system: SystemVersion
    var style: SplitStyle
    var size: Size
    var change: @Sendable (inout SplitPreferences) -> Void
    var occasion: SplitRoom.Occasion
    var mode: DisplayMode
    var behavior: SplitBehavior

    init(
      _ rule: String, _ style: SplitStyle, _ width: Double, by height: Double = 1_000,
      on system: SystemVersion = .iOS26, at occasion: SplitRoom.Occasion = .request,
      _ mode: DisplayMode, _ behavior: SplitBehavior,
      _ change: @escaping @Sendable (inout SplitPreferences) -> Void = { _ in }
    ) {
      (self.rule, self.style, self.system, self.occasion) = (rule, style, system, occasion)
      (self.mode, self.behavior, self.change) = (mode, behavior, change)
      size = Size(width: width, height: height)
    }

    var testDescription: String { rule }
    var room: SplitRoom {
      var preferences = SplitPreferences()
      change(&preferences)
      return SplitRoom(style: style, preferences: preferences, size: size, scale: 2, rules: system.rules)
    }
  }

  static let first = SplitRoom.Occasion.firstAppearance(restored: nil)

  static let modes: [Asked] = [
    Asked("M1 double at 820, in portrait", .doubleColumn, 820, by: 1_180, .oneBesideSecondary, .tile),
    Asked("M1 classic the same (M11)", .classic, 820, by: 1_180, .oneBesideSecondary, .tile),
    Asked("M1 triple where three fit", .tripleColumn, 954.5, .twoBesideSecondary, .tile),
    Asked("M1 triple where they do not", .tripleColumn, 954, .oneBesideSecondary, .tile),
    Asked("M1 a larger minimum moves the boundary", .tripleColumn, 1_054, .oneBesideSecondary, .tile) {
      $0.minimumSecondaryWidth = 564
    },
    Asked("M1 by the difference", .tripleColumn, 1_054.5, .twoBesideSecondary, .tile) {
      $0.minimumSecondaryWidth = 564
    },
    Asked("M1 of any column", .tripleColumn, 1_000, .oneBesideSecondary, .tile) { $0.primaryWidth.minimum = 300 },
    Asked("D-63 M1 a smaller one does not", .tripleColumn, 950, .oneBesideSecondary, .tile) {
      $0.supplementaryWidth.minimum = 100
    },
    Asked("M1 393 is too narrow", .doubleColumn, 393, .secondaryOnly, .tile),
    Asked("M1 464 is not", .doubleColumn, 464, .oneBesideSecondary, .tile),
    Asked("M2 as asked", .tripleColumn, 820, .secondaryOnly, .tile) { $0.displayMode = .secondaryOnly },
    Asked("M2 an overlay asked after mounting", .tripleColumn, 820, .oneOverSecondary, .overlay) {
      $0.displayMode = .oneOverSecondary
    },
    Asked("M2 before the first appearance", .tripleColumn, 820, at: first, .secondaryOnly, .tile) {
      $0.displayMode = .twoOverSecondary
    },
    Asked(
      "D-121 M2 restored as it was", .tripleColumn, 820, at: .firstAppearance(restored: .twoOverSecondary),
      .twoOverSecondary, .overlay
    ) {
      $0.displayMode = .twoOverSecondary
    },
    Asked("M2 a resize keeps it", .tripleColumn, 820, at: .resize(from: .twoOverSecondary), .twoOverSecondary, .overlay)
    {
      $0.displayMode = .twoOverSecondary
    },
    Asked("M2 two beside, too narrow", .tripleColumn, 820, .twoOverSecondary, .overlay) {
      $0.displayMode = .twoBesideSecondary
    },
    Asked("M2 displace, too narrow", .tripleColumn, 820, .twoOverSecondary, .overlay) {
      $0.displayMode = .twoDisplaceSecondary
    },
    Asked("M2 on a resize", .tripleColumn, 820, at: .resize(from: .twoOverSecondary), .oneBesideSecondary, .tile) {
      $0.displayMode = .twoBesideSecondary
    },
    Asked("M2 at first", .tripleColumn, 820, at: first, .oneBesideSecondary, .tile) {
      $0.displayMode = .twoDisplaceSecondary
    },
    Asked("M2 on a wide one both tile", .tripleColumn, 1_200, .twoBesideSecondary, .tile) {
      $0.displayMode = .twoDisplaceSecondary
    },
    Asked("M2 beside where it does not fit", .doubleColumn, 463, .secondaryOnly, .tile) {
      $0.displayMode = .oneBesideSecondary
    },
    Asked("DM-5 without gesture strictly", .doubleColumn, 463, .oneBesideSecondary, .tile) {
      $0.displayMode = .oneBesideSecondary
      $0.presentsWithGesture = false
    },
    Asked("DM-4 two columns have the matching one", .doubleColumn, 820, .oneBesideSecondary, .tile) {
      $0.displayMode = .twoBesideSecondary
    },
    Asked("DM-4 SYS1-37 so has the classic style", .classic, 820, .oneOverSecondary, .overlay) {
      $0.displayMode = .twoOverSecondary
    },
    Asked("DM-4 read by the behavior", .tripleColumn, 1_200, .twoOverSecondary, .overlay) {
      $0.displayMode = .twoBesideSecondary
      $0.splitBehavior = .overlay
    },
    Asked("DM-3 two columns cannot displace", .doubleColumn, 820, .oneBesideSecondary, .tile) {
      $0.splitBehavior = .displace
    },
    Asked("DM-7 M14 an overlay rests on the secondary", .doubleColumn, 820, .secondaryOnly, .tile) {
      $0.splitBehavior = .overlay
    },
    Asked("DM-9 iOS 14 reads the preference", .doubleColumn, 820, on: .iOS14, .secondaryOnly, .overlay) {
      $0.splitBehavior = .overlay
    },
    Asked(
      "M2 a resize brings no overlay back", .tripleColumn, 820, at: .resize(from: .secondaryOnly), .secondaryOnly, .tile
    ) {
      $0.displayMode = .twoOverSecondary
    },
    Asked(
      "M2 and keeps the one on display", .tripleColumn, 820, at: .resize(from: .oneOverSecondary), .oneOverSecondary,
      .overlay
    ) {
      $0.displayMode = .twoOverSecondary
    },
    Asked("M2 an expansion", .tripleColumn, 820, at: .expansion(isOverlayDeferred: false), .twoOverSecondary, .overlay)
    {
      $0.displayMode = .twoOverSecondary
    },
    Asked(
      "M2 an expansion, not asked for again", .tripleColumn, 820, at: .expansion(isOverlayDeferred: true),
      .secondaryOnly, .tile
    ) {
      $0.displayMode = .twoOverSecondary
    },
    Asked("DM-6 classic landscape", .classic, 1_000, by: 800, on: .iOS14, .oneBesideSecondary, .tile),
    Asked("DM-6 SYS1-36 classic portrait", .classic, 800, by: 1_000, on: .iOS14, .secondaryOnly, .overlay),
    Asked("DM-7 double landscape", .doubleColumn, 1_000, by: 800, on: .iOS14, .oneBesideSecondary, .tile),
    Asked("DM-7 double portrait", .doubleColumn, 800, by: 1_000, on: .iOS14, .secondaryOnly, .overlay),
    Asked("DM-7 triple with room for all", .tripleColumn, 1_040, by: 800, on: .iOS14, .oneBesideSecondary, .tile),
    Asked("DM-7 triple without", .tripleColumn, 1_039, by: 800, on: .iOS14, .oneBesideSecondary, .displace),
    Asked("DM-7 triple portrait", .tripleColumn, 800, by: 1_000, on: .iOS14, .secondaryOnly, .overlay),
    Asked("DM-8 1366 is enough", .tripleColumn, 1_366, by: 1_024, on: .iOS14, .twoBesideSecondary, .tile) {
      $0.displayMode = .twoBesideSecondary
    },
    Asked("DM-8 1032 is not", .tripleColumn, 1_032, by: 1_376, on: .iOS14, .oneBesideSecondary, .tile) {
      $0.displayMode = .twoBesideSecondary
      $0.splitBehavior = .tile
    },
    Asked("DM-8 nor 600 for one", .doubleColumn, 500, by: 400, on: .iOS14, .secondaryOnly, .tile) {
      $0.displayMode = .oneBesideSecondary
    },
    Asked(
      "DM-4 iOS 14 reads a preference as the behavior has it", .doubleColumn, 800, by: 1_000, on: .iOS14,
      .oneOverSecondary, .overlay
    ) {
      $0.displayMode = .oneBesideSecondary
    },
    Asked("DM-5 without a gesture as asked", .doubleColumn, 800, by: 1_000, on: .iOS14, .oneBesideSecondary, .tile) {
      $0.displayMode = .oneBesideSecondary
      $0.presentsWithGesture = false
    },
    Asked("DM-5 three columns too", .tripleColumn, 800, by: 1_000, on: .iOS14, .twoBesideSecondary, .tile) {
      $0.displayMode = .twoBesideSecondary
      $0.presentsWithGesture = false
    },
    Asked("DM-5 DM-4 a mode of three, of two", .doubleColumn, 800, by: 1_000, on: .iOS14, .oneBesideSecondary, .tile) {
      $0.displayMode = .twoDisplaceSecondary
      $0.presentsWithGesture = false
    },
    Asked(
      "DM-5 DM-4 but within the app's behavior", .doubleColumn, 800, by: 1_000, on: .iOS14, .oneOverSecondary, .overlay
    ) {
      $0.displayMode = .oneBesideSecondary
      $0.splitBehavior = .overlay
      $0.presentsWithGesture = false
    },
    Asked("DM-4 two displace", .tripleColumn, 1_000, by: 800, on: .iOS14, .twoDisplaceSecondary, .displace) {
      $0.displayMode = .twoBesideSecondary
    },
  ]

  @Test(arguments: modes) func mode(_ row: Asked) {
    let mode = row.room.preferredMode(on: row.occasion)
    #expect(mode == row.mode, "\(row.rule)")
    #expect(row.room.behavior(in: mode) == row.behavior, "\(row.rule)")
    #expect(row.room.behavior(in: mode).allows(mode, row.style), "DM-3")
  }

  /// DM-10, DM-11 and DM-15: the modes before and after a tap on the button.
  static let buttons: [(rule: String, Asked, from: DisplayMode, to: DisplayMode?)] = [
    (
      "DM-10 double, tile", Asked("", .doubleColumn, 820, .oneBesideSecondary, .tile), .oneBesideSecondary,
      .secondaryOnly
    ),
    (
      "DM-10 double, tile", Asked("", .doubleColumn, 820, .oneBesideSecondary, .tile), .secondaryOnly,
      .oneBesideSecondary
    ),
    (
      "DM-10 triple, tile", Asked("", .tripleColumn, 1_200, .oneBesideSecondary, .tile), .oneBesideSecondary,
      .twoBesideSecondary
    ),
    (
      "DM-10 triple, tile", Asked("", .tripleColumn, 1_200, .oneBesideSecondary, .tile), .twoBesideSecondary,
      .oneBesideSecondary
    ),
    ("DM-10 triple, tile", Asked("", .tripleColumn, 1_200, .oneBesideSecondary, .tile), .secondaryOnly, nil),
    (
      "D-58 triple, one fits", Asked("", .tripleColumn, 820, .oneBesideSecondary, .tile), .secondaryOnly,
      .oneBesideSecondary
    ),
    (
      "D-58 triple, none fits", Asked("", .tripleColumn, 463, .secondaryOnly, .tile), .secondaryOnly, .oneOverSecondary
    ),
    (
      "DM-10 double, overlay", Asked("", .doubleColumn, 820, .secondaryOnly, .overlay, overlay), .secondaryOnly,
      .oneOverSecondary
    ),
    ("DM-10 double, overlay", Asked("", .doubleColumn, 820, .secondaryOnly, .overlay, overlay), .oneOverSecondary, nil),
    (
      "DM-10 triple, overlay", Asked("", .tripleColumn, 820, .secondaryOnly, .overlay, overlay), .oneOverSecondary,
      .twoOverSecondary
    ),
    ("DM-10 triple, overlay", Asked("", .tripleColumn, 820, .secondaryOnly, .overlay, overlay), .twoOverSecondary, nil),
    (
      "DM-10 displace", Asked("", .tripleColumn, 820, .secondaryOnly, .displace, displace), .oneBesideSecondary,
      .twoDisplaceSecondary
    ),
    ("DM-10 displace", Asked("", .tripleColumn, 820, .secondaryOnly, .displace, displace), .twoDisplaceSecondary, nil),
    (
      "DM-11 never", Asked("", .doubleColumn, 820, .secondaryOnly, .tile) { $0.displayModeButtonVisibility = .never },
      .secondaryOnly, nil
    ),
    (
      "DM-11 no gesture", Asked("", .doubleColumn, 820, .secondaryOnly, .tile) { $0.presentsWithGesture = false },
      .secondaryOnly, nil
    ),
    (
      "DM-11 always", Asked("", .doubleColumn, 820, .secondaryOnly, .tile, alwaysWithoutGesture), .secondaryOnly,
      .oneBesideSecondary
    ),
    (
      "DM-15 classic, wide", Asked("", .classic, 1_000, by: 800, on: .iOS14, .secondaryOnly, .tile),
      .oneBesideSecondary, .secondaryOnly
    ),
    (
      "DM-15 classic, wide", Asked("", .classic, 1_000, by: 800, on: .iOS14, .secondaryOnly, .tile), .secondaryOnly,
      .oneBesideSecondary
    ),
    (
      "DM-15 classic, tall", Asked("", .classic, 800, by: 1_000, on: .iOS14, .secondaryOnly, .tile), .secondaryOnly,
      .oneOverSecondary
    ),
    (
      "DM-15 classic, tall", Asked("", .classic, 800, by: 1_000, on: .iOS14, .secondaryOnly, .tile), .oneOverSecondary,
      .secondaryOnly
    ),
  ]

  /// DM-13: the modes before and after a touch on the dimmed secondary.
  static let dimmed: [(from: DisplayMode, to: DisplayMode?)] = [
    (.secondaryOnly, nil), (.oneBesideSecondary, nil), (.twoBesideSecondary, nil), (.oneOverSecondary, .secondaryOnly),
    (.twoOverSecondary, .secondaryOnly), (.twoDisplaceSecondary, .oneBesideSecondary),
  ]

  @Test(arguments: dimmed) func dimmedSecondary(from: DisplayMode, to: DisplayMode?) {
    #expect(Asked("DM-13", .tripleColumn, 820, from, .overlay).room.dimmedTarget(in: from) == to)
    #expect(from.dimsSecondary == (to != nil), "DM-1")
  }

  static let overlay: @Sendable (inout SplitPreferences) -> Void = { $0.splitBehavior = .overlay }
  static let displace: @Sendable (inout SplitPreferences) -> Void = { $0.splitBehavior = .displace }
  static let alwaysWithoutGesture: @Sendable (inout SplitPreferences) -> Void = {
    $0.presentsWithGesture = false
    $0.displayModeButtonVisibility = .always
  }

  @Test(arguments: buttons) func button(_ row: (rule: String, Asked, from: DisplayMode, to: DisplayMode?)) {
    #expect(row.1.room.buttonTarget(in: row.from) == row.to, "\(row.rule)")
  }
}
