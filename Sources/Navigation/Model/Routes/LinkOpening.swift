/// An `open` on its way: each step is worked out from the state after the one before (D-167).
struct LinkOpening {
  /// Why it does not go on.
  enum Stop: Error {
    case rejected(Rejection)
    case blocked(Outcome)
    case taken
  }

  let target: LinkTarget
  private(set) var session: Session
  private(set) var recorder: EventRecorder
  private(set) var steps: [Transition] = []
  /// The screen of the target; nil before it is brought, and where the delegate took it (D-71).
  private(set) var reached: ControllerID?
  /// The last of the chain's presented screens that stand one over the other: what presents it is not dismissed.
  var kept: ControllerID?

  /// More steps than bring a screen from any place; a state that they do not change ends them.
  static let attempts = 2 * Limits.depth

  init(of target: LinkTarget, in session: Session, _ recorder: EventRecorder) {
    (self.target, self.session, self.recorder) = (target, session, recorder)
  }

  mutating func run() throws(Stop) {
    if let shown = shownTarget {
      reached = shown
      try uncoverOnDisplay(shown)
      try update(shown)
      // A dismissal may have turned the window, into one that hides it.
      guard session.display.visibleLeaves.contains(where: { $0.id == shown }) else {
        throw .rejected(.noTarget(.route(target.chain[target.chain.count - 1].route.name)))
      }
      return try name(shown)
    }
    if let here = try openHere() {
      reached = here
      return try name(here)
    }
    var (depth, last) = (0, try reachAnchor())
    while let over = presented(over: last, after: depth) {
      (depth, last) = try bringDeepest(of: depth + 1..<over.index, over: last)
      for index in depth + 1..<over.index { last = try open(index, from: last) }
      depth = over.index - 1
      // It may have gone with what presented it, or have made way.
      guard let location = location(of: over.id), target.isInPlace(location, as: over.index, in: session.root) else {
        break
      }
      (depth, last) = over
    }
    (depth, last) = try bringDeepest(of: depth + 1..<target.endOfTree(after: depth), over: last)
    try mark(last, depth)
    for index in target.chain.indices.dropFirst(depth + 1) { last = try open(index, from: last) }
    kept = nil
    try show(last)
    try reveal(last)
    if depth == target.chain.count - 1 { try update(last) }
    reached = last
    // It is kept where nothing brings it back, such as the secondary beside a collapsed screen without a stack.
    guard !steps.isEmpty, session.display.visibleLeaves.contains(where: { $0.id == last }) else {
      throw .rejected(.noTarget(.route(target.chain[depth].route.name)))
    }
    try name(last)
  }

  /// Performs one; nothing has happened where it is not handled.
  mutating func perform(_ action: Transition.Action) throws(Stop) -> Bool {
    // What belongs to every transition is the same of each step.
    let step = Transition(action, animated: recorder.animation, confirm: recorder.isConfirmed)
    let (before, recorded) = (session, recorder)
    let outcome: Outcome
    do throws(Rejection) { outcome = try session.performMember(step, &recorder) } catch {
      (session, recorder) = (before, recorded)
      throw .rejected(.step(action.type, refused: error))
    }
    guard outcome.blocked.isEmpty else { throw .blocked(outcome) }
    guard outcome.handled else {
      (session, recorder) = (before, recorded)
      return false
    }
    steps.append(step)
    return true
  }
}

/// Where the screens of the chain are.
extension LinkOpening {
  /// The screens that show a part of the chain, those on display first.
  func locations(of index: Int) -> [ScreenLocation] {
    let all = target.locations(of: index, in: session.root)
    guard all.count > 1 else { return all }
    let shown = Set(session.display.visibleLeaves.map(\.id))
    return all.filter { shown.contains($0.id) } + all.filter { !shown.contains($0.id) }
  }

  func location(of id: ControllerID) -> ScreenLocation? { ScreenLocation(id, in: session.root) }

  /// The first part behind another one that stands presented over the tree of a screen (D-371).
  func presented(over id: ControllerID, after depth: Int) -> (index: Int, id: ControllerID)? {
    for index in target.chain.indices.dropFirst(depth + 1) where target.hasPlace(index) {
      guard let below = location(of: id)?.presentations else { return nil }
      let found = locations(of: index).first { $0.beginsPresentedTree && $0.presentations.dropLast() == below }
      if let found { return (index, found.id) }
      if target.chain[index].route.opening?.alwaysPresents == true { return nil }
    }
    return nil
  }

  /// How a part is opened from a screen.
  func opening(of index: Int, from sender: ControllerID) -> ScreenRoute.Opening? {
    target.chain[index].route.opening.map { $0[session.classOfTree(around: sender)] }
  }

  /// The target where it is on display, whatever stands behind it: one in front, else the topmost one.
  private var shownTarget: ControllerID? {
    let (display, goal) = (session.display, LinkGoal([target]))
    let inFront = display.restingLeaves.first(where: goal.isShown(by:))
    return (inFront ?? display.visibleLeaves.last(where: goal.isShown(by:)))?.id
  }
}
