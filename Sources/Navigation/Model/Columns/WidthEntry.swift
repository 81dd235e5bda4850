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
