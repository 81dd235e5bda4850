/// Walks a tree and takes screens out, each with the screens above it, wherever the tree keeps them (D-17, D-294).
struct ScreenRemoval {
  /// What stays where nothing can take its place.
  enum Roots {
    /// Only the root of a primary, a tab, a page, a compact tree or the window.
    case stayWhereNeeded
    /// The root of every column, too.
    case stay
  }

  /// The session before, whose counter names placeholders.
  private(set) var session: Session
  private(set) var hasRemoved = false
  /// The screens that became the top of a stack because those above them were removed.
  private(set) var uncovered: [ControllerID] = []
  private let leaves: (Controller) -> Bool
  private let dismisses: (Controller) -> Bool
  private let roots: Roots
  private let visitsAnswers: Bool

  /// - Parameters:
  ///   - leaves: whether a screen leaves with those above it.
  ///   - dismisses: whether a presented tree with such a root leaves, though no screen like it does elsewhere.
  ///   - visitsAnswers: whether the delegate's pending answers lose such screens, too.
  init(
    from session: Session, roots: Roots = .stayWhereNeeded, visitsAnswers: Bool = false,
    leaves: @escaping (Controller) -> Bool, dismisses: @escaping (Controller) -> Bool
  ) {
    self.session = session
    (self.leaves, self.dismisses, self.roots, self.visitsAnswers) = (leaves, dismisses, roots, visitsAnswers)
  }

  mutating func visit(_ controller: inout Controller) {
    switch controller.content {
    case .screen: break
    case .stack(var stack):
      visit(&stack)
      controller.content = .stack(stack)
    case .tabBar(var tabBar):
      for index in tabBar.tabs.indices { _ = tabBar.updateTab(at: index) { visit(&$0) } }
      controller.content = .tabBar(tabBar)
    case .topTabs:
      controller.updateEachHeld { visit(&$0) }
    case .split(var split):
      split.withColumnsApart { split in
        for column in Column.allCases {
          let isEmptied = visit(&split.columns[column], in: column, of: split)
          if isEmptied, column == .secondary { split.isDetailChosen = false }
        }
        if var preserved = split.collapse?.preserved {
          for column in Column.allCases { _ = visit(&preserved[column], in: column, of: split) }
          split.collapse?.preserved = preserved
        }
      }
      if visitsAnswers { visitAnswers(of: &split.delegate) }
      controller.content = .split(split)
    }
    visitPresented(by: &controller)
  }

  /// A presented tree with such a root is dismissed with all trees above it (D-90).
  private mutating func visitPresented(by controller: inout Controller) {
    guard var presented = controller.presented else { return }
    let root = presented.child.stack?.root ?? presented.child
    if leaves(root) || dismisses(root) {
      controller.presented = nil
      hasRemoved = true
    } else {
      visit(&presented.child)
      controller.presented = presented
    }
  }

  /// The root stays: nothing can take its place.
  ///
  /// - Parameter levels: the children that are a managed group's levels, which stay too (D-441).
  private mutating func visit(_ stack: inout Stack, levels: Int = 1) {
    let isAboveRoot = roots == .stay && leaves(stack.root)
    let lowest = stack.above.indices.dropFirst(levels - 1).first { index in
      let child = stack.above[index]
      return isAboveRoot || leaves(child) || child.stack.map { leaves($0.root) } == true
    }
    if let lowest {
      _ = stack.truncate(to: lowest + 1)
      hasRemoved = true
      if stack.top.screen?.selection != nil { uncovered.append(stack.top.id) }
    }
    visit(&stack.root)
    for index in stack.above.indices { visit(&stack.above[index]) }
  }

  /// What a tab has saved goes as if it stood in the detail column.
  private mutating func visit(_ tab: inout Tab) {
    if let levels = tab.node?.value.levelsOnStack.count, levels > 0, var stack = tab.child.stack {
      visit(&stack, levels: levels)
      tab.child.content = .stack(stack)
      visitPresented(by: &tab.child)
    } else {
      visit(&tab.child)
    }
    tab.node?.value.updateEachPile { level, pushed in
      if var own = level {
        visit(&own)
        level = own
      }
      if let lowest = pushed.firstIndex(where: leaves) {
        pushed.removeSubrange(lowest...)
        hasRemoved = true
      }
      for index in pushed.indices { visit(&pushed[index]) }
    }
    if let lowest = tab.savedDetails.firstIndex(where: leaves) {
      tab.savedDetails.removeSubrange(lowest...)
      hasRemoved = true
    }
    for index in tab.savedDetails.indices { visit(&tab.savedDetails[index]) }
  }

  /// A column left without its root goes back to its placeholder, or is empty: then true (D-48).
  private mutating func visit(_ content: inout Controller?, in column: Column, of split: Split) -> Bool {
    guard var controller = content else { return false }
    if column != .primary, roots == .stayWhereNeeded, leaves(controller.stack?.root ?? controller) {
      hasRemoved = true
      content = nil
      guard let placeholder = split.delegate.placeholder(of: column) else { return true }
      controller = session.emptied(controller, onto: placeholder)
      visitPresented(by: &controller)
      content = controller
      return true
    }
    visit(&controller)
    content = controller
    return false
  }

  private mutating func visitAnswers(of delegate: inout SplitDelegate) {
    for answer in [\SplitDelegate.primaryForCollapsing, \.primaryForExpanding] {
      if var tree = delegate[keyPath: answer] {
        visit(&tree)
        delegate[keyPath: answer] = tree
      }
    }
    guard var secondary = delegate.secondaryForSeparating else { return }
    if leaves(secondary.stack?.root ?? secondary) {
      delegate.secondaryForSeparating = nil
      hasRemoved = true
    } else {
      visit(&secondary)
      delegate.secondaryForSeparating = secondary
    }
  }
}

extension Session {
  /// Takes out the screens that leave; false where there is none.
  mutating func remove(_ leaves: @escaping (Controller) -> Bool, _ recorder: inout EventRecorder) -> Bool {
    remove(by: ScreenRemoval(from: self, leaves: leaves, dismisses: { _ in false }), &recorder)
  }

  mutating func remove(by removal: consuming ScreenRemoval, _ recorder: inout EventRecorder) -> Bool {
    var root = root
    removal.visit(&root)
    (self.root, countedIDs) = (root, removal.session.countedIDs)
    for list in removal.uncovered {
      if let event = changeSelection(of: list, to: nil, .itemRemoved) { recorder.add(event, to: .changes) }
    }
    recorder.animated = true
    return removal.hasRemoved
  }
}
