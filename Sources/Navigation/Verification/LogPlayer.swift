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

  /// One way to do what a line says, and what came of it.
  private struct Trial {
    var step: Finding.Step
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
    steps.append(trial.step)
    if case .any = line.step { result.taken.append(.init(line: line.number, name: trial.step.name)) }
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
      nearest: isAny ? trial.step.name : nil,
      rules: StepRule.all(trial.step.transitions, from: session, to: trial.session, trial.events))
  }

  private func attempt(_ candidate: Finding.Step, _ line: AppLog.Line) throws(NameFault) -> Trial {
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
      step: candidate, session: after, events: events, names: names,
      comparison: StepComparison(ours, theirs, names), refusal: refusal,
      compared: theirs.events.count + (seesScreens ? 1 : 0) + (seesEvents && !kinds.isEmpty ? 1 : 0))
  }

  /// In the order in which they are tried; none where no move has the name.
  private func candidates(for line: AppLog.Line) throws(VerificationFault) -> [Finding.Step] {
    switch line.step {
    case .start: return [Finding.Step(name: "", transitions: [])]
    case .transitions(let transitions):
      guard transitions.count == 1, let resize = transitions[0].action.body(as: Transition.Resize.self),
        resize.phase == nil, session.environment.device != nil
      else { return [Finding.Step(name: transitions.map(\.words).joined(separator: ", "), transitions: transitions)] }
      return try candidates(for: resize.size, at: line.number)
    case .named(let name): return moves.filter { $0.name == name }
    case .any: return Array(moves.prefix(Self.moveLimit))
    }
  }

  private var moves: [Finding.Step] {
    let moves = design.app.routes.map { session.moves(routes: $0) } ?? session.moves
    return moves.map { Finding.Step(name: $0.name, transitions: $0.transitions) }
      + design.moves.map { Finding.Step(name: "App: \($0.action.type)", transitions: [$0]) }
  }

  /// What gives a window of the device this size: the other orientation, a multitasking state, both, another pose, a
  /// window of that size (D-353).
  private func candidates(for size: Size, at line: Int) throws(VerificationFault) -> [Finding.Step] {
    let here = session.environment
    func distance(_ window: Environment) -> Int {
      (window.pose == here.pose ? 0 : 4) + (window.multitasking == here.multitasking ? 0 : 2)
        + (window.deviceOrientation == here.deviceOrientation ? 0 : 1)
    }
    var windows = here.windowsOfDevice.filter { $0.size == size }.sorted { distance($0) < distance($1) }
    var free = here
    if (try? free.resize(to: size)) != nil { windows.append(free) }
    let candidates = windows.map { window in
      Finding.Step(name: window.windowName, transitions: here.transitions(to: window).map { Transition($0) })
    }
    guard !candidates.isEmpty else {
      throw .log(line: line, "the \(here.device?.name ?? "device") has no window of \(size.words)")
    }
    // What has the size already changes nothing.
    return candidates.map {
      $0.transitions.isEmpty ? Finding.Step(name: $0.name, transitions: [Transition(.resize(size))]) : $0
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

  // MARK: Steps and callbacks for people

  func words(of step: AppLog.Step) -> String {
    switch step {
    case .start: "first appearance"
    case .named(let name): name
    case .any: "a step without a name"
    case .transitions(let transitions): transitions.map(\.words).joined(separator: ", ")
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

/// The app's names of controllers, and ours: the one that the log says, else an id of ours, else one that is bound (D-352).
struct NameBook {
  private var bound: [String: String] = [:]
  /// The other way round.
  private var names: [String: String] = [:]

  /// Throws for a controller with two names.
  init(_ pairs: [(name: String, id: String)]) throws(NameFault) {
    for (name, id) in pairs {
      if let other = names[id] { throw .twice(name, other) }
      set(name, to: id)
    }
  }

  private mutating func set(_ name: String, to id: String) { (bound[name], names[id]) = (id, name) }

  func id(of name: String) -> String { bound[name] ?? name }

  /// Binds each name of a step that is new, for good and one to one, to the one controller of ours without a name that
  /// has the same callbacks in this step. Throws where there is none, or several.
  ///
  /// - Parameter isOurs: whether a name is an id of ours.
  mutating func bind(_ theirs: Observation, to ours: Observation, isOurs: (String) -> Bool) throws(NameFault) {
    let (seen, known) = (theirs.roles, ours.roles)
    let used = Set(seen.map(\.name))
    for (name, roles) in seen where bound[name] == nil {
      if isOurs(name) {
        if let other = names[name] { throw .twice(name, other) }
        continue
      }
      let free = known.filter { names[$0.name] == nil && !used.contains($0.name) }
      let alike = free.filter { $0.roles == roles }
      guard alike.count == 1, let id = alike.first?.name else {
        throw .unknown(name, candidates: (alike.isEmpty ? free : alike).map(\.name))
      }
      set(name, to: id)
    }
  }
}

/// What is wrong with a name of the log.
enum NameFault: Error {
  /// It could be one of these, or is none.
  case unknown(String, candidates: [String])
  /// Another name is the same controller.
  case twice(String, String)

  var sentence: String {
    switch self {
    case .unknown(let name, let candidates):
      "who is \(JSONError.quoted(name))? Add \"names\": {\(JSONError.quoted(name)): …}"
        + (candidates.isEmpty ? "" : ", one of " + candidates.prefix(Self.shownCandidates).joined(separator: ", "))
    case .twice(let name, let other):
      "\(JSONError.quoted(name)) and \(JSONError.quoted(other)) are one controller"
    }
  }

  private static let shownCandidates = 8
}

/// What was observed of one step, as far as it is compared.
struct Observation {
  var events: [LoggedEvent]
  /// Nil where it is not compared.
  var visible: [LoggedScreen]?

  /// Each controller with what it has in this step, in the order of its first callback.
  var roles: [(name: String, roles: [String: Int])] {
    var roles: [(name: String, roles: [String: Int])] = []
    func add(_ name: String, _ role: String) {
      let index = roles.firstIndex { $0.name == name } ?? roles.count
      if index == roles.count { roles.append((name, [:])) }
      roles[index].roles[role, default: 0] += 1
    }
    for event in events { if let subject = event.subject { add(subject, event.kind) } }
    for screen in visible ?? [] { add(screen.name, AppLog.visible) }
    // What is no subject of a callback is known by its place in those of others.
    let subjects = Set(roles.map(\.name))
    for event in events {
      for member in event.members {
        if case .name(let name) = member.value, !subjects.contains(name) { add(name, "\(event.kind) \(member.path)") }
      }
    }
    for name in (visible ?? []).flatMap({ $0.containers ?? [] }) where !subjects.contains(name) { add(name, "in") }
    return roles
  }
}

extension Transition {
  /// Its type, and its members that are texts: `setMultitasking slideOver`, `resize 375 × 834`.
  var words: String {
    if let resize = action.body(as: Transition.Resize.self) { return "resize \(resize.size.words)" }
    var writer = JSONWriter()
    write(to: &writer)
    guard let document = try? JSONDocument(writer.bytes, maximumDepth: JSONDocument.treeDepth),
      var members = try? document.root.object()
    else { return action.type }
    let texts = members.members.compactMap { name, value in name == "type" ? nil : try? value.string() }
    return ([action.type] + texts).joined(separator: " ")
  }
}

extension Size {
  /// `375 × 834`, in points.
  var words: String { "\(Self.text(width)) × \(Self.text(height))" }

  private static func text(_ points: Double) -> String { Int(exactly: points).map(String.init) ?? "\(points)" }
}
