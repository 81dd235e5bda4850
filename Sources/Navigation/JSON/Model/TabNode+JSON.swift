/// A tab with an id of its own, and a group. A managed group's stack is taken apart: each level's controller is the
/// `child` of its tab, and what was pushed above them its `pushed`, on the stack or not (D-441).
extension Tab {
  /// The members `id` to `displayedLevels` of an element of a tab bar's `tabs`, with `child`.
  ///
  /// Throws `emptyContainer` for a group without anything to show (TG-8), `childNeverShown` for a child in one that is not
  /// managed (D-450).
  init(members reader: inout JSONObjectReader) throws(BodyRefusal) {
    guard reader.optional("tabs") != nil else {
      self.init(child: try Controller(json: try reader.require("child")))
      if let id = try reader.id("id"), id != child.id { node = Boxed(TabNode(id: id)) }
      return
    }
    let managed = reader.optional("managed")
    var node = try TabNode(members: &reader, inManaged: managed != nil, stack: try managed.flatMap(Self.stackID(in:)))
    node.isManaged = managed != nil
    node.displayedLevels =
      try managed == nil ? .all : reader.word("displayedLevels", TabNode.DisplayedLevels.self) ?? .all
    if let managed {
      node.select(node.target(of: node.selectedPath, returns: false))
      let (children, detailIndex) = node.takeStack(inSidebar: false)
      guard !children.isEmpty else { throw reader.object.refused(.emptyContainer(node.id)) }
      self.init(child: try Controller(managed: managed, children: children, detailIndex: detailIndex))
    } else {
      guard let child = reader.optional("child") else { throw reader.object.refused(.emptyContainer(node.id)) }
      self.init(child: try Controller(json: child))
      node.select(node.target(of: node.selectedPath, returns: false))
    }
    self.node = Boxed(node)
  }

  private static func stackID(in managed: JSONValue) throws(BodyRefusal) -> ControllerID? {
    var reader = try managed.object()
    return try reader.id("id")
  }

  func writeNode(_ node: TabNode, to writer: inout JSONWriter, form: WrittenForm) {
    if node.isManaged {
      writer.key("managed")
      child.writeManaged(to: &writer, form: form)
    } else {
      writer.key("child")
      child.write(to: &writer, form: form)
    }
    guard node.isGroup else { return }
    node.writeMembers(to: &writer, [], StackParts(of: node, child, form))
    writer.word("displayedLevels", node.displayedLevels, unless: .all)
  }
}

/// A managed group's stack, by its levels.
private struct StackParts {
  let children: [Controller]
  let levels: [[Int]]
  let selected: [Int]
  let pages: Int
  let form: WrittenForm

  init(of node: TabNode, _ child: Controller, _ form: WrittenForm) {
    let stack = node.isManaged ? child.stack : nil
    (children, levels, selected) = (stack?.children ?? [], node.levelsOnStack, node.selectedPath)
    pages = max(0, (stack?.detailIndex ?? 0) - levels.count)
    self.form = form
  }

  func child(of node: TabNode, at way: [Int]) -> Controller? {
    switch node.level {
    case .none: nil
    case .kept(let controller): controller
    case .onStack: levels.firstIndex(of: way).map { children[$0] }
    }
  }

  func pushed(of node: TabNode, at way: [Int]) -> (controllers: [Controller], pages: Int) {
    way == selected ? (Array(children.dropFirst(levels.count)), pages) : (node.pushed, node.pages)
  }
}

extension TabNode {
  /// The members that not every tab has.
  static let ownMembers: [StaticString] = [
    "child", "managed", "displayedLevels", "pushed", "detailIndex", "selectedTab", "defaultTab", "order",
    "isDestination",
  ]

  /// The members of a group, or of a tab in it.
  ///
  /// - Parameter stack: that of the root tab; a managed group may be named after it.
  fileprivate init(members reader: inout JSONObjectReader, inManaged isManaged: Bool, stack: ControllerID? = nil)
    throws(BodyRefusal)
  {
    let own = try reader.tree("child")
    let landing = own.flatMap { $0.id.isAutomatic ? nil : $0.id }
    guard let id = try reader.id("id") ?? landing ?? stack else { throw reader.missing("id") }
    self.init(id: id)
    if isManaged {
      if let own { level = .kept(own) }
      pushed = try reader.optional("pushed")?.array(Controller.init(json:)) ?? []
      pages = try reader.optional("detailIndex")?.int(in: 0...pushed.count) ?? 0
    }
    guard let value = reader.optional("tabs") else { return }
    tabs = try value.array { (json) throws(BodyRefusal) in try TabNode(json, in: id, isManaged: isManaged) }
    guard isGroup else { throw value.refused(.emptyContainer(id)) }
    selectedTab = try readTab("selectedTab", &reader)
    defaultTab = try readTab("defaultTab", &reader)
    order = try reader.optional("order")?.array { (json) throws(BodyRefusal) in try json.id() } ?? []
    isDestination = try reader.bool("isDestination") ?? false
  }

  private func readTab(_ name: StaticString, _ reader: inout JSONObjectReader) throws(BodyRefusal) -> ControllerID? {
    guard let value = reader.optional(name) else { return nil }
    let id = try value.id()
    guard tabs.contains(where: { $0.id == id }) else { throw value.refused(.noSuchController(id)) }
    return id
  }

  /// A tab in a group.
  private init(_ json: JSONValue, in group: ControllerID, isManaged: Bool) throws(BodyRefusal) {
    var reader = try json.object()
    if let inner = reader.optional("managed") {
      throw inner.refused(.cannotContain(container: group, child: try reader.id("id") ?? .automatic))
    }
    if !isManaged, let child = reader.optional("child") {
      throw child.refused(.childNeverShown(try Controller(json: child).id))
    }
    let (title, badge, icon) = (try reader.string("title"), try reader.string("badge"), try reader.string("icon"))
    let isHidden = try reader.bool("isHidden") ?? false
    try self.init(members: &reader, inManaged: isManaged)
    (self.title, self.badge, self.icon, self.isHidden) = (title, badge, icon, isHidden)
    if isManaged, !isGroup, level == .none { throw reader.missing("child") }
    try reader.finish(nulls: Self.ownMembers)
  }

  fileprivate func writeMembers(to writer: inout JSONWriter, _ way: [Int], _ parts: StackParts) {
    if let child = parts.child(of: self, at: way) {
      writer.key("child")
      child.write(to: &writer, form: parts.form)
    }
    let (pushed, pages) = parts.pushed(of: self, at: way)
    if !pushed.isEmpty {
      writer.key("pushed")
      writer.beginArray()
      for controller in pushed { controller.write(to: &writer, form: parts.form) }
      writer.endArray()
    }
    if pages != 0 { writer.member("detailIndex", pages) }
    guard isGroup else { return }
    writer.key("tabs")
    writer.beginArray()
    for (index, tab) in tabs.enumerated() { tab.write(to: &writer, way + [index], parts) }
    writer.endArray()
    writer.member("selectedTab", selectedTab)
    writer.member("defaultTab", defaultTab)
    if !order.isEmpty { writer.array("order", order) }
    writer.flag("isDestination", isDestination)
  }

  private func write(to writer: inout JSONWriter, _ way: [Int], _ parts: StackParts) {
    writer.beginObject()
    writer.member("id", id)
    writer.member("title", title)
    writer.member("badge", badge)
    writer.member("icon", icon)
    writer.flag("isHidden", isHidden)
    writeMembers(to: &writer, way, parts)
    writer.endObject()
  }
}
