/// How much memory a state takes beside another one that it came from.
extension Session {
  /// About how many bytes this state takes that `earlier` does not: trees that both share count nothing.
  ///
  /// A tree that moved counts as new, so that the number is rather too high than too low.
  public func bytes(beyond earlier: Session?) -> Int {
    var bytes = MemoryLayout<Session>.stride + Self.growth(of: root, beyond: earlier?.root)
    if let background { bytes += Self.growth(of: background.root, beyond: earlier?.background?.root ?? earlier?.root) }
    return bytes
  }

  private static func growth(of controller: Controller, beyond counterpart: Controller?) -> Int {
    if let counterpart, controller.isIdentical(to: counterpart) { return 0 }
    let other = counterpart?.node
    var bytes = controller.ownBytes
    switch controller.node {
    case .screen: break
    case .stack(let stack):
      if case .stack(let other)? = other { bytes += growth(in: stack.value, beyond: other.value) } else { bytes += growth(in: stack.value) }
    case .tabBar(let tabBar):
      if case .tabBar(let other)? = other {
        bytes += growth(in: tabBar.value, beyond: other.value)
      } else {
        bytes += growth(in: tabBar.value)
      }
    case .topTabs(let topTabs):
      if case .topTabs(let other)? = other {
        bytes += growth(in: topTabs.value, beyond: other.value)
      } else {
        bytes += growth(in: topTabs.value)
      }
    case .split(let split):
      if case .split(let other)? = other { bytes += growth(in: split.value, beyond: other.value) } else { bytes += growth(in: split.value) }
    }
    if let presented = controller.presentedChild { bytes += growth(of: presented, beyond: counterpart?.presentedChild) }
    if let waiting = controller.absentPlaceholder { bytes += growth(of: waiting, beyond: counterpart?.absentPlaceholder) }
    return bytes
  }

  private static func growth(in container: some Container) -> Int {
    container.slots.reduce(0) { bytes, slot in bytes + (container[slot].map { growth(of: $0, beyond: nil) } ?? 0) }
  }

  /// By concrete type, as a look at a slot is then a comparison of two references.
  private static func growth<Value: Container>(in container: Value, beyond other: Value) -> Int {
    var bytes = 0
    for slot in container.slots where !container.holdsSame(as: other, at: slot) {
      if let held = container[slot] { bytes += growth(of: held, beyond: other[slot]) }
    }
    return bytes
  }
}

extension Controller {
  /// Bytes of an object, of what each controller has whatever its kind, and of what the allocator adds.
  private static let headBytes = 16 + MemoryLayout<TreeSummary>.stride + 96
  /// Bytes of a string that does not fit into its reference, beside its characters.
  private static let stringBytes = 32

  /// About the bytes of the controller alone, without what it holds.
  fileprivate var ownBytes: Int {
    let content =
      switch node {
      case .screen(let screen): MemoryLayout<Screen>.stride + Self.bytes(of: screen.value)
      case .stack(let stack): MemoryLayout<Stack>.stride + stack.value.count * MemoryLayout<Controller>.stride
      case .tabBar(let tabBar): MemoryLayout<TabBar>.stride + tabBar.value.tabs.count * MemoryLayout<Tab>.stride
      case .topTabs(let topTabs): MemoryLayout<TopTabs>.stride + topTabs.value.pages.count * MemoryLayout<Page>.stride
      case .split: MemoryLayout<Split>.stride
      }
    return Self.headBytes + Self.bytes(of: id.description) + content
  }

  private static func bytes(of screen: Screen) -> Int {
    var bytes = bytes(of: screen.route)
    for text in [screen.title, screen.selection, screen.leftBarButton, screen.backButtonTitle] {
      if let text { bytes += Self.bytes(of: text) }
    }
    for member in screen.params.members {
      bytes += MemoryLayout<Params.Member>.stride + Self.bytes(of: member.name) + Self.bytes(of: member.json)
    }
    return bytes
  }

  private static func bytes(of text: String) -> Int { text.utf8.count > 15 ? text.utf8.count + stringBytes : 0 }
}

extension Session {
  /// The top tabs that a `scroll` moves in this state; nil for any other transition.
  public func scrolled(by transition: Transition) -> ControllerID? {
    guard case .scroll(let topTabs, _, _) = transition.action else { return nil }
    return try? resolve(topTabs, .topTabs)
  }
}
