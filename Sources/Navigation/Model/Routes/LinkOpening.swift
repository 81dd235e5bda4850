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
      return try name(shown)
    }
    let anchor = try reachAnchor()
    var (depth, last) = (0, anchor)
    for index in target.chain.indices.dropFirst().reversed() {
      guard let place = standing(anchor), let standing = standings(of: index).first(where: { $0.isBeside(place) })
      else { continue }
      guard try bring(standing.id, from: anchor, through: 1...index) else { continue }
      (depth, last) = (index, standing.id)
      break
    }
    if depth == 0 { _ = try bring(anchor, from: anchor, through: 1...1) }
    for index in target.chain.indices.dropFirst(depth + 1) { last = try open(index, from: last) }
    try show(last)
    try reveal(last)
    if depth == target.chain.count - 1 { try update(last) }
    reached = last
    // It is kept where nothing brings it back, such as the secondary beside a collapsed screen without a stack.
    if steps.isEmpty { throw .rejected(.noTarget(.route(target.chain[depth].route.name))) }
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

/// What stands where.
extension LinkOpening {
  /// The screens that show a part of the chain, those on display first.
  func standings(of index: Int) -> [Standing] {
    let part = target.chain[index]
    let all = Standing.all(in: session.root) { target.routes.shows($0, part) }
    guard all.count > 1 else { return all }
    let shown = Set(session.display.visibleLeaves.map(\.id))
    return all.filter { shown.contains($0.id) } + all.filter { !shown.contains($0.id) }
  }

  func standing(_ id: ControllerID) -> Standing? { Standing(id, in: session.root) }

  /// The target where it is on display, whatever stands behind it: one in front, else the topmost one.
  private var shownTarget: ControllerID? {
    let (display, goal) = (session.display, LinkGoal(target))
    let inFront = display.restingLeaves.first(where: goal.isShown(by:))
    return (inFront ?? display.visibleLeaves.last(where: goal.isShown(by:)))?.id
  }
}
