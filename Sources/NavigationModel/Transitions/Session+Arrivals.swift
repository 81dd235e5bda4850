/// How new trees come into a session: every controller gets a name of its own, and stands where such a controller may stand.
extension Session {
  /// Checks trees that are to become children of `container`, and names what has no id.
  ///
  /// Throws `duplicateController`, `cannotPush` or `cannotContain`.
  mutating func admit(
    _ newcomers: [Controller], into container: ControllerID, _ place: Place, _ telling: inout Telling
  ) throws(Rejection) -> [Controller] {
    for newcomer in newcomers { try newcomer.check(place, in: container) }
    let named = try name(newcomers, taken: root)
    for newcomer in named { telling.arrived += newcomer.splits }
    return named
  }

  /// The same for one tree.
  mutating func admit(
    _ newcomer: Controller, into container: ControllerID, _ place: Place, _ telling: inout Telling
  ) throws(Rejection) -> Controller {
    try admit([newcomer], into: container, place, &telling).first ?? newcomer
  }

  /// The same for the tree of a whole window.
  mutating func admitRoot(_ telling: inout Telling) throws(Rejection) {
    try root.check(.container, in: root.id)
    root.completeDetailColumns()
    root = try name([root], taken: nil).first ?? root
    try root.summary.checkLimits()
    telling.arrived = root.splits
  }

  private mutating func name(_ newcomers: [Controller], taken: Controller?) throws(Rejection) -> [Controller] {
    var given = GivenNames(taken: taken)
    for newcomer in newcomers { given.add(newcomer) }
    if let duplicate = given.duplicate { throw .duplicateController(duplicate) }
    guard given.hasUnnamed else { return newcomers }
    return newcomers.map { newcomer in
      var named = newcomer
      named.nameAutomatic {
        repeat { countedIDs += 1 } while given.contains(.counted(countedIDs))
        return .counted(countedIDs)
      }
      return named
    }
  }
}

/// The ids that newcomers bring, against each other and against those of the session.
private struct GivenNames {
  let taken: Controller?
  private(set) var duplicate: ControllerID?
  private(set) var hasUnnamed = false
  private var first: ControllerID?
  private var others: Set<ControllerID> = []

  init(taken: Controller?) { self.taken = taken }

  func contains(_ id: ControllerID) -> Bool { id == first || others.contains(id) || taken?.find(id) != nil }

  mutating func add(_ controller: Controller) {
    if controller.id.isAutomatic {
      hasUnnamed = true
    } else if contains(controller.id) {
      duplicate = duplicate ?? controller.id
    } else if first == nil {
      first = controller.id
    } else {
      others.insert(controller.id)
    }
    controller.forEachHeld { held, _ in add(held) }
  }
}

/// Where a controller is to stand, as far as it matters for what may stand there.
enum Place {
  /// The window, a tab, or a column that is no detail column.
  case container
  case stackRoot, stackMember
  /// The primary of a split view: its stack may hold another one, which a collapse put there (CL-7).
  case primary
  case primaryStackMember
  /// The only place with a placeholder at the root of a stack.
  case detailColumn
  case detailRoot
}

extension Controller {
  /// Throws `cannotPush` for a stack or a split view on a stack (NV-9, CL-27), `cannotContain` for a placeholder that is not at the root of a detail stack.
  func check(_ place: Place, in container: ControllerID) throws(Rejection) {
    switch content {
    case .screen(let screen):
      if screen.isPlaceholder, place != .detailRoot { throw .cannotContain(container: container, child: id) }
    case .stack(let stack):
      if place == .stackRoot || place == .stackMember || place == .detailRoot { throw .cannotPush(id) }
      let isDetail = place == .detailColumn || place == .primaryStackMember
      try stack.root.check(isDetail ? .detailRoot : .stackRoot, in: id)
      for child in stack.above { try child.check(place == .primary ? .primaryStackMember : .stackMember, in: id) }
    case .tabBar(let tabBar):
      for tab in tabBar.tabs { try tab.child.check(.container, in: id) }
    case .split(let split):
      if place != .container && place != .primary && place != .detailColumn { throw .cannotPush(id) }
      try split.primary.check(.primary, in: id)
      try split.secondary?.check(.detailColumn, in: id)
      try split.preserved?.check(.detailColumn, in: id)
      try split.behavior.primaryForCollapsing?.check(.primary, in: id)
      try split.behavior.primaryForExpanding?.check(.primary, in: id)
      try split.behavior.secondaryForSeparating?.check(.detailColumn, in: id)
    }
  }

  fileprivate mutating func nameAutomatic(_ next: () -> ControllerID) {
    if id.isAutomatic { id = next() }
    updateEachHeld { $0.nameAutomatic(next) }
  }

  /// The split views in this tree, outermost first.
  fileprivate var splits: [ControllerID] {
    guard summary.holdsSplit else { return [] }
    var splits = kind == .split ? [id] : []
    forEachHeld { held, holding in
      if holding != .pending { splits += held.splits }
    }
    return splits
  }

  /// A split view that has a placeholder and nothing else for its detail column starts with a stack on the placeholder (SYS0-1, SYS0-4).
  fileprivate mutating func completeDetailColumns() {
    if case .split(var split) = content, let placeholder = split.behavior.placeholder, split.secondary == nil, !split.isCollapsed {
      split.secondary = Controller(id: .automatic, content: .stack(Stack(root: placeholder)))
      content = .split(split)
    }
    updateEachHeld { $0.completeDetailColumns() }
  }
}
