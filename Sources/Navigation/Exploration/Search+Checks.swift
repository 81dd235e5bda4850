/// The checks of one step.
extension Search {
  mutating func check(_ attempt: Attempt, of step: Step, in session: Session, at place: (state: Int, step: Int)) {
    switch step {
    case .window(let window): checkWindow(window, attempt, in: session, at: place)
    case .tap(let tap): checkBack(tap, attempt, in: session, at: place)
    case .opening, .app: break
    }
  }

  private mutating func checkWindow(
    _ window: Environment, _ attempt: Attempt, in session: Session, at place: (state: Int, step: Int)
  ) {
    let (after, name) = (attempt.session, window.windowName)
    let sizeClass = after.environment.horizontal
    if findings[.keepsPlace] != nil {
      let last = session.shown.last { isOpened($0) }
      if let last, !after.display.visibleLeaves.contains(where: { $0.id == last.id }) {
        find(
          .keepsPlace, route: last.route, in: sizeClass, message: "\(name) hides \(last.id)", at: place.state,
          then: [place.step])
      }
      for case .discarded(let id) in attempt.events {
        guard let screen = session.root.find(id)?.screen, !screen.isPlaceholder else { continue }
        find(
          .keepsPlace, route: screen.route, in: sizeClass, message: "\(name) discards \(id)", at: place.state,
          then: [place.step])
      }
    }
    guard findings[.roundTrip] != nil, let back = Step.window(session.environment).attempt(on: after) else { return }
    let (before, now) = (session.shown.map(\.id), back.session.shown.map(\.id))
    guard before != now else { return }
    if let reason = session.reasonForOtherScreens { return known[reason, default: 0] += 1 }
    let lost = session.shown.first { !now.contains($0.id) } ?? session.shown.first
    find(
      .roundTrip, route: lost?.route, in: session.environment.horizontal,
      message:
        "\(name) and back shows \(now.map(\.description).joined(separator: ", ")), not \(before.map(\.description).joined(separator: ", "))",
      at: place.state, then: [place.step, windowStep(to: session.environment, in: after, at: place.state)])
  }

  /// The number of the step to a window.
  private func windowStep(to window: Environment, in session: Session, at state: Int) -> Int {
    steps(in: session, start: states.start(of: state)).firstIndex { step in
      if case .window(let other) = step { other.place == window.place } else { false }
    } ?? 0
  }

  /// Whether a screen was opened: its route is a detail's or presented, or it is not the root of its stack. A detail may
  /// be the root of a stack that was made for it (SH-9, CO-3).
  private func isOpened(_ leaf: Shown) -> Bool {
    if opened.contains(leaf.route) { return true }
    guard case .stack(let stack)? = leaf.around?.controller.node else { return false }
    return stack.value.root.id != leaf.id
  }

  /// What `canGoBack` promises shows something else.
  private mutating func checkBack(
    _ tap: Tap, _ attempt: Attempt, in session: Session, at place: (state: Int, step: Int)
  ) {
    guard findings[.backLeaves] != nil, case .back = tap, session.canGoBack else { return }
    guard session.display.visibleLeaves.map(\.id) == attempt.session.display.visibleLeaves.map(\.id) else { return }
    let leaf = session.shown.last
    find(
      .backLeaves, route: leaf?.route, in: session.environment.horizontal, message: "back shows the same screens",
      at: place.state,
      then: [place.step])
  }
}

extension Session {
  /// The rule by which UIKit itself shows other screens after a round trip; nil where none does.
  fileprivate var reasonForOtherScreens: String? {
    guard let split = root.first(where: { $0.kind == .split })?.split else { return nil }
    if split.style != .classic { return split.delegate.topColumnForCollapsing == .proposed ? "M7" : nil }
    if split.primary?.stack?.root.kind == .tabBar { return "D-36" }
    return split.delegate.onCollapse == .system && split.delegate.onSeparate == .system ? "M11" : nil
  }
}

/// The checks of all states, once all have been seen.
extension Search {
  mutating func checkAll() {
    if findings[.everyScreen] != nil {
      for route in design.routes?.routes ?? [] {
        for sizeClass in tally.classes where tally.first(route.name, in: sizeClass) == nil {
          find(
            .everyScreen, route: route.name, in: sizeClass,
            message: "\(route.name) is visible in no \(sizeClass.rawValue) window", at: 0)
        }
      }
    }
    if findings[.wayHome] != nil { checkWaysHome() }
  }

  /// Follows the ways backwards from the states that show a screen of the start.
  private mutating func checkWaysHome() {
    var leading: [[Int32]] = Array(repeating: [], count: states.count)
    for (state, targets) in ways.enumerated() {
      for target in targets { leading[Int(target)].append(Int32(state)) }
    }
    var (leads, queue) = (home, home.indices.filter { home[$0] })
    while let state = queue.popLast() {
      for earlier in leading[state] where !leads[Int(earlier)] {
        leads[Int(earlier)] = true
        queue.append(Int(earlier))
      }
    }
    for state in leads.indices where !leads[state] {
      let session = states.session(state)
      let leaf = session.shown.last
      let visible = session.display.visibleLeaves.map(\.id.description).joined(separator: ", ")
      find(
        .wayHome, route: leaf?.route, in: session.environment.horizontal,
        message: "nothing leads from \(visible.isEmpty ? "an empty display" : visible) to a screen of the start",
        at: state)
    }
  }
}
