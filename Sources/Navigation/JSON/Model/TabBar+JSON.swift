extension TabBar {
  /// The members of a tab bar but `id`, read whole: a tab bar without tabs is none, and other members name them. Throws
  /// `emptyContainer` where there are no tabs, `noSuchController` where `selected`, or a name in `savedDetails`, is no
  /// child's id.
  init(members reader: inout JSONObjectReader, of id: ControllerID) throws(BodyRefusal) {
    let value = try reader.require("tabs")
    let tabs = try value.array(Tab.init(json:))
    guard var tabBar = TabBar(tabs: tabs) else { throw value.refused(.emptyContainer(id)) }
    if let selected = reader.optional("selected") {
      let child = try selected.id()
      guard let index = tabBar.index(of: child) ?? tabBar.tabs.firstIndex(where: { $0.id == child }) else {
        throw selected.refused(.noSuchController(child))
      }
      tabBar.select(index)
    }
    if let selected = reader.optional("selectedTab") { try tabBar.readSelectedTab(selected) }
    tabBar.isTabBarHidden = try reader.bool("isTabBarHidden") ?? false
    try tabBar.readForm(&reader)
    if let saved = reader.optional("savedDetails") { try tabBar.readSavedDetails(saved) }
    self = tabBar
  }

  /// Of any depth, in the tab that `selected` names where that is there.
  private mutating func readSelectedTab(_ json: JSONValue) throws(BodyRefusal) {
    let id = try json.id()
    let paths = tabs.map { $0.node.map { $0.value.path(to: id) } ?? ($0.id == id ? [] : nil) }
    guard let index = paths.firstIndex(where: { $0 != nil }), let path = paths[index] else {
      throw json.refused(.noSuchController(id))
    }
    select(index)
    _ = updateTab(at: index) { tab in
      guard let node = tab.node?.value else { return }
      tab.select(node.target(of: path, returns: false), inSidebar: false, details: .onStack)
    }
  }

  /// Which tab has saved what: an object with a member for each.
  private mutating func readSavedDetails(_ json: JSONValue) throws(BodyRefusal) {
    var reader = try json.object()
    for (name, value) in reader.members {
      guard let tab = ControllerID(name) else { throw value.refused("expected the id of a tab's child") }
      guard let index = index(of: tab) else { throw value.refused(.noSuchController(tab)) }
      let details = try value.array(Controller.init(json:))
      _ = updateTab(at: index) { $0.savedDetails = details }
    }
  }

  private func writeSavedDetails(to writer: inout JSONWriter, form: WrittenForm) {
    guard tabs.contains(where: { !$0.savedDetails.isEmpty }) else { return }
    writer.object("savedDetails") { writer in
      for tab in tabs where !tab.savedDetails.isEmpty {
        writer.key(tab.child.id.description)
        writer.beginArray()
        for detail in tab.savedDetails { detail.write(to: &writer, form: form) }
        writer.endArray()
      }
    }
  }

  /// Computed by the server, and not allowed in requests: the tabs behind More, if there are any (TB-6).
  private func writeMore(to writer: inout JSONWriter, form: WrittenForm) {
    guard case .session(_, let traits) = form else { return }
    let more = behindMore(in: traits)
    if !more.isEmpty { writer.array("more", more) }
  }

  func writeMembers(to writer: inout JSONWriter, form: WrittenForm) {
    let inner = form.inside(self)
    writer.array("tabs") { writer in
      // By the index: a loop over the array would copy each element.
      for index in tabs.indices {
        writer.beginObject()
        if let node = tabs[index].node { writer.member("id", node.value.id) }
        writer.member("title", tabs[index].title)
        writer.member("badge", tabs[index].badge)
        writer.member("icon", tabs[index].icon)
        writer.word("shouldSelect", tabs[index].shouldSelect, unless: .always)
        writer.word("onReselect", tabs[index].onReselect, unless: .popToRoot)
        writer.flag("isHidden", tabs[index].isHidden)
        if var twin = tabs[index].words?.value { twin.members(&writer) }
        if var form = tabs[index].box?.value { form.members(&writer) }
        if let node = tabs[index].node {
          tabs[index].writeNode(node.value, to: &writer, form: inner)
        } else {
          writer.key("child")
          tabs[index].child.write(to: &writer, form: inner)
        }
        writer.endObject()
      }
    }
    let selected = tabs[selectedIndex].child.id
    if !selected.isAutomatic { writer.member("selected", selected) }
    if namesTabs { writer.member("selectedTab", selectedTab) }
    writer.flag("isTabBarHidden", isTabBarHidden)
    writeForm(to: &writer, form: form)
    writeSavedDetails(to: &writer, form: form)
    writeMore(to: &writer, form: form)
  }

  /// Reads what few have. Throws `noSuchController` where a name is no child's id.
  private mutating func readForm(_ reader: inout JSONObjectReader) throws(BodyRefusal) {
    var read = TabBarForm()
    read.members(&reader)
    read.stateMembers(&reader)
    try reader.check()
    if let names = reader.optional("compactTabs") {
      for name in try names.elements {
        let id = try name.id()
        if index(named: id) == nil { throw name.refused(.noSuchController(id)) }
      }
    }
    if let previous = reader.optional("previousTab"), let id = read.previousTab {
      guard read.isSearching else { throw previous.refused("expected none without a search") }
      if index(named: id) == nil { throw previous.refused(.noSuchController(id)) }
    }
    if read.isSearching, !selected.beginsSearch, let searching = reader.optional("isSearching") {
      throw searching.refused("the selected tab activates no search")
    }
    form = read
  }

  /// What few have, and, computed by the server and not allowed in requests, where the bar stands.
  private func writeForm(to writer: inout JSONWriter, form written: WrittenForm) {
    if var form = box?.value {
      form.members(&writer)
      form.stateMembers(&writer)
    }
    guard case .session(_, let traits) = written else { return }
    writer.word("bar", bar(in: traits))
    writer.flag("sidebarAvailable", isSidebarAvailable(in: traits))
  }
}

extension Tab {
  init(json: JSONValue) throws(BodyRefusal) {
    var reader = try json.object()
    let (title, badge, icon) = (try reader.string("title"), try reader.string("badge"), try reader.string("icon"))
    let shouldSelect = try reader.word("shouldSelect", ShouldSelect.self) ?? .always
    let onReselect = try reader.word("onReselect", OnReselect.self) ?? .popToRoot
    let isHidden = try reader.bool("isHidden") ?? false
    var (twin, form) = (TabTwin(), TabForm())
    twin.members(&reader)
    form.members(&reader)
    try self.init(members: &reader)
    try reader.finish(nulls: TabNode.ownMembers)
    (self.title, self.badge, self.icon, self.isHidden) = (title, badge, icon, isHidden)
    (self.shouldSelect, self.onReselect, self.twin) = (shouldSelect, onReselect, twin)
    self.form = form
  }

  // A tab with an id of its own, and a group. A managed group's stack is taken apart: each level's controller is the
  // `child` of its tab, and what was pushed above them its `pushed`, on the stack or not (D-441).

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

  fileprivate func writeNode(_ node: TabNode, to writer: inout JSONWriter, form: WrittenForm) {
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

extension TabTwin {
  fileprivate mutating func members(_ m: inout some Members) {
    m.optional("twin", &stack)
    m.optional("onExpand", &onExpand)
    m.list("for", &routes)
    m.refuseBoth(stack != nil && !routes.isEmpty)
  }
}

extension Archive where Self: ~Copyable {
  /// A tab is selected for its twin, or for routes.
  mutating func refuseBoth(_ areThere: Bool) {
    refuse(areThere, "expected only one of \"twin\" and \"for\"")
  }
}

extension TabBarForm {
  /// The members that an app sets; what a search is in comes from a snapshot.
  mutating func members(_ m: inout some Members) {
    placeMembers(&m)
    m.optional("compactTabs", &compactTabs)
    m.optional("accessory", &accessory)
  }

  /// Those by which its bar has its place.
  mutating func placeMembers(_ m: inout some Members) {
    m.defaulted("mode", &mode, unless: .automatic)
    var own = sidebar == TabSidebar() ? nil : sidebar
    m.optional("sidebar", &own)
    sidebar = own ?? TabSidebar()
  }

  mutating func stateMembers(_ m: inout some Members) {
    m.flag("isSearching", &isSearching)
    m.optional("previousTab", &previousTab)
  }
}

extension TabSidebar: MemberBody {
  package static var empty: Self { Self() }

  package mutating func members(_ m: inout some Members) {
    m.optional("isHidden", &isHidden)
    m.defaulted("layout", &layout, unless: .automatic)
    m.defaulted("placement", &placement, unless: .automatic)
  }
}

extension TabAccessory: MemberBody {
  package static var empty: Self { Self(title: "") }

  /// The offer is one of a button that opens a route.
  package mutating func members(_ m: inout some Members) {
    m.required("title", &title)
    m.optional("offer", &offer)
    guard let offer else { return }
    m.refuse(offer.sample == nil || offer.row != nil, at: "offer", "expected an offer that opens a route without a row")
  }
}

extension TabForm {
  mutating func members(_ m: inout some Members) {
    m.defaulted("placement", &placement, unless: .automatic)
    m.optional("role", &role)
    m.flag("activatesSearch", &activatesSearch)
  }
}

extension TabBarUpdate: MemberUpdate {
  package mutating func members(_ m: inout some Members) {
    m.settable("mode", &mode, or: .automatic)
    m.settable("compactTabs", &compactTabs)
    m.settable("isTabBarHidden", &isTabBarHidden, or: false)
    m.settable("accessory", &accessory)
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
      writer.array("pushed") { writer in
        for controller in pushed { controller.write(to: &writer, form: parts.form) }
      }
    }
    if pages != 0 { writer.member("detailIndex", pages) }
    guard isGroup else { return }
    writer.array("tabs") { writer in
      for (index, tab) in tabs.enumerated() { tab.write(to: &writer, way + [index], parts) }
    }
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
