/// What is to be known of a whole tree without walking it, worked out as the tree is made.
struct TreeSummary: Hashable, Sendable {
  /// Controllers, kept ones and answers that wait included.
  private(set) var count: Int32 = 1
  /// Containers inside each other, the innermost controller included.
  private(set) var depth: Int32 = 1
  private(set) var holdsSplit = false
  private(set) var holdsTopTabs = false
  /// Something in it looks at its room after every transition.
  var holdsGeometry: Bool { holdsSplit || holdsTopTabs }
  /// A screen somewhere refuses to leave.
  private(set) var blocksRemoval = false
  /// The top of a stack somewhere is being swiped away.
  private(set) var isInteractiveBack = false
  private(set) var holdsPresented = false

  /// The bytes that its JSON in a snapshot has at most.
  private(set) var jsonBytes: Int

  /// This controller's own id and all below it.
  private(set) var ids: IDFilter

  init(_ id: borrowing ControllerID, _ screen: borrowing Screen) {
    ids = IDFilter(id)
    jsonBytes = JSONRoom.bytes(of: id, screen)
    blocksRemoval = screen.blocksRemoval
  }

  init(_ id: borrowing ControllerID, _ stack: borrowing Stack) {
    ids = IDFilter(id)
    jsonBytes = JSONRoom.bytes(of: id, stack)
    isInteractiveBack = stack.isInteractiveBack
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
    holdsTopTabs = true
    addAll(in: topTabs)
  }

  init(_ id: borrowing ControllerID, _ split: borrowing Split) {
    ids = IDFilter(id)
    jsonBytes = JSONRoom.bytes(of: id, split)
    holdsSplit = true
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
    summary.holdsPresented = true
    return summary
  }

  private mutating func add(_ held: borrowing Controller) {
    let below = held.summary
    ids.add(below.ids)
    count += below.count
    jsonBytes &+= below.jsonBytes
    depth = max(depth, below.depth + 1)
    holdsSplit = holdsSplit || below.holdsSplit
    holdsTopTabs = holdsTopTabs || below.holdsTopTabs
    blocksRemoval = blocksRemoval || below.blocksRemoval
    isInteractiveBack = isInteractiveBack || below.isInteractiveBack
    holdsPresented = holdsPresented || below.holdsPresented
  }

  /// Throws `controllerLimit`.
  func checkLimits() throws(Rejection) {
    if count > Limits.controllers { throw .controllerLimit(.controllers) }
    if depth > Limits.depth { throw .controllerLimit(.depth) }
  }
}
