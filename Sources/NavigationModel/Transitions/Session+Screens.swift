/// The families Lists and Screens: what an app says of single screens, wherever they stand.
extension Session {
  mutating func select(
    _ row: String?, in list: ControllerID, cause: Event.SelectionCause, _ telling: inout Telling
  ) throws(Rejection) -> Outcome {
    _ = try resolve(list, .screen)
    if let event = changeSelection(of: list, to: row, cause) { telling.changes.append(event) }
    return Outcome()
  }

  mutating func update(_ id: ControllerID, _ update: ScreenUpdate) throws(Rejection) -> Outcome {
    _ = try resolve(id, .screen)
    _ = root.update(id) { controller in
      guard case .screen(var screen) = controller.content else { return }
      screen.apply(update)
      controller.content = .screen(screen)
    }
    return Outcome()
  }

  /// A thing was deleted: each screen that shows it goes, with all that stands above it, in every stack, parked or not.
  mutating func removeItem(route: String, params: Params, _ telling: inout Telling) -> Outcome {
    var removal = ItemRemoval(route: route, params: params)
    removal.visit(&root)
    for list in removal.uncovered {
      if let event = changeSelection(of: list, to: nil, .itemRemoved) { telling.changes.append(event) }
    }
    telling.animated = true
    return Outcome(handled: removal.hasRemoved)
  }
}

/// Walks a tree and takes out what shows a deleted thing.
private struct ItemRemoval {
  let route: String
  let params: Params
  var hasRemoved = false
  /// The screens that came to the top of a stack because something above them went.
  var uncovered: [ControllerID] = []

  init(route: String, params: Params) {
    self.route = route
    self.params = params
  }

  mutating func visit(_ controller: inout Controller) {
    switch controller.content {
    case .screen: break
    case .stack(var stack):
      visit(&stack)
      controller.content = .stack(stack)
    case .tabBar:
      controller.updateEachHeld { visit(&$0) }
    case .split(var split):
      visit(&split.primary)
      visit(column: &split.secondary, placeholder: split.behavior.placeholder)
      visit(column: &split.preserved, placeholder: split.behavior.placeholder)
      controller.content = .split(split)
    }
  }

  /// The root stays: it is a primary's, a tab's or a window's.
  private mutating func visit(_ stack: inout Stack) {
    if let lowest = stack.above.firstIndex(where: { shows($0) || $0.stack.map { shows($0.root) } == true }) {
      _ = stack.truncate(to: lowest + 1)
      hasRemoved = true
      if stack.top.screen?.selection != nil { uncovered.append(stack.top.id) }
    }
    visit(&stack.root)
    for index in stack.above.indices { visit(&stack.above[index]) }
  }

  /// A column left without its root goes back to its placeholder, or is empty.
  private mutating func visit(column: inout Controller?, placeholder: Controller?) {
    guard var controller = column else { return }
    let root = controller.stack?.root ?? controller
    if shows(root) {
      hasRemoved = true
      let emptied = placeholder.map { Controller(id: controller.id, content: .stack(Stack(root: $0))) }
      column = controller.kind == .stack ? emptied : nil
      return
    }
    visit(&controller)
    column = controller
  }

  private func shows(_ controller: Controller) -> Bool {
    guard let screen = controller.screen, !screen.isPlaceholder else { return false }
    return screen.route == route && screen.params.contains(params)
  }
}

extension Screen {
  fileprivate mutating func apply(_ update: ScreenUpdate) {
    if let route = update.route { self.route = route }
    if let title = update.title { self.title = title }
    if let params = update.params { self.params = params }
    if let clears = update.clearsSelectionOnAppear { clearsSelectionOnAppear = clears }
    if let hides = update.hidesBottomBarWhenPushed { hidesBottomBarWhenPushed = hides }
    if let button = update.leftBarButton { leftBarButton = button }
    if let supplement = update.leftItemsSupplementBackButton { leftItemsSupplementBackButton = supplement }
    if let hides = update.hidesBackButton { hidesBackButton = hides }
    if let title = update.backButtonTitle { backButtonTitle = title }
    if let blocks = update.blocksRemoval { blocksRemoval = blocks }
  }
}
