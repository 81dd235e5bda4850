/// Facts of a whole tree, computed when the tree is made, so that queries need no walk.
struct TreeSummary: Hashable, Sendable {
  /// The number of controllers, preserved and pending ones included.
  private(set) var count: Int32 = 1
  /// The nesting depth, the innermost controller included.
  private(set) var depth: Int32 = 1
  private var flags: Flags = []

  /// Properties that at least one controller of the tree has.
  private struct Flags: OptionSet, Hashable {
    let rawValue: UInt16

    static let split = Flags(rawValue: 1)
    static let topTabs = Flags(rawValue: 2)
    static let blocksRemoval = Flags(rawValue: 4)
    static let isInteractiveBack = Flags(rawValue: 8)
    static let presented = Flags(rawValue: 16)
    static let rowWords = Flags(rawValue: 32)
    static let stackDelegate = Flags(rawValue: 64)
    static let lastTop = Flags(rawValue: 128)
    static let firstOffer = Flags(rawValue: 256)
    static let twins = Flags(rawValue: 512)
    static let tabNames = Flags(rawValue: 1024)
    static let sheet = Flags(rawValue: 2048)
    static let inspector = Flags(rawValue: 4096)
    static let bars = Flags(rawValue: 8192)
  }

  var holdsSplit: Bool { flags.contains(.split) }
  /// Whether a controller in it needs a layout after every transition.
  var holdsGeometry: Bool { !flags.isDisjoint(with: [.split, .topTabs, .bars]) }
  /// Whether a screen in it blocks its removal.
  var blocksRemoval: Bool { flags.contains(.blocksRemoval) }
  /// Whether a swipe back is in progress on a stack in it.
  var isInteractiveBack: Bool { flags.contains(.isInteractiveBack) }
  var holdsPresented: Bool { flags.contains(.presented) }
  /// Whether a presentation in it has members of a sheet (PR-14).
  var holdsSheet: Bool { flags.contains(.sheet) }
  /// Whether a list in it may follow its detail, or a screen in it has a row (D-150).
  var holdsRowWords: Bool { flags.contains(.rowWords) }
  /// Whether a stack in it has a delegate (NV-27).
  var holdsStackDelegate: Bool { flags.contains(.stackDelegate) }

  /// Whether a split view in it remembers which column was on top (D-261).
  var remembersTop: Bool { flags.contains(.lastTop) }

  /// Whether a split view in it opens the first offer where nothing is open (D-404).
  var fillsDetails: Bool { flags.contains(.firstOffer) }
  /// Whether a tab in it stands for something in the columns (D-431).
  var namesTwins: Bool { flags.contains(.twins) }
  /// Whether a tab in it has an id of its own, or is a group (TG-1).
  var namesTabs: Bool { flags.contains(.tabNames) }
  /// Whether a tab bar in it tells where its bar stands (D-462).
  var reportsBars: Bool { flags.contains(.bars) }

  /// Whether a split view in it shows an inspector (IN-2).
  var showsInspector: Bool { flags.contains(.inspector) }

  /// The maximum size of its JSON in a snapshot, in bytes.
  private(set) var jsonBytes: Int

  /// The ids of the tree, the root's included.
  private(set) var ids: IDFilter

  init(_ id: borrowing ControllerID, _ screen: borrowing Screen) {
    ids = IDFilter(id)
    jsonBytes = JSONBound.bytes(of: id, screen)
    if screen.blocksRemoval { flags = .blocksRemoval }
    if screen.hasRowWords { flags.insert(.rowWords) }
  }

  init(_ id: borrowing ControllerID, _ stack: borrowing Stack) {
    ids = IDFilter(id)
    jsonBytes = JSONBound.bytes(of: id, stack)
    if stack.isInteractiveBack { flags = .isInteractiveBack }
    if stack.delegate != nil { flags.insert(.stackDelegate) }
    addAll(in: stack)
  }

  init(_ id: borrowing ControllerID, _ tabBar: borrowing TabBar) {
    ids = IDFilter(id)
    jsonBytes = JSONBound.bytes(of: id, tabBar)
    if tabBar.namesTwins { flags = .twins }
    if tabBar.namesTabs { flags.insert(.tabNames) }
    if tabBar.reportsBar { flags.insert(.bars) }
    addAll(in: tabBar)
  }

  init(_ id: borrowing ControllerID, _ topTabs: borrowing TopTabs) {
    ids = IDFilter(id)
    jsonBytes = JSONBound.bytes(of: id, topTabs)
    flags = .topTabs
    addAll(in: topTabs)
  }

  init(_ id: borrowing ControllerID, _ split: borrowing Split) {
    ids = IDFilter(id)
    jsonBytes = JSONBound.bytes(of: id, split)
    flags = split.lastTopColumn == nil ? .split : [.split, .lastTop]
    if split.delegate.emptyDetail == .firstOffer { flags.insert(.firstOffer) }
    if split.inspector != .hidden { flags.insert(.inspector) }
    addAll(in: split)
    for placeholder in split.absentPlaceholders { add(placeholder) }
  }

  private mutating func addAll(in container: borrowing some Container) {
    for slot in container.slots {
      if let held = container[slot] { add(held) }
    }
  }

  /// The summary of a controller that presents a tree.
  func presenting(_ presented: Presented?) -> TreeSummary {
    guard let presented else { return self }
    var summary = self
    summary.add(presented.child)
    if let sender = presented.sender { summary.jsonBytes &+= JSONBound.bytes(of: sender) }
    summary.flags.insert(.presented)
    if let sheet = presented.form.sheet {
      summary.flags.insert(.sheet)
      summary.jsonBytes &+= JSONBound.bytes(of: sheet)
    }
    return summary
  }

  /// The summary after a child's replacement by a new state of it; nil where that needs the sibling trees.
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

  /// Adds a tree to the container.
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
