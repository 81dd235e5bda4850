/// `replaceDetails`: a shown detail takes the place of the open ones, expanded and collapsed alike (D-144).
extension Session {
  /// Replaces the details of a collapsed split view, so that an expansion results in the tree of a `showDetail` after it.
  mutating func replaceCollapsedDetails(of id: ControllerID, with detail: Controller) {
    guard let split = root.find(id)?.split else { return }
    let isEmpty = split.hasEmptyColumn
    var fresh: Controller?
    if isEmpty, let placeholder = split.delegate.placeholder {
      let stackID = nextID()
      fresh = Controller(id: stackID, content: .stack(Stack(root: unheld(placeholder))))
    }
    updateSplit(id) { $0.replaceCollapsedDetails(with: detail, fresh: fresh) }
  }
}

extension Split {
  /// Whether a collapsed split view has no secondary, and no details that an expansion would move there.
  fileprivate var hasEmptyColumn: Bool {
    collapse?.preserved.secondary == nil && nestedSecondary == nil && primary?.detailTarget?.hasDetails == false
  }

  /// - Parameter fresh: the stack of a column that was empty.
  fileprivate mutating func replaceCollapsedDetails(with detail: Controller, fresh: Controller?) {
    if delegate.onTabSwitch == .saveAndRestore { forgetSavedDetails() }
    let open = columns.primary?.updateDetailTarget { $0.truncate(to: $0.detailIndex) } ?? []
    let preserved = fresh ?? collapse?.preserved.secondary
    collapse?.preserved.secondary = nil
    var pushed = detail
    if var own = preserved ?? open.first(where: { $0.kind == .stack }) ?? takeFromOtherTab(), own.kind == .stack {
      if preserved != nil, own.stack?.root.isPlaceholder == true {
        _ = own.updateStack { $0.truncate(to: 1) }
        collapse?.preserved.secondary = own
      } else {
        // The column's own stack, which the collapse nested or would have nested (D-142).
        _ = own.updateStack { $0.replaceDetails(with: detail) }
        pushed = own
      }
    }
    _ = columns.primary?.updateDetailTarget { $0.push(pushed) }
  }
}

extension Stack {
  /// Replaces all above the placeholder, or all.
  mutating func replaceDetails(with detail: Controller) {
    guard root.isPlaceholder else {
      self = emptied(onto: detail)
      return
    }
    _ = truncate(to: 1)
    push(detail)
  }
}
