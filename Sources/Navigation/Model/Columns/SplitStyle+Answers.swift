extension SplitStyle {
  /// Whether an answer of the app's delegate, by its name in JSON, acts in a split view of this style; in another it
  /// changes nothing or is refused (D-413).
  ///
  /// UIKit makes some calls in one style alone (CL-25, SH-10, DM-15, M9); other answers are about what only one style
  /// has: parked details, a flattened stack, a detail popped from the stack of columns, a third column.
  package func asks(for answer: String) -> Bool {
    switch answer {
    case "onShowDetail", "onShow", "onCollapse", "onSeparate", "onTabSwitch", "collapsesOnto", "primaryForCollapsing",
      "primaryForExpanding", "secondaryForSeparating", "targetDisplayModeForAction", "flattenOnCollapse":
      self == .classic
    case "topColumnForCollapsing", "onDetailPopped", "displayModeForExpanding": self != .classic
    case "supplementaryPlaceholder": self == .tripleColumn
    case _: true
    }
  }
}
