import NavigationModel

extension Layout {
  /// The layouts of this version.
  private enum Name: String, CaseIterable {
    case tabsInPrimary, tabBarInStack, listDetail, doubleColumn, tripleColumn, tabBar, topTabs, stack
  }

  public init(json: JSONValue) throws(BodyRefusal) {
    var reader = try BodyReader(json)
    switch try reader.requireWord("name", Name.self) {
    case .tabsInPrimary:
      let tabs = try Self.tabs(&reader)
      self = .tabsInPrimary(tabs: tabs, placeholder: try Controller(placeholder: try reader.require("placeholder")))
    case .tabBarInStack:
      let tabs = try Self.tabs(&reader, LayoutTab.init(screen:))
      self = .tabBarInStack(tabs: tabs, placeholder: try Controller(placeholder: try reader.require("placeholder")))
    case .listDetail:
      let primary = try Controller(screen: try reader.require("primary"))
      self = .listDetail(primary: primary, secondary: try Controller(screen: try reader.require("secondary")))
    case .doubleColumn: self = .columns(try LayoutColumns(.doubleColumn, members: &reader))
    case .tripleColumn: self = .columns(try LayoutColumns(.tripleColumn, members: &reader))
    case .tabBar: self = .tabBar(tabs: try Self.tabs(&reader))
    case .topTabs: self = .topTabs(pages: try Self.pages(&reader), inStack: try reader.bool("inStack") ?? true)
    case .stack: self = .stack(root: try Controller(screen: try reader.require("screen")))
    }
    try reader.finish()
  }

  private static func tabs(
    _ reader: inout BodyReader, _ tab: (JSONValue) throws(BodyRefusal) -> LayoutTab = LayoutTab.init(json:)
  ) throws(BodyRefusal) -> [LayoutTab] {
    let value = try reader.require("tabs")
    let tabs = try value.readArray(tab)
    guard !tabs.isEmpty else { throw value.refused(.emptyContainer(tabBarID)) }
    return tabs
  }

  private static func pages(_ reader: inout BodyReader) throws(BodyRefusal) -> [LayoutPage] {
    let value = try reader.require("pages")
    let pages = try value.readArray(LayoutPage.init(json:))
    guard !pages.isEmpty else { throw value.refused(.emptyContainer(topTabsID)) }
    return pages
  }

  /// The ids of the tab bar and the top tabs that a layout makes.
  private static let tabBarID: ControllerID = "tabs"
  private static let topTabsID: ControllerID = "top"

  public func write(to writer: inout JSONWriter) {
    writer.beginObject()
    switch self {
    case .tabsInPrimary(let tabs, let placeholder):
      writer.word("name", Name.tabsInPrimary)
      writer.array("tabs", tabs)
      writer.key("placeholder")
      placeholder.writePlaceholder(to: &writer)
    case .tabBarInStack(let tabs, let placeholder):
      writer.word("name", Name.tabBarInStack)
      writer.array("tabs", tabs)
      writer.key("placeholder")
      placeholder.writePlaceholder(to: &writer)
    case .listDetail(let primary, let secondary):
      writer.word("name", Name.listDetail)
      writer.screen("primary", primary)
      writer.screen("secondary", secondary)
    case .columns(let columns):
      writer.word("name", columns.supplementary == nil ? Name.doubleColumn : Name.tripleColumn)
      columns.writeMembers(to: &writer)
    case .tabBar(let tabs):
      writer.word("name", Name.tabBar)
      writer.array("tabs", tabs)
    case .topTabs(let pages, let inStack):
      writer.word("name", Name.topTabs)
      writer.array("pages", pages)
      if !inStack { writer.member("inStack", false) }
    case .stack(let root):
      writer.word("name", Name.stack)
      writer.screen("screen", root)
    }
    writer.endObject()
  }
}

extension LayoutTab: JSONWritable {
  init(json: JSONValue) throws(BodyRefusal) {
    var reader = try BodyReader(json)
    let id = try reader.id("id") ?? .automatic
    let title = try reader.string("title")
    let icon = try reader.string("icon")
    let screen = try Controller(screen: try reader.require("screen"))
    try reader.finish()
    self.init(id: id, title: title, icon: icon, screen: screen)
  }

  /// The same where the tab is the screen itself: it has one name, at either place.
  init(screen json: JSONValue) throws(BodyRefusal) {
    try self.init(json: json)
    guard !id.isAutomatic, !screen.id.isAutomatic, id != screen.id else { return }
    var reader = try BodyReader(json)
    throw try reader.require("id").refused("the tab is its screen, which has another id")
  }

  public func write(to writer: inout JSONWriter) {
    writer.beginObject()
    if !id.isAutomatic { writer.member("id", id) }
    writer.member("title", title)
    writer.member("icon", icon)
    writer.screen("screen", screen)
    writer.endObject()
  }
}

extension LayoutPage: JSONWritable {
  init(json: JSONValue) throws(BodyRefusal) {
    var reader = try BodyReader(json)
    let title = try reader.requireString("title")
    let screen = try Controller(screen: try reader.require("screen"))
    try reader.finish()
    self.init(title: title, screen: screen)
  }

  public func write(to writer: inout JSONWriter) {
    writer.beginObject()
    writer.member("title", title)
    writer.key("screen")
    screen.writeScreen(to: &writer)
    writer.endObject()
  }
}

extension LayoutColumns {
  fileprivate init(_ style: SplitStyle, members reader: inout BodyReader) throws(BodyRefusal) {
    self.init(
      primary: try Controller(screen: try reader.require("primary")),
      supplementary: style == .tripleColumn ? try Controller(screen: try reader.require("supplementary")) : nil,
      secondary: try Controller(screen: try reader.require("secondary")), compact: try reader.tree("compact"))
  }

  fileprivate func writeMembers(to writer: inout JSONWriter) {
    writer.screen("primary", primary)
    if let supplementary { writer.screen("supplementary", supplementary) }
    writer.screen("secondary", secondary)
    writer.tree("compact", compact, form: .request)
  }
}

extension JSONWriter {
  /// A screen where nothing else may stand.
  fileprivate mutating func screen(_ name: StaticString, _ screen: Controller) {
    key(name)
    screen.writeScreen(to: &self)
  }
}
