import NavigationModel

extension TabBar {
  /// The members of a tab bar but `id`. Throws `emptyContainer` where there are no tabs, `noSuchController` where `selected` is no child's id.
  init(members reader: inout BodyReader, of id: ControllerID) throws(BodyRefusal) {
    let value = try reader.require("tabs")
    let tabs = try value.readArray(Tab.init(json:))
    guard var tabBar = TabBar(tabs: tabs) else { throw value.refused(.emptyContainer(id)) }
    if let selected = reader.optional("selected") {
      let child = try selected.readID()
      guard let index = tabBar.index(of: child) else { throw selected.refused(.noSuchController(child)) }
      tabBar.select(index)
    }
    self = tabBar
  }

  func writeMembers(to writer: inout JSONWriter, form: WrittenForm) {
    writer.key("tabs")
    writer.beginArray()
    // A span lends its elements, where a loop over the array would copy each.
    let tabs = tabs.span
    for index in tabs.indices {
      writer.beginObject()
      writer.tabMembers(title: tabs[index].title, badge: tabs[index].badge, shouldSelect: tabs[index].shouldSelect)
      writer.key("child")
      tabs[index].child.write(to: &writer, form: form)
      writer.endObject()
    }
    writer.endArray()
    let selected = tabs[selectedIndex].child.id
    if !selected.isAutomatic { writer.member("selected", selected) }
  }
}

extension Tab {
  init(json: JSONValue) throws(BodyRefusal) {
    var reader = try BodyReader(json)
    let title = try reader.string("title")
    let badge = try reader.string("badge")
    let shouldSelect = try reader.word("shouldSelect", ShouldSelect.self) ?? .always
    let child = try Controller(json: try reader.require("child"))
    try reader.finish()
    self.init(title: title, badge: badge, shouldSelect: shouldSelect, child: child)
  }
}

extension JSONWriter {
  /// What a tab has beside its child.
  mutating func tabMembers(title: String?, badge: String?, shouldSelect: Tab.ShouldSelect) {
    member("title", title)
    member("badge", badge)
    word("shouldSelect", shouldSelect, unless: .always)
  }
}
