/// After every transition each split view looks at its traits and at its room, outermost first, and collapses, expands or changes its mode (SC-1).
extension Session {
  mutating func settleSplits(_ telling: inout Telling) {
    guard root.summary.holdsSplit else { return }
    let (traits, rules) = (environment.traits, environment.system.rules)
    var isNew = Set(telling.arrived)
    while let (id, traits) = root.firstUnsettledSplit(in: traits, rules, isNew) {
      let isFirstAppearance = isNew.remove(id) != nil
      _ = root.update(id) { controller in
        guard case .split(var split) = controller.content else { return }
        split.settle(id, in: traits, rules, isFirstAppearance: isFirstAppearance, &telling)
        controller.content = .split(split)
      }
    }
    telling.arrived = []
  }
}

extension Controller {
  fileprivate func firstUnsettledSplit(in inherited: Traits, _ rules: SystemRules, _ isNew: Set<ControllerID>) -> (ControllerID, Traits)? {
    var found: (ControllerID, Traits)?
    forEachSplit(in: inherited, rules) { split, traits in
      guard found == nil, isNew.contains(split.id) || !split.value.isSettled(in: traits, rules) else { return }
      found = (split.id, traits)
    }
    return found
  }

  /// Calls `body` with every split view in the session and the traits it inherits, outermost first (SC-2, TR-1, CL-19).
  func forEachSplit(in inherited: Traits, _ rules: SystemRules, _ body: (KeptContent<Split>, Traits) -> Void) {
    guard summary.holdsSplit else { return }
    let traits = traitOverride?.applied(to: inherited) ?? inherited
    switch node {
    case .screen: break
    case .stack, .tabBar: forEachHeld { held, _ in held.forEachSplit(in: traits, rules, body) }
    case .split(let split):
      body(split, traits)
      let inPrimary = split.value.isCollapsed ? traits : Split.primaryTraits(in: traits, rules)
      split.value.primary.forEachSplit(in: inPrimary, rules, body)
      split.value.secondary?.forEachSplit(in: traits, rules, body)
      split.value.preserved?.forEachSplit(in: traits, rules, body)
    }
  }
}

extension Split {
  /// The mode that `automatic` stands for in a window of this size (M1, DM-6).
  public static func automaticMode(in traits: Traits, _ rules: SystemRules) -> DisplayMode {
    switch rules.automaticMode {
    case .sideBySide(let minimumWidth): traits.size.width >= minimumWidth ? .oneBesideSecondary : .secondaryOnly
    case .sideBySideWhenWide:
      switch Orientation(width: traits.size.width, height: traits.size.height) {
      case .landscape: .oneBesideSecondary
      case .portrait: .secondaryOnly
      }
    }
  }

  /// The width of the primary column beside the secondary, in points (M5, CW-3, CW-6).
  public static func automaticPrimaryWidth(in traits: Traits, _ rules: SystemRules) -> Double {
    min(320, traits.size.width * (rules.automaticPrimaryFraction ?? 1))
  }

  /// An expanded split view makes its primary compact (CL-19).
  static func primaryTraits(in traits: Traits, _ rules: SystemRules) -> Traits {
    let width = automaticPrimaryWidth(in: traits, rules)
    return Traits(horizontal: .compact, vertical: traits.vertical, size: Size(width: width, height: traits.size.height))
  }

  func isSettled(in traits: Traits, _ rules: SystemRules) -> Bool {
    switch traits.horizontal {
    case .compact: isCollapsed
    case .regular: !isCollapsed && displayMode == Self.automaticMode(in: traits, rules)
    }
  }

  mutating func settle(_ id: ControllerID, in traits: Traits, _ rules: SystemRules, isFirstAppearance: Bool, _ telling: inout Telling) {
    var change = ColumnChange(split: id, rules: rules)
    if isFirstAppearance {
      forgetMode(rules)
    } else {
      change.visible = visibleColumns
    }
    switch traits.horizontal {
    case .compact:
      if isFirstAppearance || !isCollapsed { collapse(id, &change, &telling) }
    case .regular:
      let mode = Self.automaticMode(in: traits, rules)
      if isCollapsed {
        expand(id, to: mode, &change, &telling)
      } else {
        changeMode(id, to: mode, &change, &telling)
      }
    }
    change.conclude(&telling)
  }

  /// The columns on display; the collapsed one shows the column on top.
  var visibleColumns: [Column] { isCollapsed ? [topColumn] : displayMode.visibleColumns }

  /// Before the first appearance the mode is `secondaryOnly`, but for a collapsed split view that remembers its last expanded one (M0, DM-2).
  private mutating func forgetMode(_ rules: SystemRules) {
    if case .lastExpanded = rules.collapsedMode, isCollapsed { return }
    displayMode = .secondaryOnly
  }

  private mutating func changeMode(_ id: ControllerID, to mode: DisplayMode, _ change: inout ColumnChange, _ telling: inout Telling) {
    announce(id, mode, &telling)
    change.pass(to: mode.visibleColumns, &telling)
  }

  /// `willChangeTo` before everything else, and only where the mode differs (M0, DM-17).
  mutating func announce(_ id: ControllerID, _ mode: DisplayMode, _ telling: inout Telling) {
    guard mode != displayMode else { return }
    telling.ask(.willChangeDisplayMode(split: id, to: mode))
    telling.changes.append(.displayModeChanged(split: id, from: displayMode, to: mode))
    displayMode = mode
  }
}

/// The column callbacks of one change: "will" in passes as they happen, "did" for the last thing announced for each column (M0).
struct ColumnChange {
  let split: ControllerID
  let rules: SystemRules
  var visible: [Column] = []
  private var announced: [(column: Column, isShown: Bool)] = []

  /// The order in which a pass visits the columns, by UIKit's numbers 1, 0, 3, 2 (M0).
  private static let order: [Column] = [.primary, .secondary]

  init(split: ControllerID, rules: SystemRules) {
    self.split = split
    self.rules = rules
  }

  mutating func pass(to columns: [Column], _ telling: inout Telling) {
    for column in Self.order where columns.contains(column) != visible.contains(column) {
      let isShown = columns.contains(column)
      telling.ask(isShown ? .willShow(split: split, column) : .willHide(split: split, column))
      announced.append((column, isShown))
    }
    visible = columns
  }

  /// Tells the "did"s; only iOS 26 has them (CO-24).
  func conclude(_ telling: inout Telling) {
    guard rules.tellsDidShowAndDidHide else { return }
    for column in Self.order {
      guard let isShown = announced.last(where: { $0.column == column })?.isShown else { continue }
      telling.notify(isShown ? .didShow(split: split, column) : .didHide(split: split, column))
    }
  }
}
