/// `replaceDetails`: a shown detail takes the place of the open ones, expanded and collapsed alike (D-144).
extension Session {
  /// Replaces the details of a collapsed split view, so that an expansion results in the tree of a `showDetail` after it.
  mutating func replaceCollapsedDetails(of id: ControllerID, with details: Details) {
    guard let split = root.find(id)?.split else { return }
    var fresh: Controller?
    if split.hasEmptyColumn, details.column == nil, let placeholder = split.delegate.placeholder {
      let stackID = nextID()
      fresh = Controller(id: stackID, content: .stack(Stack(root: unheld(placeholder))))
    }
    updateSplit(id) { $0.replaceCollapsedDetails(with: details, fresh: fresh) }
  }

  /// What a `showDetail` brings: a new stack that becomes the column, or screens for a detail stack.
  struct Details {
    var column: Controller?
    var screens: [Controller] = []
  }

  /// Admits a detail, and asks the app. A new stack becomes the column, with its id; above a placeholder its screens
  /// alone enter, and nothing stays of the stack but its `discarded` (NV-9, D-410).
  mutating func admitDetails(
    _ newcomer: Transition.Newcomer, of split: ControllerID, isAbovePlaceholder: Bool, _ recorder: inout EventRecorder
  ) throws(Rejection) -> Details {
    var details = Details()
    if case .new(let given) = newcomer, given.kind == .stack {
      let whole = try admit(given, into: split, as: .container, &recorder)
      if isAbovePlaceholder {
        details.screens = whole.stack?.children ?? []
        recorder.dissolve(whole)
      } else {
        details.column = whole
      }
      recorder.call(.showDetail(split: split, controller: whole.id, answer: true))
    } else {
      let target = root.find(split)?.split?.detailStack?.id ?? split
      details.screens = [try admit(newcomer, into: target, as: .stackMember, &recorder)]
      recorder.call(.showDetail(split: split, controller: details.screens[0].id, answer: true))
    }
    return details
  }
}

extension Split {
  /// Whether details stand above a placeholder, so that a new stack's screens alone enter.
  var takesScreensAlone: Bool {
    guard isCollapsed else { return secondary?.stack?.root.isPlaceholder == true }
    if (collapse?.preserved.secondary ?? nestedSecondary)?.stack?.root.isPlaceholder == true { return true }
    return delegate.onShowDetail == .replaceDetails && hasEmptyColumn && delegate.placeholder != nil
  }

  /// Whether a collapsed split view has no secondary, and no details that an expansion would move there.
  fileprivate var hasEmptyColumn: Bool {
    collapse?.preserved.secondary == nil && nestedSecondary == nil && detailTarget?.hasDetails == false
  }

  /// - Parameter fresh: the stack of a column that was empty.
  fileprivate mutating func replaceCollapsedDetails(with details: Session.Details, fresh: Controller?) {
    if delegate.onTabSwitch == .saveAndRestore { forgetSavedDetails() }
    let open = updateDetailTarget { $0.truncate(to: $0.detailIndex) } ?? []
    let preserved = fresh ?? collapse?.preserved.secondary
    collapse?.preserved.secondary = nil
    var pushed = details.column.map { [$0] } ?? details.screens
    if var own = preserved ?? open.first(where: { $0.kind == .stack }) ?? takeFromOtherTab(), own.kind == .stack {
      if preserved != nil, own.stack?.root.isPlaceholder == true {
        _ = own.updateStack { $0.truncate(to: 1) }
        collapse?.preserved.secondary = own
      } else if details.column == nil {
        // The column's own stack, which the collapse nested or would have nested (D-142).
        _ = own.updateStack { $0.replaceDetails(with: details.screens) }
        pushed = [own]
      }
    }
    _ = updateDetailTarget { $0.push(all: pushed) }
  }
}

extension Stack {
  /// Replaces all above the placeholder, or all.
  mutating func replaceDetails(with details: [Controller]) {
    var screens = details[...]
    if root.isPlaceholder { _ = truncate(to: 1) } else if let first = screens.popFirst() { self = emptied(onto: first) }
    push(all: screens)
  }

  mutating func push(all controllers: some Sequence<Controller>) { for controller in controllers { push(controller) } }
}
