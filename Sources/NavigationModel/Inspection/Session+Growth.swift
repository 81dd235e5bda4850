/// The additional memory of a state over an earlier one.
extension Session {
  /// The approximate bytes of this state beyond `earlier`: trees that both share count nothing.
  ///
  /// A moved tree counts as new: the estimate tends to be too high.
  public func bytes(beyond earlier: borrowing Session) -> Int {
    MemoryLayout<Session>.stride + Self.growth(of: root, beyond: earlier.root)
  }

  /// The approximate bytes of this state.
  public var bytesAlone: Int { MemoryLayout<Session>.stride + Self.growth(of: root, beyond: nil) }

  /// The maximum size of its JSON in a snapshot, in bytes: computed without encoding, never too low.
  public var jsonBytesAtMost: Int { Self.windowJSONBytes &+ root.summary.jsonBytes }

  /// The environment and its member names.
  private static let windowJSONBytes = 1_024

  private static func growth(of controller: Controller, beyond counterpart: Controller?) -> Int {
    if let counterpart, controller.isIdentical(to: counterpart) { return 0 }
    var bytes = controller.ownBytes
    let counterpart = counterpart.flatMap { $0.kind == controller.kind ? $0 : nil }
    switch controller.kind {
    case .screen: break
    case .stack: bytes += growth(in: controller.known(as: Stack.self), beyond: counterpart?.known(as: Stack.self))
    case .tabBar: bytes += growth(in: controller.known(as: TabBar.self), beyond: counterpart?.known(as: TabBar.self))
    case .topTabs: bytes += growth(in: controller.known(as: TopTabs.self), beyond: counterpart?.known(as: TopTabs.self))
    case .split: bytes += growth(in: controller.known(as: Split.self), beyond: counterpart?.known(as: Split.self))
    }
    if let presented = controller.presentedChild { bytes += growth(of: presented, beyond: counterpart?.presentedChild) }
    if let waiting = controller.absentPlaceholder {
      bytes += growth(of: waiting, beyond: counterpart?.absentPlaceholder)
    }
    return bytes
  }

  private static func growth<Value: Container & Sendable>(
    in container: KeptContent<Value>, beyond other: KeptContent<Value>?
  ) -> Int {
    var bytes = 0
    var slot = 0
    while slot < container.value.slots.upperBound {
      if let other {
        guard let next = container.value.firstDifference(to: other.value, from: slot) else { break }
        slot = next
      }
      if let held = container.value[slot] { bytes += growth(of: held, beyond: other?.value[slot]) }
      slot += 1
    }
    return bytes
  }
}

extension Controller {
  /// Bytes of an object header, of each controller's common members, and of allocator overhead.
  private static let headBytes = 16 + MemoryLayout<TreeSummary>.stride + 96
  /// Bytes of a heap-allocated string, beside its characters.
  private static let stringBytes = 32

  /// The approximate bytes of the controller without its children.
  fileprivate var ownBytes: Int {
    let content =
      switch kind {
      case .screen: MemoryLayout<Screen>.stride + Self.bytes(of: known(as: Screen.self).value)
      case .stack: MemoryLayout<Stack>.stride + known(as: Stack.self).value.count * MemoryLayout<Controller>.stride
      case .tabBar: MemoryLayout<TabBar>.stride + known(as: TabBar.self).value.tabs.count * MemoryLayout<Tab>.stride
      case .topTabs:
        MemoryLayout<TopTabs>.stride + known(as: TopTabs.self).value.pages.count * MemoryLayout<Page>.stride
      case .split: Split.byteCount
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
