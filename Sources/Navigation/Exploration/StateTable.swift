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
