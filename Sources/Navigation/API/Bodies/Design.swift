/// An app's start with its routes, and what to look for in which windows: the body of `POST /v1/explore`, of which that of
/// `POST /v1/sessions` and a snapshot are parts.
public struct Design: Hashable, Sendable, JSONBody {
  /// Environments of one request.
  public static let environmentLimit = 16
  /// Checks of one request.
  public static let checkLimit = 64
  /// Routes whose first states are told.
  public static let mapLimit = 64
  /// Valid bounds of states.
  public static let stateCounts = 1...1_000_000

  public var app: CreateSession
  /// Nil: every window that the device has by a word, and an iPhone in portrait.
  public var environments: [Environment]?
  /// Nil: all without arguments.
  public var checks: [Check]?
  /// Nil: those of `SearchLimits.usual`.
  public var states: Int?
  /// Transitions of the app, tried in every state.
  public var moves: [Transition]
  /// Whether other answers of the delegate are tried, too.
  public var suggests: Bool
  /// Whether the first states that show each route are told; not beside `suggests` (D-416).
  public var maps: Bool

  public init(
    _ app: CreateSession, environments: [Environment]? = nil, checks: [Check]? = nil, states: Int? = nil,
    moves: [Transition] = [], suggests: Bool = false, maps: Bool = false
  ) {
    self.app = app
    self.environments = environments
    self.checks = checks
    self.states = states
    self.moves = moves
    self.suggests = suggests
    self.maps = maps
  }

  /// Of how many routes the first states are told.
  package var mapped: Int { maps ? Self.mapLimit : 0 }

  /// The app as it starts on each device. Throws where its tree is invalid.
  public func space() throws(Rejection) -> SearchSpace { try space(starting: app.start) }

  private func space(starting start: CreateSession.Start) throws(Rejection) -> SearchSpace {
    var starts: [SearchSpace.Start] = []
    for windows in windowsByDevice {
      var creation = app
      (creation.start, creation.environment) = (start, windows[0])
      starts.append(SearchSpace.Start(try creation.open().session, windows: windows))
    }
    return SearchSpace(starts: starts, routes: app.routes, moves: moves, checks: checks ?? Check.plain)
  }

  /// The app with each other answer of its split views' delegates; none where its tree is invalid.
  public func variants() -> [Variant] {
    apps().compactMap { split, answers, app in
      guard let space = try? space(starting: app.start) else { return nil }
      return Variant(split: split, answers: answers, space: space)
    }
  }

  /// The same as it would be created, with the split view where there are several.
  func apps() -> [(split: ControllerID?, answers: [Suggestion.Answer], app: CreateSession)] {
    guard let tree = try? app.start.tree() else { return [] }
    let splits = tree.splits
    return splits.enumerated().flatMap { number, split in
      (split.split?.otherAnswers ?? []).map { answers, delegate in
        var (changed, left, app) = (tree, number, app)
        changed.setDelegate(delegate, ofSplit: &left)
        // An arrangement stays one: its own split view is the outermost.
        app.start =
          number == 0 ? app.start.answering(answers, from: split) ?? app.start.with(changed) : app.start.with(changed)
        return (splits.count > 1 ? split.id : nil, answers, app)
      }
    }
  }

  /// The windows of each device, in the order of the request; the first is the one in which the app starts.
  private var windowsByDevice: [[Environment]] {
    let own = app.environment
    var windows = environments ?? own.windowsOfDevice
    if environments == nil, own.idiom == .pad, let phone = own.besidePhone { windows.append(phone) }
    var devices: [[Environment]] = []
    for window in windows {
      if let index = devices.firstIndex(where: { $0[0].isSameDevice(as: window) }) {
        if !devices[index].contains(window) { devices[index].append(window) }
      } else {
        devices.append([window])
      }
    }
    for index in devices.indices {
      guard let start = devices[index].firstIndex(where: { $0.place == own.place }) else { continue }
      devices[index].insert(devices[index].remove(at: start), at: 0)
    }
    return devices
  }

  /// A body of `POST /v1/explore` or of `POST /v1/sessions`, or a snapshot.
  ///
  /// - Parameter json: the bytes of a file, such as `Data`, `[UInt8]` or a text's `utf8`.
  public init(json: some Sequence<UInt8>) throws(Problem) {
    do throws(BodyRefusal) { self = try Design(request: Array(json)) } catch { throw Problem(error) }
  }

  public static var requestDepth: Int { CreateSession.requestDepth }

  public init(json: JSONValue) throws(BodyRefusal) {
    var reader = try Snapshot.checked(json).object()
    app = try CreateSession(members: &reader)
    environments = try reader.optional("environments").map { (list) throws(BodyRefusal) in
      let environments = try list.array(Environment.init(json:))
      guard (1...Self.environmentLimit).contains(environments.count) else {
        throw list.refused("expected 1 to \(Self.environmentLimit) environments")
      }
      return environments
    }
    checks = try reader.optional("checks").map { (list) throws(BodyRefusal) in
      let checks = try list.array(Check.init(json:))
      guard checks.count <= Self.checkLimit else { throw list.refused("expected at most \(Self.checkLimit) checks") }
      return checks
    }
    states = try reader.optional("states").map { (states) throws(BodyRefusal) in try states.int(in: Self.stateCounts) }
    suggests = try reader.bool("suggest") ?? false
    let map = reader.optional("map")
    maps = try map?.bool() ?? false
    if maps, suggests, let map { throw map.refused("expected no map with \"suggest\"") }
    moves = try reader.optional("moves").map(TransitionRequest.batch) ?? []
    try reader.finish(nulls: Snapshot.ownMembers)
  }

  public func write(to writer: inout JSONWriter) {
    writer.beginObject()
    app.writeMembers(to: &writer)
    writer.member("environments", environments)
    writer.member("checks", checks)
    writer.member("states", states)
    if !moves.isEmpty { writer.array("moves", moves) }
    if suggests { writer.member("suggest", true) }
    if maps { writer.member("map", true) }
    writer.endObject()
  }
}

extension CreateSession.Start {
  fileprivate func tree() throws(Rejection) -> Controller {
    switch self {
    case .layout(let layout): try layout.controller()
    case .root(let root), .restored(let root, _): root
    }
  }

  /// With other answers of its delegate; nil for what is no arrangement with a split view.
  fileprivate func answering(_ answers: [Suggestion.Answer], from split: Controller) -> Self? {
    guard case .layout(let layout) = self, var delegate = split.split?.delegate else { return nil }
    return layout.updatingSplit { update in
      var own = update.delegate ?? SplitDelegateUpdate()
      own.set(answers, in: &delegate)
      update.delegate = own
    }.map(Self.layout)
  }
}

extension Controller {
  private var presentSlots: [Int] { slots.filter { holding(at: $0) != .pending } }

  /// The split views of the tree; one may have no id yet.
  fileprivate var splits: [Controller] {
    (kind == .split ? [self] : []) + presentSlots.flatMap { held(at: $0)?.splits ?? [] }
  }

  /// - Parameter number: that of the split view in `splits`, of those from here on.
  fileprivate mutating func setDelegate(_ delegate: SplitDelegate, ofSplit number: inout Int) {
    if var split {
      if number == 0 {
        split.delegate = delegate
        content = .split(split)
      }
      number -= 1
    }
    for slot in presentSlots where number >= 0 {
      guard var held = held(at: slot) else { continue }
      held.setDelegate(delegate, ofSplit: &number)
      replace(at: slot, with: held)
    }
  }
}

extension Check: JSONWritable {
  /// The words of the checks without arguments.
  package static let words = Check.plain.map(\.word)

  init(json: JSONValue) throws(BodyRefusal) {
    guard json.kind == .object else {
      let word = try json.string()
      guard let check = Check.plain.first(where: { $0.word == word }) else {
        throw json.refused("expected one of \(Self.words.joined(separator: ", ")), or an object with \"never\"")
      }
      self = check
      return
    }
    var reader = try json.object()
    var never = try reader.require("never").object()
    let forbidden: Forbidden
    switch (try never.string("route"), try never.bool("placeholder")) {
    case (let route?, nil): forbidden = .route(route)
    case (nil, true?): forbidden = .placeholder
    case (_, _): throw never.object.refused("expected either \"route\" or \"placeholder\": true")
    }
    self = .never(forbidden, in: try never.word("class", SizeClass.self))
    try never.finish()
    try reader.finish()
  }

  public func write(to writer: inout JSONWriter) {
    guard case .never(let forbidden, let sizeClass) = self else { return writer.string(word) }
    writer.beginObject()
    writer.object("never") { writer in
      switch forbidden {
      case .route(let route): writer.member("route", route)
      case .placeholder: writer.member("placeholder", true)
      }
      writer.word("class", sizeClass)
    }
    writer.endObject()
  }
}

/// The body of `POST /v1/picture`: a session that is not stored, and what is played in it before it is drawn (D-415).
public struct PictureRequest: Hashable, Sendable, JSONBody {
  public var app: CreateSession
  /// One after another, each as a request of its own: a transition, or several as a batch.
  public var steps: [[Transition]]

  public init(_ app: CreateSession, playing steps: [[Transition]] = []) {
    self.app = app
    self.steps = steps
  }

  package var count: Int { steps.reduce(0) { $0 + $1.count } }

  /// The session that is drawn.
  ///
  /// - Parameter explain: the problem of a refused step, with the session before it; its pointer is into the step as a
  ///   batch.
  package func played(
    _ explain: (Session.BatchRejection, [Transition], Session) -> Problem = { rejection, _, _ in Problem(rejection) }
  ) throws(Problem) -> Session {
    var session: Session
    do throws(Rejection) { session = try app.open().session } catch { throw app.problem(of: error) }
    for (index, step) in steps.enumerated() {
      do throws(Session.BatchRejection) { try session.play(step, app.routes) } catch {
        var problem = explain(error, step, session)
        let inner = step.count > 1 ? problem.pointer ?? "/transitions/\(error.index)" : Self.single(problem.pointer)
        (problem.index, problem.pointer) = (index, "/transitions/\(index)\(inner)")
        throw problem
      }
    }
    return session
  }

  /// What follows `/transitions/0`.
  private static func single(_ pointer: String?) -> String {
    pointer.map { String($0.dropFirst("/transitions/0".count)) } ?? ""
  }

  public static var requestDepth: Int { CreateSession.requestDepth }

  public init(json: JSONValue) throws(BodyRefusal) {
    var reader = try Snapshot.checked(json).object()
    app = try CreateSession(members: &reader)
    steps = try reader.optional("transitions").map(Self.steps) ?? []
    try reader.finish(nulls: Snapshot.ownMembers)
  }

  /// Throws `batchLimit` where there are too many in all.
  private static func steps(_ json: JSONValue) throws(BodyRefusal) -> [[Transition]] {
    let limit = TransitionRequest.batchLimit
    guard try json.elements.count <= limit else { throw .batchLimit(try json.elements.count, pointer: json.pointer) }
    let steps = try json.array { (step) throws(BodyRefusal) in
      switch try TransitionRequest(json: step) {
      case .transition(let transition): [transition]
      case .batch(let transitions): transitions
      case .history: throw .notInBatch(pointer: step.pointer)
      }
    }
    let count = steps.reduce(0) { $0 + $1.count }
    guard count <= limit else { throw .batchLimit(count, pointer: json.pointer) }
    return steps
  }

  public func write(to writer: inout JSONWriter) {
    writer.beginObject()
    app.writeMembers(to: &writer)
    if !steps.isEmpty {
      writer.array("transitions", steps.map { $0.count == 1 ? .transition($0[0]) : TransitionRequest.batch($0) })
    }
    writer.endObject()
  }
}

extension Session {
  /// One of several is compared once, at the end (D-4).
  fileprivate mutating func play(_ step: [Transition], _ routes: ScreenRoutes?) throws(BatchRejection) {
    guard step.count == 1 else {
      _ = try apply(batch: step, routes: routes)
      return
    }
    do throws(Rejection) { _ = try apply(step[0], routes: routes) } catch {
      throw BatchRejection(index: 0, rejection: error)
    }
  }
}
