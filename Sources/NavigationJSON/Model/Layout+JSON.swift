import NavigationModel

extension Layout {
  /// The layouts of this version.
  private enum Name: String, CaseIterable {
    case tabsInPrimary, tabBar, stack
  }

  public init(json: JSONValue) throws(BodyRefusal) {
    var reader = try BodyReader(json)
    switch try reader.require("name").readWord(Name.self) {
    case .tabsInPrimary:
      let tabs = try Self.tabs(&reader)
      self = .tabsInPrimary(tabs: tabs, placeholder: try Controller(placeholder: try reader.require("placeholder")))
    case .tabBar: self = .tabBar(tabs: try Self.tabs(&reader))
    case .stack: self = .stack(root: try Controller(screen: try reader.require("screen")))
    }
    try reader.finish()
  }

  private static func tabs(_ reader: inout BodyReader) throws(BodyRefusal) -> [LayoutTab] {
    let value = try reader.require("tabs")
    let tabs = try value.readArray(LayoutTab.init(json:))
    guard !tabs.isEmpty else { throw value.refused(.emptyContainer(tabBarID)) }
    return tabs
  }

  /// The id of the tab bar that a layout makes.
  private static let tabBarID = ControllerID("tabs") ?? .automatic

  public func write(to writer: inout JSONWriter) {
    writer.beginObject()
    switch self {
    case .tabsInPrimary(let tabs, let placeholder):
      writer.word("name", Name.tabsInPrimary)
      Self.write(tabs, to: &writer)
      writer.key("placeholder")
      placeholder.writePlaceholder(to: &writer)
    case .tabBar(let tabs):
      writer.word("name", Name.tabBar)
      Self.write(tabs, to: &writer)
    case .stack(let root):
      writer.word("name", Name.stack)
      writer.key("screen")
      root.writeScreen(to: &writer)
    }
    writer.endObject()
  }

  private static func write(_ tabs: [LayoutTab], to writer: inout JSONWriter) {
    writer.key("tabs")
    writer.beginArray()
    for tab in tabs { tab.write(to: &writer) }
    writer.endArray()
  }
}

extension LayoutTab {
  init(json: JSONValue) throws(BodyRefusal) {
    var reader = try BodyReader(json)
    let id = try reader.id("id") ?? .automatic
    let title = try reader.string("title")
    let screen = try Controller(screen: try reader.require("screen"))
    try reader.finish()
    self.init(id: id, title: title, screen: screen)
  }

  func write(to writer: inout JSONWriter) {
    writer.beginObject()
    if !id.isAutomatic { writer.member("id", id) }
    writer.member("title", title)
    writer.key("screen")
    screen.writeScreen(to: &writer)
    writer.endObject()
  }
}
