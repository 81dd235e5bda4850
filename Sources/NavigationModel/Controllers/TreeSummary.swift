/// What is to be known of a whole tree without walking it, worked out as the tree is made.
struct TreeSummary: Hashable, Sendable {
  /// Controllers, kept ones and answers that wait included.
  private(set) var count: Int32 = 1
  /// Containers inside each other, the innermost controller included.
  private(set) var depth: Int32 = 1
  private var flags: Flags = []

  /// What is so of something in the tree.
  private struct Flags: OptionSet, Hashable {
    let rawValue: UInt8

    static let split = Flags(rawValue: 1)
    static let topTabs = Flags(rawValue: 2)
    static let blocksRemoval = Flags(rawValue: 4)
    static let isInteractiveBack = Flags(rawValue: 8)
    static let presented = Flags(rawValue: 16)
  }

  var holdsSplit: Bool { flags.contains(.split) }
  /// Something in it looks at its room after every transition.
  var holdsGeometry: Bool { !flags.isDisjoint(with: [.split, .topTabs]) }
  /// A screen somewhere refuses to leave.
  var blocksRemoval: Bool { flags.contains(.blocksRemoval) }
  /// The top of a stack somewhere is being swiped away.
  var isInteractiveBack: Bool { flags.contains(.isInteractiveBack) }
  var holdsPresented: Bool { flags.contains(.presented) }

  /// The bytes that its JSON in a snapshot has at most.
  private(set) var jsonBytes: Int

  /// This controller's own id and all below it.
  private(set) var ids: IDFilter

  init(_ id: borrowing ControllerID, _ screen: borrowing Screen) {
    ids = IDFilter(id)
    jsonBytes = JSONRoom.bytes(of: id, screen)
    if screen.blocksRemoval { flags = .blocksRemoval }
  }

  init(_ id: borrowing ControllerID, _ stack: borrowing Stack) {
    ids = IDFilter(id)
    jsonBytes = JSONRoom.bytes(of: id, stack)
    if stack.isInteractiveBack { flags = .isInteractiveBack }
    addAll(in: stack)
  }

  init(_ id: borrowing ControllerID, _ tabBar: borrowing TabBar) {
    ids = IDFilter(id)
    jsonBytes = JSONRoom.bytes(of: id, tabBar)
    addAll(in: tabBar)
  }

  init(_ id: borrowing ControllerID, _ topTabs: borrowing TopTabs) {
    ids = IDFilter(id)
    jsonBytes = JSONRoom.bytes(of: id, topTabs)
    flags = .topTabs
    addAll(in: topTabs)
  }

  init(_ id: borrowing ControllerID, _ split: borrowing Split) {
    ids = IDFilter(id)
    jsonBytes = JSONRoom.bytes(of: id, split)
    flags = .split
    addAll(in: split)
    if let placeholder = split.absentPlaceholder { add(placeholder) }
  }

  private mutating func addAll(in container: borrowing some Container) {
    for slot in container.slots {
      if let held = container[slot] { add(held) }
    }
  }

  /// The same of a controller that presents this tree over itself.
  func presenting(_ child: Controller?) -> TreeSummary {
    guard let child else { return self }
    var summary = self
    summary.add(child)
    summary.flags.insert(.presented)
    return summary
  }

  /// The same with a tree of the container in another state; nil where that cannot be told without the trees beside it.
  func replacing(_ old: borrowing Controller, with new: borrowing Controller) -> TreeSummary? {
    let (before, now) = (old.summary, new.summary)
    guard now.depth >= before.depth, now.flags.isSuperset(of: before.flags), now.ids.isSuperset(of: before.ids) else {
      return nil
    }
    var summary = self
    summary.count -= before.count
    summary.jsonBytes &-= before.jsonBytes
    summary.add(new)
    return summary
  }

  /// Adds one more tree in the container.
  mutating func add(_ held: borrowing Controller) {
    let below = held.summary
    ids.add(below.ids)
    count += below.count
    jsonBytes &+= below.jsonBytes
    depth = max(depth, below.depth + 1)
    flags.formUnion(below.flags)
  }

  /// Throws `controllerLimit`.
  func checkLimits() throws(Rejection) {
    if count > Limits.controllers { throw .controllerLimit(.controllers) }
    if depth > Limits.depth { throw .controllerLimit(.depth) }
  }
}
