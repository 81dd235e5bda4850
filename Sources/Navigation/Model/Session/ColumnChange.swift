/// The column callbacks of one change: "will" in passes as they happen, "did" once for each column's last announcement
/// (M0).
struct ColumnChange {
  let split: ControllerID
  let rules: SystemRules
  var visible: [Column] = []
  private var announced: [(column: Column, isShown: Bool)] = []

  /// The order in which a pass visits the columns, by UIKit's numbers 1, 0, 3, 2 (M0), and 4 after them (D-483).
  private static let order: [Column] = [.supplementary, .primary, .compact, .secondary, .inspector]

  init(split: ControllerID, rules: SystemRules) {
    self.split = split
    self.rules = rules
  }

  mutating func pass(to columns: [Column], _ recorder: inout EventRecorder) {
    for column in Self.order where columns.contains(column) != visible.contains(column) {
      report(column, isShown: columns.contains(column), &recorder)
    }
    visible = columns
  }

  /// Announces a single column.
  mutating func report(_ column: Column, isShown: Bool, _ recorder: inout EventRecorder) {
    if column != .inspector || SystemRules.inspectorHasWills {
      recorder.call(isShown ? .willShow(split: split, column) : .willHide(split: split, column))
    }
    announced.append((column, isShown))
  }

  /// Adds the "did" callbacks, which only iOS 26 has (CO-24).
  func conclude(_ recorder: inout EventRecorder) {
    guard rules.reportsDidShowAndDidHide else { return }
    for column in Self.order {
      guard let isShown = announced.last(where: { $0.column == column })?.isShown else { continue }
      recorder.notify(isShown ? .didShow(split: split, column) : .didHide(split: split, column))
    }
  }
}
