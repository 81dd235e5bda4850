import SeededRandom
@testable import NavigationModel

extension Session {
  /// Every id in the session, kept ones included.
  var allIDs: Set<ControllerID> {
    var ids: Set<ControllerID> = []
    root.forEachController { ids.insert($0.id) }
    return ids
  }

  /// The roots of what is presented, by whomever.
  var presentedIDs: Set<ControllerID> {
    var ids: Set<ControllerID> = []
    root.forEachController { controller in
      if let child = controller.presented?.child { ids.insert(child.id) }
    }
    return ids
  }

  /// As it is once a swipe is let go.
  var withoutSwipe: Session {
    var session = self
    _ = session.cancelInteractiveBack()
    return session
  }

  /// Something to do, more often than not something that can be done.
  func randomTransition(_ random: inout Seeded) -> Transition {
    if Int.random(in: 0..<3, using: &random) == 0, let transition = randomColumnTransition(&random) {
      return transition
    }
    var entries: [Controller] = []
    root.forEachController { entries.append($0) }
    func any(_ kind: Controller.Kind) -> ControllerID? { entries.filter { $0.kind == kind }.randomElement(using: &random)?.id }
    let screen = Controller(id: .automatic, content: .screen(Screen(route: "r\(Int.random(in: 0..<6, using: &random))")))
    let stack = Bool.random(using: &random) ? nil : any(.stack)
    let tab = entries.compactMap(\.tabBar).flatMap(\.tabs).randomElement(using: &random)?.child.id
    let sizes: [Size] = [
      Size(width: 1210, height: 834), Size(width: 500, height: 900), Size(width: 700, height: 900), Size(width: 320, height: 480),
    ]
    let animated: Bool? = [nil, nil, true, false].randomElement(using: &random) ?? nil
    let action: Transition.Action
    // Only where there are pages: elsewhere nothing of theirs could be done.
    let pager = any(.topTabs)
    switch Int.random(in: 0..<(pager == nil ? 32 : 40), using: &random) {
    case 0, 1: action = .push(.new(screen), stack: stack)
    case 2: action = .pop(stack: stack, count: Int.random(in: 1...3, using: &random))
    case 3: action = .popTo(any(.screen) ?? "z")
    case 4: action = .popToRoot(stack: stack)
    case 5:
      let target = any(.stack)
      var members = (target.flatMap { root.find($0)?.stack?.children } ?? []).map { Transition.Member.kept($0.id) }
      if Bool.random(using: &random), members.count > 1 { members.removeLast() }
      if Bool.random(using: &random) { members.append(.new(screen)) }
      action = .setStack(stack: target, children: members)
    case 6: action = .replaceTop(screen, stack: stack)
    case 7: action = .remove(any(.screen) ?? "z")
    case 8: action = .back(stack: nil, phase: nil)
    case 9: action = .back(stack: nil, phase: .began)
    case 10: action = .back(stack: nil, phase: Bool.random(using: &random) ? .cancelled : .finished)
    case 11: action = .show(.new(screen), from: any(.screen))
    case 12, 13, 14: action = .showDetail(.new(screen), from: Bool.random(using: &random) ? nil : any(.screen))
    case 15: action = .push(.existing(any(.screen) ?? "z"), stack: stack)
    case 16, 17: action = tab.map { .tapTab($0) } ?? .push(.new(screen), stack: stack)
    case 18: action = tab.map { .selectTab($0) } ?? .push(.new(screen), stack: stack)
    case 19: action = .selectRow(any(.screen) ?? "z", row: "r\(Int.random(in: 1...3, using: &random))")
    case 20: action = .deselectRow(any(.screen) ?? "z")
    case 21: action = .resize(sizes.randomElement(using: &random) ?? sizes[0])
    case 22: action = .setMultitasking(Multitasking.allCases.randomElement(using: &random) ?? .fullScreen)
    case 23: action = .rotate(Bool.random(using: &random) ? .portrait : .landscape)
    case 24: action = .removeItem(route: "r\(Int.random(in: 0..<6, using: &random))", params: Params())
    case 25: action = Bool.random(using: &random) ? .enterBackground : .enterForeground
    case 26: action = .setTabs(tabBar: any(.tabBar), tabs: randomTabs(of: any(.tabBar), &random))
    case 32...39: action = randomPages(pager ?? "z", screen, &random)
    case 28, 29:
      let style = PresentationStyle.allCases.randomElement(using: &random) ?? .pageSheet
      let newcomer = Bool.random(using: &random) ? .new(screen) : Transition.Newcomer.new(.stack("sheet", screen))
      action = .present(newcomer, style: style, from: Bool.random(using: &random) ? nil : any(.screen))
    case 30: action = .dismiss(nil)
    case 31: action = .dismiss(entries.randomElement(using: &random)?.id)
    default: action = .setDevice(["iPhone 16 Plus", "iPad Pro 11-inch (M4)"].randomElement(using: &random) ?? "")
    }
    return Transition(action, animated: animated)
  }

  private func randomPages(_ pager: ControllerID, _ screen: Controller, _ random: inout Seeded) -> Transition.Action {
    let topTabs = root.find(pager)?.topTabs
    let pages = topTabs?.pages.map(\.child.id) ?? []
    let page = pages.randomElement(using: &random) ?? "z"
    let given = Bool.random(using: &random) ? nil : pager
    switch Int.random(in: 0..<6, using: &random) {
    case 0: return .tapTitle(page: page, topTabs: given)
    case 1, 2:
      let offset = Double.random(in: -0.75...Double(pages.count), using: &random) * (topTabs?.pageWidth ?? 0)
      let phase = Transition.ScrollPhase.allCases.randomElement(using: &random) ?? .ended
      return .scroll(topTabs: given, contentOffset: Bool.random(using: &random) ? offset : offset.rounded(), phase)
    case 3:
      var members = pages.map { Transition.Member.kept($0) }.shuffled(using: &random)
      if Bool.random(using: &random) { _ = members.popLast() }
      if Bool.random(using: &random), members.count < 5 { members.append(.new(screen)) }
      return .setPages(topTabs: pager, pages: members.map { .init(title: "T", child: $0) })
    default:
      var update = TopTabsUpdate()
      if Bool.random(using: &random) { update.currentPage = page }
      if Bool.random(using: &random) { update.bounces = Bool.random(using: &random) }
      if Bool.random(using: &random) { update.isTabControlHidden = Bool.random(using: &random) }
      if Bool.random(using: &random) { update.allowedBounceEdges = Bool.random(using: &random) ? [.leading, .trailing] : [.trailing] }
      return .setTopTabs(topTabs: given, update)
    }
  }

  /// Some top tabs stand between two pages, or on another one than the current.
  var isScrolling: Bool {
    var isScrolling = false
    root.forEachController { if $0.topTabs?.isAtRest == false { isScrolling = true } }
    return isScrolling
  }

  /// The tabs in another order, perhaps without one or with a new one.
  private func randomTabs(of tabBar: ControllerID?, _ random: inout Seeded) -> [Transition.TabDescription] {
    var children = (tabBar.flatMap { root.find($0)?.tabBar?.tabs } ?? []).map { Transition.Member.kept($0.child.id) }
    children.shuffle(using: &random)
    if children.count > 2 { children.removeLast() }
    if Bool.random(using: &random) { children.append(.new(Controller(id: .automatic, content: .screen(Screen(route: "r1"))))) }
    return children.map { Transition.TabDescription(child: $0) }
  }
}
