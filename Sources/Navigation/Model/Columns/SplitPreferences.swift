/// What an app asks of a split view's columns: every settable member but the columns themselves.
public struct SplitPreferences: Hashable, Sendable {
  /// Whether the button that changes the display mode is there (DM-11).
  public enum ButtonVisibility: String, Hashable, Sendable, CaseIterable {
    case automatic, always, never
  }

  /// Nil is `automatic` (DM-5).
  public var displayMode: DisplayMode?
  /// Nil is `automatic` (DM-9); no classic split view has one (M12).
  public var splitBehavior: SplitBehavior?
  /// Whether a swipe and the button change the mode; where not, a preference is strictly respected (DM-5, DM-14).
  public var presentsWithGesture: Bool
  /// The side of the primary (CW-8).
  public var primaryEdge: HorizontalEdge
  public var displayModeButtonVisibility: ButtonVisibility
  /// Three columns alone have this button (DM-12).
  public var showsSecondaryOnlyButton: Bool
  public var primaryWidth: ColumnWidth
  /// Three columns alone have a supplementary one.
  public var supplementaryWidth: ColumnWidth
  /// Points (CW-9, M5).
  public var minimumSecondaryWidth: Double?
  /// Boxed: few split views ask for it, and each change of one copies it.
  private var ownInspectorWidth: Boxed<ColumnWidth>?

  /// Of the inspector of a column style (IN-3).
  public var inspectorWidth: ColumnWidth {
    get { ownInspectorWidth?.value ?? ColumnWidth() }
    set { ownInspectorWidth = newValue == ColumnWidth() ? nil : Boxed(newValue) }
  }

  public init(
    displayMode: DisplayMode? = nil, splitBehavior: SplitBehavior? = nil, presentsWithGesture: Bool = true,
    primaryEdge: HorizontalEdge = .leading, displayModeButtonVisibility: ButtonVisibility = .automatic,
    showsSecondaryOnlyButton: Bool = false, primaryWidth: ColumnWidth = ColumnWidth(),
    supplementaryWidth: ColumnWidth = ColumnWidth(), minimumSecondaryWidth: Double? = nil
  ) {
    self.displayMode = displayMode
    self.splitBehavior = splitBehavior
    self.presentsWithGesture = presentsWithGesture
    self.primaryEdge = primaryEdge
    self.displayModeButtonVisibility = displayModeButtonVisibility
    self.showsSecondaryOnlyButton = showsSecondaryOnlyButton
    self.primaryWidth = primaryWidth
    self.supplementaryWidth = supplementaryWidth
    self.minimumSecondaryWidth = minimumSecondaryWidth
  }

  /// Each member once: its name in JSON, where a split view has it, and where an update has it.
  package static func visit<Visitor: MemberVisitor & ~Copyable>(
    _ preferences: inout SplitPreferences, _ update: inout SplitUpdate, _ visitor: inout Visitor
  ) {
    let points = Limits.columnWidth
    visitor.word("preferredDisplayMode", or: Automatic.self, &preferences.displayMode, &update.displayMode)
    visitor.word("preferredSplitBehavior", or: Automatic.self, &preferences.splitBehavior, &update.splitBehavior)
    visitor.flag("presentsWithGesture", unless: true, &preferences.presentsWithGesture, &update.presentsWithGesture)
    visitor.word("primaryEdge", unless: .leading, &preferences.primaryEdge, &update.primaryEdge)
    visitor.word(
      "displayModeButtonVisibility", unless: .automatic, &preferences.displayModeButtonVisibility,
      &update.displayModeButtonVisibility)
    visitor.flag("showsSecondaryOnlyButton", &preferences.showsSecondaryOnlyButton, &update.showsSecondaryOnlyButton)
    visitor.number(
      "preferredPrimaryColumnWidth", in: points, &preferences.primaryWidth.preferred, &update.primaryWidth.preferred)
    visitor.number(
      "preferredPrimaryColumnWidthFraction", in: 0...1, &preferences.primaryWidth.fraction,
      &update.primaryWidth.fraction)
    visitor.number(
      "minimumPrimaryColumnWidth", in: points, &preferences.primaryWidth.minimum, &update.primaryWidth.minimum)
    visitor.number(
      "maximumPrimaryColumnWidth", in: points, &preferences.primaryWidth.maximum, &update.primaryWidth.maximum)
    visitor.number(
      "preferredSupplementaryColumnWidth", in: points, &preferences.supplementaryWidth.preferred,
      &update.supplementaryWidth.preferred)
    visitor.number(
      "preferredSupplementaryColumnWidthFraction", in: 0...1, &preferences.supplementaryWidth.fraction,
      &update.supplementaryWidth.fraction)
    visitor.number(
      "minimumSupplementaryColumnWidth", in: points, &preferences.supplementaryWidth.minimum,
      &update.supplementaryWidth.minimum)
    visitor.number(
      "maximumSupplementaryColumnWidth", in: points, &preferences.supplementaryWidth.maximum,
      &update.supplementaryWidth.maximum)
    visitor.number(
      "minimumSecondaryColumnWidth", in: points, &preferences.minimumSecondaryWidth, &update.minimumSecondaryWidth)
    visitInspectorWidth(&preferences.inspectorWidth, &update.inspectorWidth, &visitor)
  }

  private static func visitInspectorWidth<Visitor: MemberVisitor & ~Copyable>(
    _ width: inout ColumnWidth, _ update: inout ColumnWidthUpdate, _ visitor: inout Visitor
  ) {
    let points = Limits.columnWidth
    visitor.number("preferredInspectorColumnWidth", in: points, &width.preferred, &update.preferred)
    visitor.number("preferredInspectorColumnWidthFraction", in: 0...1, &width.fraction, &update.fraction)
    visitor.number("minimumInspectorColumnWidth", in: points, &width.minimum, &update.minimum)
    visitor.number("maximumInspectorColumnWidth", in: points, &width.maximum, &update.maximum)
  }
}

/// New values for a split view's settable members; nil leaves one as it is, and `.some(nil)` makes it automatic again.
public struct SplitUpdate: Hashable, Sendable {
  public var displayMode: DisplayMode??
  public var splitBehavior: SplitBehavior??
  public var presentsWithGesture: Bool?
  public var primaryEdge: HorizontalEdge?
  public var displayModeButtonVisibility: SplitPreferences.ButtonVisibility?
  public var showsSecondaryOnlyButton: Bool?
  public var primaryWidth = ColumnWidthUpdate()
  public var supplementaryWidth = ColumnWidthUpdate()
  public var inspectorWidth = ColumnWidthUpdate()
  public var minimumSecondaryWidth: Double??
  /// At most `Limits.widthEntries`, ascending, the first from 0 on.
  public var byWidth: [WidthEntry]?
  public var gestureOffIn: Set<DisplayMode>?
  /// The arrangement whose answers are set before those of `delegate`; the delegate's controllers do not change.
  public var delegateFrom: SplitArrangement?
  public var delegate: SplitDelegateUpdate?
  public var traitOverride: TraitOverride??

  public init() {}

  /// What `change` sets.
  public init(_ change: (inout SplitUpdate) -> Void) { change(&self) }
}

/// New values of a column's width preferences.
public struct ColumnWidthUpdate: Hashable, Sendable {
  public var preferred: Double??
  public var fraction: Double??
  public var minimum: Double??
  public var maximum: Double??

  public init() {}
}

/// How wide an app wants a column; nil is UIKit's `automaticDimension` (CW-1).
public struct ColumnWidth: Hashable, Sendable {
  /// Points; wins over the fraction.
  public var preferred: Double?
  /// Of the split view's width, 0 to 1.
  public var fraction: Double?
  /// Points.
  public var minimum: Double?
  /// Points.
  public var maximum: Double?

  public init(preferred: Double? = nil, fraction: Double? = nil, minimum: Double? = nil, maximum: Double? = nil) {
    self.preferred = preferred
    self.fraction = fraction
    self.minimum = minimum
    self.maximum = maximum
  }

  /// The preliminary width, within `room`, then within minimum and maximum; where these contradict each other the
  /// minimum wins (CW-2, CW-4, CW-6, M5).
  func resolved(_ automatic: AutomaticWidth, of width: Double, room: Double) -> Double {
    let preliminary = preferred ?? fraction.map { $0.points(of: width) } ?? automatic.preferred.points(of: width)
    let largest = maximum ?? automatic.maximum ?? width
    return min(max(min(preliminary, room, largest), minimum ?? automatic.minimum, 0), width)
  }
}

/// The value of a column's `automaticDimension` in one generation of rules.
public struct AutomaticWidth: Hashable, Sendable {
  public enum Preferred: Hashable, Sendable {
    case points(Double)
    /// Of the split view's width.
    case fraction(Double)

    func points(of width: Double) -> Double {
      switch self {
      case .points(let points): points
      case .fraction(let fraction): fraction.points(of: width)
      }
    }
  }

  public var preferred: Preferred
  /// Points.
  public var minimum: Double
  /// Points; nil where there is none.
  public var maximum: Double?
}

extension Double {
  /// A share of a width, without what binary fractions add in the far decimals.
  fileprivate func points(of width: Double) -> Double { (self * width * 100).rounded() / 100 }
}

/// The mode that an app prefers where its split view is wide enough (D-421).
public struct WidthEntry: Hashable, Sendable {
  /// Points; it is that of wider split views, up to the next entry. The first one has 0, and no lower width.
  public var above: Double
  /// Nil is `automatic`.
  public var displayMode: DisplayMode?

  public init(above: Double, displayMode: DisplayMode? = nil) {
    (self.above, self.displayMode) = (above, displayMode)
  }
}

extension [WidthEntry] {
  /// The entry of a width in points; nil where there is none at all.
  package func entry(at width: Double) -> WidthEntry? { last { $0.above < width } ?? first }
}

extension Split {
  /// Sets the lists that an update names.
  package mutating func apply(lists update: SplitUpdate) {
    if let entries = update.byWidth { byWidth = entries }
    if let modes = update.gestureOffIn { gestureOffIn = modes }
  }

  /// Requests the mode of the width of the next layout, where that of the last one has another entry: as a start tree
  /// does for the first one (M2), else as `setDisplayMode` (M3, M4, D-421). Returns whether it is requested anew.
  mutating func requestMode(atWidth width: Double, _ rules: SystemRules, isFirstAppearance: Bool) -> Bool {
    guard let entry = byWidth.entry(at: width) else { return false }
    if isFirstAppearance {
      preferences.displayMode = entry.displayMode
      return false
    }
    if let size, byWidth.entry(at: size.width) == entry { return false }
    prefer(entry.displayMode, rules)
    return true
  }

  /// The preferences as they count with the mode on display; a collapsed one displays none (D-422).
  var preferencesInForce: SplitPreferences {
    var own = preferences
    if gestureOffIn.contains(displayMode), !isCollapsed { own.presentsWithGesture = false }
    return own
  }
}
