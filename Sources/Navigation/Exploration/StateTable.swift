/// The states seen so far, in the order in which they were found, each with the step that led to it.
struct StateTable {
  private struct Entry {
    var root: Controller
    var environment: Int32
    /// Of the states; -1 for a start.
    var parent: Int32
    var step: UInt16
    var start: UInt8
    /// The state with the same outline that was found before; -1 for none.
    var sameOutline: Int32
  }

  private var entries: [Entry] = []
  private var environments: [Environment] = []
  private var indices: [Environment: Int32] = [:]
  /// Of each outline the state found last.
  private var outlines: [Int: Int32] = [:]
  /// About the bytes of memory of the trees.
  private(set) var bytes = 0

  /// The room of an entry beside its tree.
  private static let entryBytes = 96

  var count: Int { entries.count }

  /// A state, its counter as low as can be: a screen that is opened, closed and opened again is the same state.
  func session(_ index: Int) -> Session {
    let entry = entries[index]
    return Session(restored: entry.root, environment: environments[Int(entry.environment)], countedIDs: 0)
  }

  func start(of index: Int) -> Int { Int(entries[index].start) }

  /// The state before, and the step from it; nil for a start.
  func origin(of index: Int) -> (state: Int, step: Int)? {
    let entry = entries[index]
    return entry.parent < 0 ? nil : (Int(entry.parent), Int(entry.step))
  }

  /// The index of a state, and whether it is new.
  mutating func insert(_ session: Session, start: Int, from origin: (state: Int, step: Int)?) -> (
    index: Int, isNew: Bool
  ) {
    let environment = index(of: session.environment)
    var hasher = Hasher()
    hasher.combine(environment)
    session.root.hashOutline(into: &hasher)
    let outline = hasher.finalize()
    let last = outlines[outline] ?? -1
    var candidate = last
    while candidate >= 0 {
      let entry = entries[Int(candidate)]
      if entry.environment == environment, entry.root == session.root { return (Int(candidate), false) }
      candidate = entry.sameOutline
    }
    bytes += Self.entryBytes + (origin.map { session.bytes(beyond: self.session($0.state)) } ?? 0)
    outlines[outline] = Int32(entries.count)
    entries.append(
      Entry(
        root: session.root, environment: environment, parent: Int32(origin?.state ?? -1),
        step: UInt16(origin?.step ?? 0), start: UInt8(start), sameOutline: last))
    return (entries.count - 1, true)
  }

  private mutating func index(of environment: Environment) -> Int32 {
    if let index = indices[environment] { return index }
    let index = Int32(environments.count)
    environments.append(environment)
    indices[environment] = index
    return index
  }
}
