extension Layout: JSONMember {
  private enum Name: String, CaseIterable {
    case tabsInPrimary, tabBarInStack, listDetail, doubleColumn, tripleColumn, tabBar, topTabs, stack
  }

  /// Read whole, as the name decides the members: every settable one of the containers that it creates, read by the
  /// same tables as theirs.
  public init(json: JSONValue) throws(BodyRefusal) {
    var reader = try json.object()
    switch try reader.requireWord("name", Name.self) {
    case .tabsInPrimary:
      let (tabs, selected) = try Self.tabs(&reader)
      self = .tabsInPrimary(
        tabs: tabs, selected: selected, placeholder: try Self.placeholder(&reader),
        split: try Self.split(.tabsInPrimary, &reader), isTabBarHidden: try Self.isTabBarHidden(&reader))
    case .tabBarInStack:
      let (tabs, selected) = try Self.tabs(&reader)
      self = .tabBarInStack(
        tabs: tabs, selected: selected, placeholder: try Self.placeholder(&reader),
        split: try Self.split(.tabBarInStack, &reader), isTabBarHidden: try Self.isTabBarHidden(&reader))
    case .listDetail:
      let primary = try Controller(screen: try reader.require("primary"))
      guard reader.optional("placeholder") != nil else {
        let secondary = try Controller(screen: try reader.require("secondary"))
        self = .listDetail(primary: primary, secondary: secondary, split: try Self.split(.listDetail, &reader))
        break
      }
      if let secondary = reader.optional("secondary") { throw secondary.refused("the layout has a placeholder") }
      self = .listDetail(
        primary: primary, placeholder: try Self.placeholder(&reader), split: try Self.split(.listDetail, &reader))
    case .doubleColumn:
      self = .columns(try LayoutColumns(.doubleColumn, members: &reader), split: try Self.split(.doubleColumn, &reader))
    case .tripleColumn:
      self = .columns(try LayoutColumns(.tripleColumn, members: &reader), split: try Self.split(.tripleColumn, &reader))
    case .tabBar:
      let (tabs, selected) = try Self.tabs(&reader)
      let form = try Self.form(&reader, of: tabs)
      self = .tabBar(
        tabs: tabs, selected: selected, traitOverride: try reader.traitOverride(),
        orientations: try reader.orientations(), isTabBarHidden: try Self.isTabBarHidden(&reader), form: form)
    case .topTabs: self = try Self.topTabs(&reader)
    case .stack:
      self = .stack(
        root: try Controller(screen: try reader.require("screen")),
        isNavigationBarHidden: try reader.bool("isNavigationBarHidden") ?? false,
        traitOverride: try reader.traitOverride(), orientations: try reader.orientations())
    }
    try reader.finish()
    if reader.optional("behavior") != nil, let split = try? controller().split, split.hasStaleTarget {
      let target = try reader.answer("collapsesOnto")
      throw target.refused(.noSuchController(try target.id()))
    }
  }

  /// The tabs, and which of them is selected. Throws `emptyContainer` and `noSuchController`.
  private static func tabs(_ reader: inout JSONObjectReader) throws(BodyRefusal) -> (
    [LayoutTab], selected: ControllerID?
  ) {
    let value = try reader.require("tabs")
    let tabs = try value.array(LayoutTab.init(json:))
    guard !tabs.isEmpty else { throw value.refused(.emptyContainer(tabBarID)) }
    guard let named = reader.optional("selected") else { return (tabs, nil) }
    let selected = try named.id()
    guard tabs.contains(where: { $0.isCalled(selected) }) else { throw named.refused(.noSuchController(selected)) }
    return (tabs, selected)
  }

  private static func form(_ reader: inout JSONObjectReader, of tabs: [LayoutTab]) throws(BodyRefusal) -> TabBarForm {
    var form = TabBarForm()
    form.members(&reader)
    try reader.check()
    for name in try reader.optional("compactTabs")?.array({ (json) throws(BodyRefusal) in json }) ?? [] {
      let id = try name.id()
      if !tabs.contains(where: { $0.id == id }) { throw name.refused(.noSuchController(id)) }
    }
    return form
  }

  private static func isTabBarHidden(_ reader: inout JSONObjectReader) throws(BodyRefusal) -> Bool {
    try reader.bool("isTabBarHidden") ?? false
  }

  private static func placeholder(_ reader: inout JSONObjectReader) throws(BodyRefusal) -> Controller {
    try Controller(placeholder: try reader.require("placeholder"))
  }

  /// The settable members of its split view. Throws `wrongStyle` for those that the style has not.
  private static func split(_ layout: SplitArrangement, _ reader: inout JSONObjectReader) throws(BodyRefusal)
    -> SplitUpdate
  {
    var update = try SplitUpdate(members: &reader)
    try layout.style.refuseForeignMembers(&reader, of: splitID)
    if let foreign = update.foreignAnswer(of: layout.style) {
      throw try reader.answer(foreign).refused(.wrongStyle(splitID))
    }
    if let placeholder = update.delegate?.placeholder, reader.optional("placeholder") != nil {
      if placeholder != nil { throw try reader.answer("placeholder").refused("the layout has its own") }
      update.delegate?.placeholder = nil
    }
    return update
  }

  private static func topTabs(_ reader: inout JSONObjectReader) throws(BodyRefusal) -> Layout {
    let value = try reader.require("pages")
    let pages = try value.array(LayoutPage.init(json:))
    guard !pages.isEmpty else { throw value.refused(.emptyContainer(topTabsID)) }
    let inStack = try reader.bool("inStack") ?? true
    var update = TopTabsUpdate()
    update.members(&reader)
    try reader.check()
    if let page = update.currentPage, !pages.contains(where: { $0.screen.id == page }) {
      throw try reader.require("currentPage").refused(.noSuchController(page))
    }
    let isNavigationBarHidden = try reader.bool("isNavigationBarHidden")
    if !inStack, isNavigationBarHidden != nil {
      throw try reader.require("isNavigationBarHidden").refused("there is no stack")
    }
    return .topTabs(
      pages: pages, inStack: inStack, topTabs: update, isNavigationBarHidden: isNavigationBarHidden ?? false,
      traitOverride: try reader.traitOverride(), orientations: try reader.orientations())
  }

  /// The ids of the containers that a layout makes.
  private static let splitID: ControllerID = "split"
  private static let tabBarID: ControllerID = "tabs"
  private static let topTabsID: ControllerID = "top"

  public func write(to writer: inout JSONWriter) {
    writer.beginObject()
    switch self {
    case .tabsInPrimary(let tabs, let selected, let placeholder, let split, let isTabBarHidden):
      writer.word("name", Name.tabsInPrimary)
      writer.tabs(tabs, selected: selected, placeholder: placeholder, split)
      writer.flag("isTabBarHidden", isTabBarHidden)
    case .tabBarInStack(let tabs, let selected, let placeholder, let split, let isTabBarHidden):
      writer.word("name", Name.tabBarInStack)
      writer.tabs(tabs, selected: selected, placeholder: placeholder, split)
      writer.flag("isTabBarHidden", isTabBarHidden)
    case .listDetail(let primary, let secondary, let split):
      writer.word("name", Name.listDetail)
      writer.screen("primary", primary)
      writer.screen("secondary", secondary)
      split.writeMembers(to: &writer)
    case .listAndPlaceholder(let primary, let placeholder, let split):
      writer.word("name", Name.listDetail)
      writer.screen("primary", primary)
      writer.key("placeholder")
      placeholder.writePlaceholder(to: &writer)
      split.writeMembers(to: &writer)
    case .columns(let columns, let split):
      writer.word("name", columns.supplementary == nil ? Name.doubleColumn : Name.tripleColumn)
      columns.writeMembers(to: &writer)
      split.writeMembers(to: &writer)
    case .tabBar(let tabs, let selected, let traitOverride, let orientations, let isTabBarHidden, var form):
      writer.word("name", Name.tabBar)
      writer.array("tabs", tabs)
      writer.member("selected", selected)
      writer.member("traitOverride", traitOverride)
      writer.word("supportedInterfaceOrientations", orientations, unless: .system)
      writer.flag("isTabBarHidden", isTabBarHidden)
      form.members(&writer)
    case .topTabs(let pages, let inStack, let topTabs, let isNavigationBarHidden, let traitOverride, let orientations):
      writer.word("name", Name.topTabs)
      writer.array("pages", pages)
      if !inStack { writer.member("inStack", false) }
      var topTabs = topTabs
      topTabs.members(&writer)
      writer.flag("isNavigationBarHidden", inStack && isNavigationBarHidden)
      writer.member("traitOverride", traitOverride)
      writer.word("supportedInterfaceOrientations", orientations, unless: .system)
    case .stack(let root, let isNavigationBarHidden, let traitOverride, let orientations):
      writer.word("name", Name.stack)
      writer.screen("screen", root)
      writer.flag("isNavigationBarHidden", isNavigationBarHidden)
      writer.member("traitOverride", traitOverride)
      writer.word("supportedInterfaceOrientations", orientations, unless: .system)
    }
    writer.endObject()
  }
}

extension LayoutTab: MemberBody {
  package static var empty: Self { Self(screen: .screen(route: "")) }

  package mutating func members(_ m: inout some Members) {
    m.member(
      { (reader) throws(BodyRefusal) in id = try reader.id("id") ?? .automatic },
      else: { if !id.isAutomatic { $0.member("id", id) } })
    m.optional("title", &title)
    m.optional("badge", &badge)
    m.optional("icon", &icon)
    m.defaulted("shouldSelect", &shouldSelect, unless: .always)
    m.defaulted("onReselect", &onReselect, unless: .popToRoot)
    m.flag("isHidden", &isHidden)
    form.members(&m)
    m.screen("screen", &screen)
  }
}

extension LayoutPage: MemberBody {
  package static var empty: Self { Self(title: "", screen: .screen(route: "")) }

  package mutating func members(_ m: inout some Members) {
    m.required("title", &title)
    m.screen("screen", &screen)
  }
}

extension JSONObjectReader {
  fileprivate mutating func traitOverride() throws(BodyRefusal) -> TraitOverride? {
    try optional("traitOverride").map(TraitOverride.init(json:))
  }

  fileprivate mutating func orientations() throws(BodyRefusal) -> SplitDelegate.SupportedInterfaceOrientations {
    try word("supportedInterfaceOrientations", SplitDelegate.SupportedInterfaceOrientations.self) ?? .system
  }
}

extension LayoutColumns {
  fileprivate init(_ style: SplitStyle, members reader: inout JSONObjectReader) throws(BodyRefusal) {
    self.init(
      primary: try Controller(screen: try reader.require("primary")),
      supplementary: style == .tripleColumn ? try Controller(screen: try reader.require("supplementary")) : nil,
      secondary: try Controller(screen: try reader.require("secondary")), compact: try reader.tree("compact"),
      inspector: try reader.optional("inspector").map(Controller.init(screen:)))
    try reader.checkTwins(of: Split(style: style, columns: contents))
  }

  fileprivate func writeMembers(to writer: inout JSONWriter) {
    writer.screen("primary", primary)
    if let supplementary { writer.screen("supplementary", supplementary) }
    writer.screen("secondary", secondary)
    writer.tree("compact", compact, form: .request)
    if let inspector { writer.screen("inspector", inspector) }
  }
}

extension JSONWriter {
  /// What the two layouts with a tab bar and a split view have.
  fileprivate mutating func tabs(
    _ tabs: [LayoutTab], selected: ControllerID?, placeholder: Controller, _ split: SplitUpdate
  ) {
    array("tabs", tabs)
    member("selected", selected)
    key("placeholder")
    placeholder.writePlaceholder(to: &self)
    split.writeMembers(to: &self)
  }

  /// A screen in a place that allows screens only.
  fileprivate mutating func screen(_ name: StaticString, _ screen: Controller) {
    key(name)
    screen.writeScreen(to: &self)
  }
}
