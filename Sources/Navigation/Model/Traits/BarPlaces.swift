/// Where a window, and the columns around a tab bar, let the bar stand.
public struct BarPlaces: OptionSet, Hashable, Sendable {
  public let rawValue: UInt8

  public init(rawValue: UInt8) { self.rawValue = rawValue }

  /// At the top, where the width is regular (TG-4).
  public static let top = BarPlaces(rawValue: 1)
  /// As a sidebar, where the width is regular (TG-4).
  public static let sidebar = BarPlaces(rawValue: 2)
  /// The same where the app prefers a sidebar to a bar, beside the content (TG-13).
  public static let preferredSidebar = BarPlaces(rawValue: 4)
  /// Upright at the trailing side (WN-7).
  public static let side = BarPlaces(rawValue: 8)
  /// A sidebar is shown until it is hidden (TG-5).
  public static let openSidebar = BarPlaces(rawValue: 16)
}

extension Environment {
  /// Where its bars may stand.
  var barPlaces: BarPlaces {
    let (size, rules) = (size, system.rules)
    var places: BarPlaces = size.width > size.height ? .openSidebar : []
    switch idiom {
    case .pad: if rules.tabBarAtTop { places.formUnion([.top, .sidebar]) }
    case .phone:
      if rules.phoneSidebar, size.width >= SystemRules.phoneSidebarMinimum { places.insert(.preferredSidebar) }
      if rules.sideBars, let pose, !(pose.isUnfolded && orientation == .portrait) { places.insert(.side) }
    }
    return places
  }
}

extension Traits {
  /// As an answer has them: it says where a bar stands, not where it may.
  package var answered: Traits {
    var answered = self
    (answered.idiom, answered.bars) = (.pad, [])
    return answered
  }

  /// Those of a column beside or over the secondary of an expanded split view: compact (CL-19), with bars at the bottom
  /// (D-460).
  mutating func enterSidebar() {
    horizontal = .compact
    fold = nil
    bars = []
  }
}
