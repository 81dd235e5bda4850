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
    writer.key("savedDetails")
    writer.beginObject()
    for tab in tabs where !tab.savedDetails.isEmpty {
      writer.key(tab.child.id.description)
      writer.beginArray()
      for detail in tab.savedDetails { detail.write(to: &writer, form: form) }
      writer.endArray()
    }
    writer.endObject()
  }

  /// Computed by the server, and not allowed in requests: the tabs behind More, if there are any (TB-6).
  private func writeMore(to writer: inout JSONWriter, form: WrittenForm) {
    guard case .session(_, let traits) = form else { return }
    let more = behindMore(in: traits)
    if !more.isEmpty { writer.array("more", more) }
  }

  func writeMembers(to writer: inout JSONWriter, form: WrittenForm) {
    let inner = form.inside(self)
    writer.key("tabs")
    writer.beginArray()
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
    writer.endArray()
    let selected = tabs[selectedIndex].child.id
    if !selected.isAutomatic { writer.member("selected", selected) }
    if namesTabs { writer.member("selectedTab", selectedTab) }
    writer.flag("isTabBarHidden", isTabBarHidden)
    writeForm(to: &writer, form: form)
    writeSavedDetails(to: &writer, form: form)
    writeMore(to: &writer, form: form)
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
