/// The arrangements with a split view, each with its delegate answers and preferences.
public enum SplitArrangement: String, Hashable, Sendable, CaseIterable {
  case tabsInPrimary, tabBarInStack, listDetail, doubleColumn, tripleColumn

  public var style: SplitStyle {
    switch self {
    case .tabsInPrimary, .tabBarInStack, .listDetail: .classic
    case .doubleColumn: .doubleColumn
    case .tripleColumn: .tripleColumn
    }
  }

  /// The delegate's answers without its controllers, which belong to each session.
  public var delegate: SplitDelegate {
    switch self {
    case .tabsInPrimary: .movingDetails(onTabSwitch: .followTab)
    case .tabBarInStack: .movingDetails(onTabSwitch: .saveAndRestore, .portraitOnPhone)
    case .listDetail, .doubleColumn, .tripleColumn: SplitDelegate()
    }
  }

  public var preferences: SplitPreferences {
    switch self {
    // 380 points in every window that expands (SYS1-8, CW-5).
    case .tabBarInStack:
      SplitPreferences(displayMode: .oneBesideSecondary, primaryWidth: ColumnWidth(fraction: 1, maximum: 380))
    case .tabsInPrimary, .listDetail, .doubleColumn, .tripleColumn: SplitPreferences()
    }
  }

  public var traitOverride: TraitOverride? {
    switch self {
    // Collapsed unless wide (SYS1-2, SYS1-31 as decided).
    case .tabBarInStack: .compactBelow(width: 1000, orWhenTall: true)
    case .tabsInPrimary, .listDetail, .doubleColumn, .tripleColumn: nil
    }
  }
}

extension SplitDelegate {
  /// The answers of an app that moves its details above a placeholder (SYS0-10, SYS0-17, SYS0-20).
  static let movingDetails = movingDetails(onTabSwitch: .keepDetail)

  fileprivate static func movingDetails(
    onTabSwitch: OnTabSwitch, _ orientations: SupportedInterfaceOrientations = .system
  ) -> SplitDelegate {
    SplitDelegate(
      onShowDetail: .replaceAbovePlaceholder, onCollapse: .moveAbovePlaceholder, onSeparate: .moveAboveRoot,
      onTabSwitch: onTabSwitch, supportedInterfaceOrientations: orientations)
  }
}
