@testable import NavigationModel

extension Session {
  /// Every id in the session, kept ones included.
  var allIDs: Set<ControllerID> {
    var ids: Set<ControllerID> = []
    root.forEachController { ids.insert($0.id) }
    return ids
  }

  /// As it is once a swipe is let go.
  var withoutSwipe: Session {
    var session = self
    _ = session.cancelInteractiveBack()
    return session
  }

  /// Something to do, more often than not something that can be done.
  func randomTransition(_ random: inout SplitMix) -> Transition {
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
    switch Int.random(in: 0..<27, using: &random) {
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
    default: action = .setDevice(["iPhone 16 Plus", "iPad Pro 11-inch (M4)"].randomElement(using: &random) ?? "")
    }
    return Transition(action, animated: animated)
  }
}
