/// A view controller of the session, with its subtree.
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

  /// All state, behind one reference: copying a tree costs one retain, and walks read a member without copying the
  /// rest.
  private var kept: Kept

  public init(
    id: ControllerID, traitOverride: TraitOverride? = nil, userDismissal: UserDismissal = UserDismissal(),
    presented: Presented? = nil,
    content: Content
  ) {
    kept = Kept.make(id, traitOverride, userDismissal, presented, content)
  }

  public internal(set) var id: ControllerID {
    get { kept.id }
    set { kept = Kept.make(newValue, traitOverride, userDismissal, presented, content) }
  }

  /// The trait override that the parent container sets for this controller alone (SYS3-4).
  public var traitOverride: TraitOverride? {
    get { kept.traitOverride }
    set { kept = Kept.make(id, newValue, userDismissal, presented, content) }
  }

  /// The answer to a user's dismissal of the presented tree that contains this controller.
  public var userDismissal: UserDismissal {
    get { kept.userDismissal }
    set { kept = Kept.make(id, traitOverride, newValue, presented, content) }
  }

  /// The presented tree; nil for most controllers.
  public var presented: Presented? {
    get { kept.presentedChild.map { Presented(kept.presentedStyle, $0) } }
    set { kept = Kept.make(id, traitOverride, userDismissal, newValue, content) }
  }

  var isPresenting: Bool { if case .some = kept.presentedChild { true } else { false } }

  /// The root of the tree it presents.
  var presentedChild: Controller? { kept.presentedChild }

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
    set {
      switch newValue {
      case .screen(let screen): become(screen)
      case .stack(let stack): become(stack)
      case .tabBar(let tabBar): become(tabBar)
      case .topTabs(let topTabs): become(topTabs)
      case .split(let split): become(split)
      }
    }
  }

  public var kind: Kind { kept.kind }

  /// The summary of the whole tree, this controller included.
  var summary: TreeSummary { kept.summary }

  /// The unretained reference, for the owner of a tree that contains this controller.
  var unmanaged: Unmanaged<Kept> { Unmanaged.passUnretained(kept) }

  init(_ unmanaged: Unmanaged<Kept>) { kept = unmanaged.takeUnretainedValue() }

  /// Whether both are the same reference; two different references may still be equal.
  func isIdentical(to other: Controller) -> Bool { kept === other.kept }

  /// The content, for reading without a copy.
  package var node: Node {
    // SAFETY: only `Kept.make` and `become` create a `Kept`, and they give each kind its class.
    switch kept.kind {
    case .screen: .screen(unsafeDowncast(kept, to: KeptContent<Screen>.self))
    case .stack: .stack(unsafeDowncast(kept, to: KeptContent<Stack>.self))
    case .tabBar: .tabBar(unsafeDowncast(kept, to: KeptContent<TabBar>.self))
    case .topTabs: .topTabs(unsafeDowncast(kept, to: KeptContent<TopTabs>.self))
    case .split: .split(unsafeDowncast(kept, to: KeptContent<Split>.self))
    }
  }

  /// The content, of a kind that the caller has checked; `node` checks it itself, at the cost of a retain.
  @inline(__always)
  func known<Value>(as _: Value.Type) -> KeptContent<Value> {
    // SAFETY: every caller has just checked `kind`, which determines the class; debug builds check the class too.
    unsafeDowncast(kept, to: KeptContent<Value>.self)
  }

  // Each replaces the content only.
  mutating func become(_ screen: consuming Screen) {
    let summary = TreeSummary(kept.id, screen)
    kept = KeptContent(like: kept, .screen, summary, screen)
  }
  mutating func become(_ stack: consuming Stack) {
    let summary = TreeSummary(kept.id, stack)
    kept = KeptContent(like: kept, .stack, summary, stack)
  }
  mutating func become(_ tabBar: consuming TabBar) {
    let summary = TreeSummary(kept.id, tabBar)
    kept = KeptContent(like: kept, .tabBar, summary, tabBar)
  }
  mutating func become(_ topTabs: consuming TopTabs) {
    let summary = TreeSummary(kept.id, topTabs)
    kept = KeptContent(like: kept, .topTabs, summary, topTabs)
  }
  mutating func become(_ split: consuming Split) {
    let summary = TreeSummary(kept.id, split)
    kept = KeptContent(like: kept, .split, summary, split)
  }

  /// Replaces the tree in a slot by a new state of it, and derives the summary from both; false where that is
  /// impossible.
  mutating func replace<Value: Container & Sendable>(
    _ slot: Int, of content: KeptContent<Value>, with controller: Controller
  ) -> Bool {
    guard let old = content.value[slot], let summary = content.summary.replacing(old, with: controller) else {
      return false
    }
    let changed = content.value.replacing(slot, with: controller)
    guard changed.countsPlaceholder == content.value.countsPlaceholder else { return false }
    kept = KeptContent(like: content, whole: summary, changed)
    return true
  }

  /// Pushes a controller on this stack; false for any other kind.
  ///
  /// - Parameter isPage: it stays when this stack's details move, unless it is above one of them.
  mutating func push(_ controller: Controller, isPage: Bool = false) -> Bool {
    push(CollectionOfOne(controller), arePages: isPage)
  }

  /// Pushes several controllers, bottom first.
  mutating func push(_ controllers: [Controller], arePages: Bool) -> Bool { push(controllers[...], arePages: arePages) }

  @inline(__always)
  private mutating func push(_ controllers: some Collection<Controller>, arePages: Bool) -> Bool {
    guard kind == .stack else { return false }
    let content = known(as: Stack.self)
    var stack = content.value
    var summary = content.summary
    let stay = arePages && !stack.hasDetails
    for controller in controllers {
      stack.push(controller)
      summary.add(controller)
    }
    if stay { stack.detailIndex = stack.count }
    if content.value.isInteractiveBack {
      become(stack)
    } else {
      kept = KeptContent(like: content, whole: summary, stack)
    }
    return true
  }

  public var screen: Screen? { if case .screen(let screen) = node { screen.value } else { nil } }
  public var stack: Stack? { if case .stack(let stack) = node { stack.value } else { nil } }
  public var tabBar: TabBar? { if case .tabBar(let tabBar) = node { tabBar.value } else { nil } }
  public var topTabs: TopTabs? { if case .topTabs(let topTabs) = node { topTabs.value } else { nil } }
  public var split: Split? { if case .split(let split) = node { split.value } else { nil } }

  public var isPlaceholder: Bool { if case .screen(let screen) = node { screen.value.isPlaceholder } else { false } }

  /// Shared subtrees compare by reference.
  public static func == (left: Controller, right: Controller) -> Bool {
    left.kept === right.kept
      || left.id == right.id && left.traitOverride == right.traitOverride && left.userDismissal == right.userDismissal
        && left.presented == right.presented && left.kind == right.kind && isContentEqual(left, right)
  }

  /// Precondition: both have the same kind.
  private static func isContentEqual(_ left: Controller, _ right: Controller) -> Bool {
    switch left.kind {
    case .screen: left.known(as: Screen.self).value == right.known(as: Screen.self).value
    case .stack: left.known(as: Stack.self).value == right.known(as: Stack.self).value
    case .tabBar: left.known(as: TabBar.self).value == right.known(as: TabBar.self).value
    case .topTabs: left.known(as: TopTabs.self).value == right.known(as: TopTabs.self).value
    case .split: left.known(as: Split.self).value == right.known(as: Split.self).value
    }
  }

  public func hash(into hasher: inout Hasher) {
    id.hash(into: &hasher)
    traitOverride.hash(into: &hasher)
    userDismissal.hash(into: &hasher)
    presented.hash(into: &hasher)
    content.hash(into: &hasher)
  }
}

/// A controller's immutable storage, shared by all copies of a tree.
// SAFETY: this class and its one subclass have only `let` members of sendable types.
package class Kept: @unchecked Sendable {
  let id: ControllerID
  let traitOverride: TraitOverride?
  let kind: Controller.Kind
  let summary: TreeSummary
  /// Stored apart from `presentedChild`, where it takes no extra memory: most controllers present nothing.
  let presentedStyle: PresentationStyle
  /// Stored next to that style, where it takes no extra memory either.
  let userDismissal: UserDismissal
  let presentedChild: Controller?

  fileprivate init(
    _ id: ControllerID, _ traitOverride: TraitOverride?, _ userDismissal: UserDismissal, _ presented: Presented?,
    _ kind: Controller.Kind, _ summary: TreeSummary
  ) {
    self.id = id
    self.traitOverride = traitOverride
    self.userDismissal = userDismissal
    self.kind = kind
    self.summary = summary.presenting(presented?.child)
    presentedStyle = presented?.style ?? .pageSheet
    presentedChild = presented?.child
  }

  /// Copies `other` with new content.
  fileprivate init(like other: Kept, _ kind: Controller.Kind, _ summary: TreeSummary) {
    id = other.id
    traitOverride = other.traitOverride
    userDismissal = other.userDismissal
    self.kind = kind
    self.summary = summary.presenting(other.presentedChild)
    presentedStyle = other.presentedStyle
    presentedChild = other.presentedChild
  }

  /// Copies `other` with new content of its kind.
  ///
  /// - Parameter whole: the summary with the presented tree included.
  fileprivate init(like other: Kept, whole summary: TreeSummary) {
    id = other.id
    traitOverride = other.traitOverride
    userDismissal = other.userDismissal
    kind = other.kind
    self.summary = summary
    presentedStyle = other.presentedStyle
    presentedChild = other.presentedChild
  }

  fileprivate static func make(
    _ id: ControllerID, _ traitOverride: TraitOverride?, _ userDismissal: UserDismissal, _ presented: Presented?,
    _ content: consuming Controller.Content
  ) -> Kept {
    switch consume content {
    case .screen(let screen):
      KeptContent(id, traitOverride, userDismissal, presented, .screen, TreeSummary(id, screen), screen)
    case .stack(let stack):
      KeptContent(id, traitOverride, userDismissal, presented, .stack, TreeSummary(id, stack), stack)
    case .tabBar(let tabBar):
      KeptContent(id, traitOverride, userDismissal, presented, .tabBar, TreeSummary(id, tabBar), tabBar)
    case .topTabs(let topTabs):
      KeptContent(id, traitOverride, userDismissal, presented, .topTabs, TreeSummary(id, topTabs), topTabs)
    case .split(let split):
      KeptContent(id, traitOverride, userDismissal, presented, .split, TreeSummary(id, split), split)
    }
  }
}

/// A controller's storage with its content.
// SAFETY: the content is a `let` member of a sendable type.
package final class KeptContent<Value: Sendable>: Kept, @unchecked Sendable {
  package let value: Value

  fileprivate init(
    _ id: ControllerID, _ traitOverride: TraitOverride?, _ userDismissal: UserDismissal, _ presented: Presented?,
    _ kind: Controller.Kind, _ summary: TreeSummary, _ value: Value
  ) {
    self.value = value
    super.init(id, traitOverride, userDismissal, presented, kind, summary)
  }

  fileprivate init(like other: Kept, _ kind: Controller.Kind, _ summary: TreeSummary, _ value: consuming Value) {
    self.value = value
    super.init(like: other, kind, summary)
  }

  fileprivate init(like other: KeptContent<Value>, whole summary: TreeSummary, _ value: consuming Value) {
    self.value = value
    super.init(like: other, whole: summary)
  }
}

/// A controller's content by kind, as a reference.
package enum Node {
  case screen(KeptContent<Screen>)
  case stack(KeptContent<Stack>)
  case tabBar(KeptContent<TabBar>)
  case topTabs(KeptContent<TopTabs>)
  case split(KeptContent<Split>)
}

/// Factories for the most common controllers.
extension Controller {
  /// A screen; without an id, the session assigns one.
  public static func screen(
    _ id: ControllerID = .automatic, route: String, title: String? = nil, params: Params = Params()
  ) -> Controller {
    Controller(id: id, content: .screen(Screen(route: route, title: title, params: params)))
  }

  /// A stack with a root and the controllers above it, bottom first; without an id, the session assigns one.
  public static func stack(_ id: ControllerID = .automatic, root: Controller, above: [Controller] = []) -> Controller {
    Controller(id: id, content: .stack(Stack(root: root, above: above)))
  }
}
