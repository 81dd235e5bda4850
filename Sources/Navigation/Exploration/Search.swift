/// A search, breadth first, of every state that a user can reach in an app, in each of its windows.
///
/// A value without a clock: who runs it decides when, and whether to go on. Equal designs give equal reports.
public struct Search: Sendable {
  /// About the bytes, as JSON, of all examples that are told.
  static let exampleBytes = 8 << 20

  let plan: SearchPlan
  let limits: SearchLimits
  private(set) var states = StateTable()
  private var queue: StateQueue
  /// The transitions that were tried, those refused too.
  private var attempts = 0
  private(set) var bound: SearchBound?
  private var reached: Int?
  /// Of the states that were taken up.
  private(set) var tallies = Tallies()
  /// Those as they were when all states of so many tabs had been taken up.
  private(set) var finished: (tabs: Int, tallies: Tallies)?
  private(set) var paths = Paths()

  public var space: SearchSpace { plan.space }

  public init(_ space: SearchSpace, limits: SearchLimits) { self.init(SearchPlan(space), limits: limits) }

  /// A search for the fewest steps of a user to what a link names, from a state and in its window.
  ///
  /// Throws `noSuchRoute` and `invalidParam`.
  public init(
    from session: Session, to destination: Transition.Destination, routes: ScreenRoutes?, limits: SearchLimits
  ) throws(Rejection) {
    let goal = try LinkGoal(destination, in: routes)
    let space = SearchSpace(starts: [SearchSpace.Start(session, windows: [])], routes: routes, checks: [])
    self.init(SearchPlan(space, goal: goal), limits: limits)
  }

  private init(_ plan: SearchPlan, limits: SearchLimits) {
    (self.plan, self.limits) = (plan, limits)
    queue = StateQueue(isByTabs: plan.goal == nil)
    for (index, start) in plan.space.starts.enumerated() {
      // No step depends on what they have been told, and each memory of it would be another state (D-201).
      let tree = plan.form(start.session.root.withoutStackDelegates, start.session.conditions)
      _ = reach(
        Expansion.Reached(
          number: Step.Number(0), isUsers: false, tree: tree, environment: start.session.environment,
          showsGoal: plan.goal?.isShown(in: start.session) == true), start: index, from: nil)
    }
  }

  /// The states that were taken up.
  public var stateCount: Int { tallies.states }

  /// Whether there is nothing left to do.
  public var isOver: Bool { bound != nil || reached != nil || queue.isEmpty }

  /// The kinds that the checks have found so far.
  var kindCount: Int { tallies.findings.values.reduce(0) { $0 + $1.kinds.count } }

  /// The way to what it looks for, or what ended it before: nil where no way leads there.
  public func way() -> Result<[Finding.Step], SearchEnd> {
    guard let reached else { return .failure(SearchEnd(bound: bound)) }
    return .success(way(to: FindingList.Place(state: reached)).steps)
  }

  /// Goes on, for about so many transitions: a state that is begun is finished.
  public mutating func run(transitions: Int) {
    let end = attempts + transitions
    while attempts < end, let state = takeUp() { join(expand(state), of: state) }
  }

  /// Takes up to so many states up: the caller has them expanded, several at once, and then joins what comes of them.
  public mutating func takeUp(states count: Int) -> SearchBatch {
    var taken: [Int] = []
    while taken.count < count, let state = takeUp(beyond: taken.count) { taken.append(state) }
    let batch = taken.map { state in
      SearchBatch.State(number: state, session: states.session(state), start: states.start(of: state))
    }
    return SearchBatch(states: batch, plan: plan)
  }

  /// Takes over what comes of the states that were taken up last: the result is the same for any number of parts.
  ///
  /// - Parameter parts: of the whole batch, in order.
  public mutating func join(_ batch: SearchBatch, _ parts: [SearchBatch.Part]) {
    for (state, expansion) in zip(batch.states, parts.flatMap(\.expansions)) where bound == nil && reached == nil {
      join(expansion, of: state.number)
    }
  }

  /// Ends it, as its time is over.
  public mutating func end() { if !isOver { bound = .time } }

  private func expand(_ state: Int) -> Expansion {
    Expansion(of: states.session(state), start: states.start(of: state), plan)
  }

  /// The next state, which the caller expands; nil where the search is over.
  ///
  /// - Parameter taken: how many are taken and not yet joined.
  private mutating func takeUp(beyond taken: Int = 0) -> Int? {
    guard !isOver else { return nil }
    if queue.isFinished {
      // What is taken may still lead to states of as few tabs.
      guard taken == 0 else { return nil }
      if let tabs = queue.tabs { finished = (tabs, tallies) }
    }
    guard tallies.states + taken < limits.states else {
      if taken == 0 { bound = .states }
      return nil
    }
    return queue.take()
  }

  private mutating func join(_ expansion: Expansion, of state: Int) {
    attempts += expansion.attempts
    tallies.add(expansion, at: state, depth: states.depth(of: state), keeping: limits.examples)
    paths.begin(state, expansion)
    for step in expansion.reached {
      guard
        let index = reach(
          step, start: states.start(of: state), from: StateTable.Origin(state: state, step: step.number))
      else { return }
      paths.add(index, by: step)
    }
    if states.bytes + paths.bytes >= limits.bytes, !queue.isEmpty { bound = .bytes }
  }

  /// The index of a state that was reached; nil where it is the goal.
  private mutating func reach(_ reached: Expansion.Reached, start: Int, from origin: StateTable.Origin?) -> Int? {
    let (index, isNew) = states.insert(reached.tree, in: reached.environment, start: start, from: origin)
    guard isNew else { return index }
    if reached.showsGoal {
      self.reached = index
      return nil
    }
    queue.add(index, tabs: reached.tree.tabs)
    return index
  }
}

/// States that were taken up, to be expanded apart from the search.
public struct SearchBatch: Sendable {
  /// What comes of some of the states, in their order.
  public struct Part: Sendable {
    fileprivate let expansions: [Expansion]
  }

  fileprivate struct State: Sendable {
    let number: Int
    let session: Session
    let start: Int
  }

  fileprivate let states: [State]
  fileprivate let plan: SearchPlan

  /// Expands the states of one of so many parts; at once with others, and in any order.
  public func expand(part: Int, of parts: Int) -> Part {
    let size = (states.count + parts - 1) / parts
    let range = min(part * size, states.count)..<min((part + 1) * size, states.count)
    return Part(expansions: states[range].map { Expansion(of: $0.session, start: $0.start, plan) })
  }
}

/// Why a search has found no way: a bound, or nil if every state was seen.
public struct SearchEnd: Error, Hashable, Sendable {
  public let bound: SearchBound?
}

/// The states that are to be taken up: those in which few tabs hold screens that openings made go first, as the others
/// are a product of them (D-284).
struct StateQueue {
  /// Whether it goes by tabs.
  private let isByTabs: Bool
  /// How many tabs hold such screens in the states that are taken up now; nil before the first is.
  private(set) var tabs: Int?
  private var current: [Int] = []
  private var next = 0
  /// The others, by their number of tabs.
  private var later: [Int: [Int]] = [:]

  init(isByTabs: Bool) { self.isByTabs = isByTabs }

  var isEmpty: Bool { isFinished && later.isEmpty }

  /// Whether all states of `tabs` are taken up.
  var isFinished: Bool { next == current.count }

  mutating func add(_ state: Int, tabs: Int) {
    // One tab at a time is the first.
    let tabs = isByTabs ? max(tabs, 1) : 1
    if tabs <= self.tabs ?? 1 { current.append(state) } else { later[tabs, default: []].append(state) }
  }

  mutating func take() -> Int? {
    if isFinished {
      guard let least = later.keys.min(), let states = later.removeValue(forKey: least) else { return nil }
      (tabs, current, next) = (least, states, 0)
    } else if tabs == nil {
      tabs = 1
    }
    defer { next += 1 }
    return current[next]
  }
}

/// The states found so far, in the order in which they were found, each with the step that led to it.
struct StateTable {
  /// The state before, and the step from it.
  struct Origin {
    var state: Int
    var step: Step.Number
  }

  private struct Entry {
    var root: Controller
    var setting: Int32
    /// Of the states; -1 for a start.
    var parent: Int32
    var step: Step.Number
    /// Of steps from the start.
    var depth: UInt16
    var start: UInt8
    /// The state with the same outline that was found before; -1 for none.
    var sameOutline: Int32
  }

  private var entries: [Entry] = []
  /// What a state is beside its tree.
  private struct Setting: Hashable {
    var environment: Environment
    var conditions: AppConditions?
  }

  private var settings: [Setting] = []
  private var indices: [Setting: Int32] = [:]
  /// Of each outline the state found last.
  private var outlines: [Int: Int32] = [:]
  /// About the bytes of memory of the trees.
  private(set) var bytes = 0

  /// The room of an entry beside its tree.
  private static let entryBytes = 96

  var count: Int { entries.count }

  func root(_ index: Int) -> Controller { entries[index].root }

  func environment(_ index: Int) -> Environment { settings[Int(entries[index].setting)].environment }

  /// A state, its counter as low as can be: a screen that is opened, closed and opened again is the same state.
  func session(_ index: Int) -> Session {
    let setting = settings[Int(entries[index].setting)]
    return Session(
      restored: root(index), environment: setting.environment, countedIDs: 0, conditions: setting.conditions)
  }

  func start(of index: Int) -> Int { Int(entries[index].start) }

  /// The fewest steps to it, but where states of fewer tabs went first.
  func depth(of index: Int) -> Int { Int(entries[index].depth) }

  /// Nil for a start.
  func origin(of index: Int) -> Origin? {
    let entry = entries[index]
    return entry.parent < 0 ? nil : Origin(state: Int(entry.parent), step: entry.step)
  }

  /// The index of a state, and whether it is new.
  mutating func insert(_ tree: FormedTree, in environment: Environment, start: Int, from origin: Origin?) -> (
    index: Int, isNew: Bool
  ) {
    let setting = index(of: Setting(environment: environment, conditions: tree.conditions))
    var hasher = Hasher()
    hasher.combine(setting)
    hasher.combine(tree.outline)
    let outline = hasher.finalize()
    let last = outlines[outline] ?? -1
    var candidate = last
    while candidate >= 0 {
      let entry = entries[Int(candidate)]
      if entry.setting == setting, entry.root == tree.root { return (Int(candidate), false) }
      candidate = entry.sameOutline
    }
    bytes += Self.entryBytes + (origin.map { tree.root.bytes(beyond: root($0.state)) } ?? 0)
    outlines[outline] = Int32(entries.count)
    entries.append(
      Entry(
        root: tree.root, setting: setting, parent: Int32(origin?.state ?? -1),
        step: origin?.step ?? Step.Number(0), depth: UInt16(clamping: origin.map { depth(of: $0.state) + 1 } ?? 0),
        start: UInt8(start), sameOutline: last))
    return (entries.count - 1, true)
  }

  private mutating func index(of setting: Setting) -> Int32 {
    if let index = indices[setting] { return index }
    let index = Int32(settings.count)
    settings.append(setting)
    indices[setting] = index
    return index
  }
}

/// Where the steps of each state lead, and what it shows: in the order in which states were taken up.
struct Paths: Sendable {
  struct State: Sendable {
    let state: Int32
    let isHome: Bool
    /// The number of what it shows.
    let display: Int32
    fileprivate let steps: Int32
    fileprivate let windows: Int32
  }

  private(set) var taken: [State] = []
  /// Those that a user's step within the app leads to.
  private var steps: [Int32] = []
  private var windows: [(number: UInt16, state: Int32)] = []
  /// What the states show, once each, and the number of each.
  private var displays: [[Look]] = []
  private var numbers: [[Look]: Int32] = [:]

  /// About the bytes of memory.
  var bytes: Int {
    taken.count * MemoryLayout<State>.stride + steps.count * MemoryLayout<Int32>.stride
      + windows.count * MemoryLayout<(UInt16, Int32)>.stride
  }

  mutating func begin(_ state: Int, _ expansion: Expansion) {
    taken.append(
      State(
        state: Int32(state), isHome: expansion.isHome, display: number(of: expansion.looks),
        steps: Int32(steps.count), windows: Int32(windows.count)))
  }

  mutating func add(_ state: Int, by step: Expansion.Reached) {
    if step.isUsers { steps.append(Int32(state)) }
    if let window = step.number.window { windows.append((UInt16(window), Int32(state))) }
  }

  private mutating func number(of looks: [Look]) -> Int32 {
    if let number = numbers[looks] { return number }
    let number = Int32(displays.count)
    displays.append(looks)
    numbers[looks] = number
    return number
  }

  func looks(_ number: Int32) -> [Look] { displays[Int(number)] }

  /// Where a user's steps lead from the state that was taken up at an index.
  func steps(at index: Int) -> ArraySlice<Int32> {
    steps[Int(taken[index].steps)..<(index + 1 < taken.count ? Int(taken[index + 1].steps) : steps.count)]
  }

  /// Where changes of the window lead.
  func windows(at index: Int) -> ArraySlice<(number: UInt16, state: Int32)> {
    windows[Int(taken[index].windows)..<(index + 1 < taken.count ? Int(taken[index + 1].windows) : windows.count)]
  }
}
