@testable import Navigation

extension Session {
  /// Whether a classic split view has no stack for its details, so that what its behavior says cannot be done and UIKit
  /// decides (M11). An expanded one may move its secondary whole instead, and back (D-142).
  var actsAsSystem: Bool {
    guard let split = root.split, split.style == .classic else { return false }
    if !split.isCollapsed, split.delegate.onCollapse == .moveAbovePlaceholder,
      split.delegate.onSeparate == .moveAboveRoot
    {
      return false
    }
    // Details on a preserved stack could not be moved when the split view collapsed.
    if split.collapse?.preserved.secondary?.stack?.above.isEmpty == false { return true }
    guard let stack = (split.secondary ?? split.collapse?.preserved.secondary)?.stack else { return true }
    // Collapsed, what an expansion cannot put back where it is: a stack that the next collapse nests (D-142), or one
    // that is nested beside a preserved one.
    return split.delegate.onCollapse == .moveAbovePlaceholder && !stack.root.isPlaceholder
      || split.nestedSecondary != nil
  }

  /// The sketch without the parts that a collapse and an expansion may change: a column style's columns one by one,
  /// also those on another column's stack (CO-4), and a classic split view without the columns that its mode shows.
  var sketchOfColumns: String {
    guard var split = root.split else { return sketch }
    if split.style == .classic {
      if !split.isCollapsed { split.displayMode = .oneBesideSecondary }
      return Controller(id: root.id, content: .split(split)).sketch
    }
    var columns: [String] = []
    let kept = split.collapse?.preserved
    split.withColumnsApart { split in
      for column in Column.allCases {
        if let content = split.columns[column] ?? split.collapse?.preserved[column] ?? kept?[column] {
          columns.append("\(column.rawValue)=\(content.sketch)")
        }
      }
    }
    // A sheet of the system's is a column, too.
    if root.presentsInspector, let sheet = root.presentedChild { columns.append("inspector=\(sheet.sketch)") }
    if split.isInspectorShown { columns.append("+") }
    return columns.joined(separator: " ")
  }
}
