/// Plays an app's log, line by line.
struct LogPlayer {
  private let design: Design
  private let kinds: Set<String>
  private var names: NameBook
  private var session: Session
  /// Of the first appearance.
  private let start: [Event]
  /// Whether it begins with a snapshot, which does not appear for the first time.
  private let isRestored: Bool
  private(set) var result = Verification()
  /// What was done, in our transitions.
  private(set) var steps: [Finding.Step] = []

  /// Moves that are tried for one step.
  private static let moveLimit = 256

  init(_ design: Design, _ log: AppLog) throws(VerificationFault) {
    var design = design
    if let environment = log.head.environment { design.app.environment = environment }
    do throws(Rejection) { (session, start) = try design.app.open() } catch {
      throw .design(design.app.problem(of: error))
    }
    do throws(NameFault) { names = try NameBook(log.head.names) } catch { throw .log(line: 1, error.sentence) }
    if case .restored = design.app.start { isRestored = true } else { isRestored = false }
    (self.design, kinds) = (design, log.kinds)
  }

  /// One way to do what a line says.
  private struct Candidate {
    var name: String
    var transitions: [Transition]
  }

  /// What came of it.
  private struct Trial {
    var candidate: Candidate
    var session: Session
    var events: [Event]
    var names: NameBook
    var comparison: StepComparison
    var refusal: String?
    var compared: Int

    var agrees: Bool { refusal == nil && comparison.agrees }

    /// How long it agrees, and how much differs then.
    func isNearer(than other: Trial) -> Bool {
      let (own, others) = (comparison.callbacks, other.comparison.callbacks)
      if (refusal == nil) != (other.refusal == nil) { return refusal == nil }
      let (first, second) = (own.first?.number ?? .max, others.first?.number ?? .max)
      return first == second ? own.count < others.count : first > second
    }
  }

  /// Goes on by a step that agrees; else keeps what differs.
  mutating func play(_ line: AppLog.Line) throws(VerificationFault) {
    let candidates = try candidates(for: line)
    var (nearest, fault): (Trial?, NameFault?) = (nil, nil)
    for candidate in candidates {
      do throws(NameFault) {
        let trial = try attempt(candidate, line)
        if trial.agrees { return goOn(trial, line) }
        if nearest.map(trial.isNearer) ?? true { nearest = trial }
      } catch { fault = fault ?? error }
    }
    if let nearest { return end(nearest, line) }
    if let fault { throw .log(line: line.number, fault.sentence) }
    result.difference = Verification.Difference(
      line: line.number, step: words(of: line.step), refusal: .init(design: nothing(for: line.step), app: "done"),
      callbacks: [], rules: [])
  }

  private mutating func goOn(_ trial: Trial, _ line: AppLog.Line) {
    (session, names) = (trial.session, trial.names)
    result.agreed += 1
    result.compared += trial.compared
    if case .start = line.step { return }
    steps.append(Finding.Step(name: trial.candidate.name, transitions: trial.candidate.transitions))
    if case .any = line.step { result.taken.append(.init(line: line.number, name: trial.candidate.name)) }
  }

  private mutating func end(_ trial: Trial, _ line: AppLog.Line) {
    result.compared += trial.compared
    let comparison = trial.comparison
    let isAny = if case .any = line.step { true } else { false }
    let ours = LoggedScreen.all(in: trial.session, routes: design.app.routes)
    let theirs = line.visible ?? []
    result.difference = Verification.Difference(
      line: line.number, step: isAny ? "a step without a name" : words(of: line.step),
      refusal: trial.refusal.map { .init(design: $0, app: "done") },
      callbacks: comparison.callbacks.map { callback in
        Verification.Callback(
          number: callback.number,
          sides: .init(design: callback.ours?.words(nil), app: callback.theirs?.words(trial.names)))
      },
      visible: comparison.differsInScreens
        ? .init(
          design: ours.map(\.name).joined(separator: ", "),
          app: theirs.map { trial.names.id(of: $0.name) }.joined(separator: ", ")) : nil,
      nearest: isAny ? trial.candidate.name : nil,
      rules: StepRule.all(trial.candidate.transitions, from: session, to: trial.session, trial.events))
  }

  private func attempt(_ candidate: Candidate, _ line: AppLog.Line) throws(NameFault) -> Trial {
    var (after, events, refusal) = (session, start, String?.none)
    let isStart = if case .start = line.step { true } else { false }
    if !isStart { (events, refusal) = after.perform(candidate.transitions, design.app.routes) }
    let seesEvents = line.events != nil && !(isStart && isRestored)
    let seesScreens = line.visible != nil && kinds.contains(AppLog.visible)
    let theirs = Observation(
      events: seesEvents ? (line.events ?? []).filter { kinds.contains($0.kind) } : [],
      visible: seesScreens ? line.visible : nil)
    let ours = Observation(
      events: seesEvents ? events.compactMap { LoggedEvent($0) }.filter { kinds.contains($0.kind) } : [],
      visible: seesScreens ? LoggedScreen.all(in: after, routes: design.app.routes) : nil)
    var names = names
    let known = Set(ours.roles.map(\.name))
    do throws(NameFault) {
      try names.bind(theirs, to: ours) { name in
        known.contains(name)
          || ControllerID(name).map { session.root.find($0) != nil || after.root.find($0) != nil } ?? false
      }
    } catch {
      // A step that changes nothing gives no controller to bind.
      if isStart || after != session { throw error }
    }
    return Trial(
      candidate: candidate, session: after, events: events, names: names,
      comparison: StepComparison(ours, theirs, names), refusal: refusal,
      compared: theirs.events.count + (seesScreens ? 1 : 0) + (seesEvents && !kinds.isEmpty ? 1 : 0))
  }
}

extension LogPlayer {
  /// In the order in which they are tried; none where no move has the name.
  private func candidates(for line: AppLog.Line) throws(VerificationFault) -> [Candidate] {
    switch line.step {
    case .start: return [Candidate(name: "", transitions: [])]
    case .transitions(let transitions):
      guard transitions.count == 1, let resize = transitions[0].action.body(as: Transition.Resize.self),
        resize.phase == nil, session.environment.device != nil
      else { return [Candidate(name: transitions.map(\.words).joined(separator: ", "), transitions: transitions)] }
      return try candidates(for: resize.size, at: line.number)
    case .named(let name): return moves.filter { $0.name == name }
    case .any: return Array(moves.prefix(Self.moveLimit))
    }
  }

  private var moves: [Candidate] {
    let moves = design.app.routes.map { session.moves(routes: $0) } ?? session.moves
    return moves.map { Candidate(name: $0.name, transitions: $0.transitions) }
      + design.moves.map { Candidate(name: "App: \($0.action.type)", transitions: [$0]) }
  }

  /// What gives a window of the device this size: the other orientation, a multitasking state, both, another pose, a
  /// window of that size (D-353).
  private func candidates(for size: Size, at line: Int) throws(VerificationFault) -> [Candidate] {
    let here = session.environment
    func distance(_ window: Environment) -> Int {
      (window.pose == here.pose ? 0 : 4) + (window.multitasking == here.multitasking ? 0 : 2)
        + (window.deviceOrientation == here.deviceOrientation ? 0 : 1)
    }
    var windows = here.windowsOfDevice.filter { $0.size == size }.sorted { distance($0) < distance($1) }
    var free = here
    if (try? free.resize(to: size)) != nil { windows.append(free) }
    let candidates = windows.map { window in
      Candidate(name: window.windowName, transitions: here.transitions(to: window).map { Transition($0) })
    }
    guard !candidates.isEmpty else {
      throw .log(line: line, "the \(here.device?.name ?? "device") has no window of \(size.words)")
    }
    // What has the size already changes nothing.
    return candidates.map {
      $0.transitions.isEmpty ? Candidate(name: $0.name, transitions: [Transition(.resize(size))]) : $0
    }
  }

  /// Why nothing is done: no move has the name.
  private func nothing(for step: AppLog.Step) -> String {
    switch step {
    case .named(let name):
      "no such move" + (NearestWord.question(name, among: moves.map(\.name)).map { ". \($0)" } ?? "")
    case .start, .transitions, .any: "no move"
    }
  }
}

extension Session {
  /// What it comes to, and why it is refused.
  fileprivate mutating func perform(
    _ transitions: [Transition], _ routes: ScreenRoutes?
  ) -> (events: [Event], refusal: String?) {
    do {
      if transitions.count == 1 { return (try apply(transitions[0], routes: routes).events, nil) }
      return (try apply(batch: transitions, routes: routes).events, nil)
    } catch let error as Rejection {
      return ([], "refused: \(Problem(error).detail)")
    } catch let error as BatchRejection {
      return ([], "refused: \(Problem(error).detail)")
    } catch { return ([], "refused") }
  }
}
