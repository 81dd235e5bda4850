/// A view controller of the session, with its subtree.
///
/// It is a reference to immutable storage: copying a tree costs one retain, and walks read a member without copying
/// the rest. The storage is a `ContentStorage` of the content's type. It has the attributes, which are all of the
/// controller but its content, and a summary of the whole tree, computed when the storage is made. A change makes new
/// storage, and shares each subtree that is as before.
public struct Controller: Hashable, Sendable {
  /// A controller's kind-specific state.
  public enum Content: Hashable, Sendable {
    case screen(Screen)
    case stack(Stack)
    case tabBar(TabBar)
    case topTabs(TopTabs)
    case split(Split)
  }

  /// The kind of a controller's content: `kind` in JSON.
  public enum Kind: String, Hashable, Sendable, CaseIterable {
    case screen, stack, tabBar, topTabs, split
  }

  private var storage: ControllerStorage

  public init(
    id: ControllerID, traitOverride: TraitOverride? = nil, answers: ControllerAnswers = ControllerAnswers(),
    presented: Presented? = nil,
    content: Content
  ) {
    let attributes = ControllerAttributes(
      id: id, traitOverride: traitOverride, answers: answers, presented: presented.map { Boxed($0) })
    storage = attributes.storing(content)
  }

  public internal(set) var id: ControllerID {
    get { storage.id }
    set { change { $0.id = newValue } }
  }

  /// The trait override that the parent container sets for this controller alone (SYS3-4).
  public var traitOverride: TraitOverride? {
    get { storage.attributes.traitOverride }
    set { change { $0.traitOverride = newValue } }
  }

  /// The app's answers for the controller.
  public var answers: ControllerAnswers {
    get { storage.attributes.answers }
    set { change { $0.answers = newValue } }
  }

  /// The presented tree; nil for most controllers.
  public var presented: Presented? {
    get { storage.attributes.presented?.value }
    set { change { $0.presented = newValue.map { Boxed($0) } } }
  }

  private mutating func change(_ change: (inout ControllerAttributes) -> Void) {
    var attributes = storage.attributes
    change(&attributes)
    storage = attributes.storing(content)
  }

  package var isPresenting: Bool { if case .some = storage.attributes.presented { true } else { false } }

  /// How it presents a tree; that of none is not read.
  var presentation: Presentation { storage.attributes.presented?.value.form ?? Presentation() }

  /// The root of the tree it presents.
  var presentedChild: Controller? { storage.presentedChild }

  /// With which the tree that it presents ends (D-423).
  package var presentedSender: ControllerID? { storage.attributes.presented?.value.sender }

  public var content: Content {
    get {
      switch node {
      case .screen(let screen): .screen(screen.value)
      case .stack(let stack): .stack(stack.value)
      case .tabBar(let tabBar): .tabBar(tabBar.value)
      case .topTabs(let topTabs): .topTabs(topTabs.value)
      case .split(let split): .split(split.value)
      }
    }
    set { storage = storage.attributes.storing(newValue) }
  }

  public var kind: Kind { storage.kind }

  /// The summary of the whole tree, this controller included.
  var summary: TreeSummary { storage.summary }

  /// Whether both are the same reference; two different references may still be equal.
  func isIdentical(to other: Controller) -> Bool { storage === other.storage }

  /// What `isIdentical` compares.
  var identity: ObjectIdentifier { ObjectIdentifier(storage) }

  /// Whether both have the same id, perhaps in two states.
  func isSame(as other: Controller) -> Bool { isIdentical(to: other) || id == other.id }

  /// The content, for reading without a copy.
  package var node: Node {
    // SAFETY: only `ControllerAttributes.storing` and `replace` create a `ControllerStorage`, and they give each kind
    // its class.
    switch storage.kind {
    case .screen: .screen(unsafeDowncast(storage, to: ContentStorage<Screen>.self))
    case .stack: .stack(unsafeDowncast(storage, to: ContentStorage<Stack>.self))
    case .tabBar: .tabBar(unsafeDowncast(storage, to: ContentStorage<TabBar>.self))
    case .topTabs: .topTabs(unsafeDowncast(storage, to: ContentStorage<TopTabs>.self))
    case .split: .split(unsafeDowncast(storage, to: ContentStorage<Split>.self))
    }
  }

  /// The content, of a kind that the caller has checked; `node` checks it itself, at the cost of a retain.
  func downcast<Value>(to _: Value.Type) -> ContentStorage<Value> {
    // SAFETY: every caller has just checked `kind`, which determines the class; debug builds check the class too.
    unsafeDowncast(storage, to: ContentStorage<Value>.self)
  }

  /// Replaces the tree in a slot by a new state of it. The summary is derived from both where that is possible, else
  /// computed.
  ///
  /// - Parameter wrapped: the changed value as content.
  mutating func replace<Value: Container & Sendable>(
    _ slot: Int, of old: ContentStorage<Value>, with controller: Controller, as wrapped: (Value) -> Content
  ) {
    let changed = old.value.replacing(slot, with: controller)
    if let held = old.value[slot], let summary = old.summary.replacing(held, with: controller),
      changed.absentPlaceholders.elementsEqual(old.value.absentPlaceholders, by: { $0.isSame(as: $1) })
    {
      storage = ContentStorage(old.attributes, old.kind, summary: summary, changed)
    } else {
      content = wrapped(changed)
    }
  }

  public var screen: Screen? { if case .screen(let screen) = node { screen.value } else { nil } }
  public var stack: Stack? { if case .stack(let stack) = node { stack.value } else { nil } }
  public var tabBar: TabBar? { if case .tabBar(let tabBar) = node { tabBar.value } else { nil } }
  public var topTabs: TopTabs? { if case .topTabs(let topTabs) = node { topTabs.value } else { nil } }
  public var split: Split? { if case .split(let split) = node { split.value } else { nil } }

  public var isPlaceholder: Bool { if case .screen(let screen) = node { screen.value.isPlaceholder } else { false } }
  /// Whether this screen itself blocks its removal.
  var blocksRemoval: Bool { if case .screen(let screen) = node { screen.value.blocksRemoval } else { false } }
  var hasSelection: Bool { if case .screen(let screen) = node { screen.value.hasSelection } else { false } }

  /// Shared subtrees compare by reference.
  public static func == (left: Controller, right: Controller) -> Bool {
    left.storage === right.storage
      || left.storage.attributes == right.storage.attributes && left.kind == right.kind && isContentEqual(left, right)
  }

  /// Precondition: both have the same kind.
  private static func isContentEqual(_ left: Controller, _ right: Controller) -> Bool {
    switch left.kind {
    case .screen: left.downcast(to: Screen.self).value == right.downcast(to: Screen.self).value
    case .stack: left.downcast(to: Stack.self).value == right.downcast(to: Stack.self).value
    case .tabBar: left.downcast(to: TabBar.self).value == right.downcast(to: TabBar.self).value
    case .topTabs: left.downcast(to: TopTabs.self).value == right.downcast(to: TopTabs.self).value
    case .split: left.downcast(to: Split.self).value == right.downcast(to: Split.self).value
    }
  }

  public func hash(into hasher: inout Hasher) {
    storage.attributes.hash(into: &hasher)
    content.hash(into: &hasher)
  }
}

/// All of a controller but its content.
private struct ControllerAttributes: Hashable {
  var id: ControllerID
  var traitOverride: TraitOverride?
  var answers: ControllerAnswers
  /// Boxed, as most controllers present nothing.
  var presented: Boxed<Presented>?

  func storing(_ content: consuming Controller.Content) -> ControllerStorage {
    switch consume content {
    case .screen(let screen): store(.screen, TreeSummary(id, screen), screen)
    case .stack(let stack): store(.stack, TreeSummary(id, stack), stack)
    case .tabBar(let tabBar): store(.tabBar, TreeSummary(id, tabBar), tabBar)
    case .topTabs(let topTabs): store(.topTabs, TreeSummary(id, topTabs), topTabs)
    case .split(let split): store(.split, TreeSummary(id, split), split)
    }
  }

  private func store<Value: Sendable>(_ kind: Controller.Kind, _ summary: TreeSummary, _ value: consuming Value)
    -> ControllerStorage
  {
    ContentStorage(self, kind, summary: summary.presenting(presented), value)
  }
}

/// A controller's immutable storage, shared by all copies of a tree.
// SAFETY: this class and its one subclass have only `let` members of sendable types.
package class ControllerStorage: @unchecked Sendable {
  fileprivate let attributes: ControllerAttributes
  let kind: Controller.Kind
  /// Of the whole tree, what it presents included.
  let summary: TreeSummary

  fileprivate init(_ attributes: ControllerAttributes, _ kind: Controller.Kind, _ summary: TreeSummary) {
    (self.attributes, self.kind, self.summary) = (attributes, kind, summary)
  }

  final var id: ControllerID { attributes.id }

  // Inlined into a walk over what is held, it makes the optimizer of Swift 6.3 crash.
  @inline(never) final var presentedChild: Controller? { attributes.presented?.value.child }
}

/// A controller's storage with its content.
// SAFETY: the content is a `let` member of a sendable type.
package final class ContentStorage<Value: Sendable>: ControllerStorage, @unchecked Sendable {
  package let value: Value

  fileprivate init(
    _ attributes: ControllerAttributes, _ kind: Controller.Kind, summary: TreeSummary, _ value: consuming Value
  ) {
    self.value = value
    super.init(attributes, kind, summary)
  }
}

/// A controller's content by kind, as a reference.
package enum Node {
  case screen(ContentStorage<Screen>)
  case stack(ContentStorage<Stack>)
  case tabBar(ContentStorage<TabBar>)
  case topTabs(ContentStorage<TopTabs>)
  case split(ContentStorage<Split>)
}

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
  func presenting(_ presented: Boxed<Presented>?) -> TreeSummary {
    guard let presented = presented?.value else { return self }
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
