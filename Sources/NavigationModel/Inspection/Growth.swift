/// What a state needs memory for, beyond an earlier one: trees that both share count nothing.
///
/// A moved tree counts as new.
public struct Growth: Hashable, Sendable {
  public private(set) var controllers = 0
  /// Bytes of the controllers' members and of the elements of their arrays.
  public private(set) var memberBytes = 0
  /// Strings too long to be stored within their values, and the bytes of their characters.
  public private(set) var (strings, stringBytes) = (0, 0)

  /// - Parameter root: of the earlier state; nil for none.
  public init(of session: borrowing Session, beyond root: borrowing Controller?) { add(session.root, beyond: root) }

  private mutating func add(_ controller: Controller, beyond counterpart: Controller?) {
    if let counterpart, controller.isIdentical(to: counterpart) { return }
    controllers += 1
    memberBytes += MemoryLayout<TreeSummary>.stride
    add(controller.id.description)
    let counterpart = counterpart.flatMap { $0.kind == controller.kind ? $0 : nil }
    switch controller.kind {
    case .screen: add(controller.known(as: Screen.self).value)
    case .stack:
      let stack = controller.known(as: Stack.self)
      memberBytes += MemoryLayout<Stack>.stride + stack.value.count * MemoryLayout<Controller>.stride
      add(stack, beyond: counterpart?.known(as: Stack.self))
    case .tabBar:
      let tabBar = controller.known(as: TabBar.self)
      memberBytes += MemoryLayout<TabBar>.stride + tabBar.value.tabs.count * MemoryLayout<Tab>.stride
      add(tabBar, beyond: counterpart?.known(as: TabBar.self))
    case .topTabs:
      let topTabs = controller.known(as: TopTabs.self)
      memberBytes += MemoryLayout<TopTabs>.stride + topTabs.value.pages.count * MemoryLayout<Page>.stride
      add(topTabs, beyond: counterpart?.known(as: TopTabs.self))
    case .split:
      memberBytes += Split.byteCount
      add(controller.known(as: Split.self), beyond: counterpart?.known(as: Split.self))
      if let waiting = controller.absentPlaceholder { add(waiting, beyond: counterpart?.absentPlaceholder) }
    }
    if let presented = controller.presentedChild { add(presented, beyond: counterpart?.presentedChild) }
  }

  private mutating func add<Value: Container & Sendable>(
    _ container: ContentStorage<Value>, beyond other: ContentStorage<Value>?
  ) {
    var slot = 0
    while slot < container.value.slots.upperBound {
      if let other {
        guard let next = container.value.firstDifference(to: other.value, from: slot) else { break }
        slot = next
      }
      if let held = container.value[slot] { add(held, beyond: other?.value[slot]) }
      slot += 1
    }
  }

  private mutating func add(_ screen: Screen) {
    memberBytes += MemoryLayout<Screen>.stride + screen.params.members.count * MemoryLayout<Params.Member>.stride
    add(screen.route)
    for case let text? in [
      screen.title, screen.selection, screen.row, screen.leftBarButton, screen.backButtonTitle,
    ] { add(text) }
    for member in screen.params.members {
      add(member.name)
      add(member.json)
    }
  }

  private mutating func add(_ text: String) {
    guard text.utf8.count > 15 else { return }
    strings += 1
    stringBytes += text.utf8.count
  }
}
