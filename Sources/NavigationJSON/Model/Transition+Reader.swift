import NavigationModel

extension Transition {
  /// One flat object whose `type` decides the rest.
  public init(json: JSONValue) throws(BodyRefusal) {
    var reader = try BodyReader(json)
    try self.init(members: &reader)
  }

  /// The members of an object, all of them.
  package init(members reader: inout BodyReader) throws(BodyRefusal) {
    let action = try Action(try reader.requireWord("type", TransitionType.self), members: &reader)
    let animated = try reader.bool("animated")
    let confirm = try reader.bool("confirm") ?? false
    try reader.finish()
    self.init(action, animated: animated, confirm: confirm)
  }
}

extension Transition.Action {
  /// A table: what each `type` needs.
  fileprivate init(_ type: TransitionType, members reader: inout BodyReader) throws(BodyRefusal) {
    switch type {
    case .push: self = .push(try .init(members: &reader), stack: try reader.id("stack"))
    case .pop: self = .pop(stack: try reader.id("stack"), count: try reader.optional("count")?.readInt(atLeast: 1) ?? 1)
    case .popTo: self = .popTo(try reader.requireID("controller"))
    case .popToRoot: self = .popToRoot(stack: try reader.id("stack"))
    case .setStack:
      self = .setStack(
        stack: try reader.id("stack"), children: try reader.require("children").readArray(Transition.Member.init(json:))
      )
    case .replaceTop:
      self = .replaceTop(try Controller(screen: try reader.require("screen")), stack: try reader.id("stack"))
    case .remove: self = .remove(try reader.requireID("controller"))
    case .back: self = .back(stack: try reader.id("stack"), phase: try reader.word("phase", Transition.BackPhase.self))
    case .tapLeftBarButton: self = .tapLeftBarButton(try reader.id("controller"))
    case .show: self = .show(try .init(members: &reader), from: try reader.id("from"))
    case .showDetail: self = .showDetail(try .init(members: &reader), from: try reader.id("from"))
    case .setDisplayMode:
      self = .setDisplayMode(
        try reader.requireWord("mode", OrAutomatic<DisplayMode>.self).word, split: try reader.id("split"))
    case .tapDisplayModeButton: self = .tapDisplayModeButton(split: try reader.id("split"))
    case .tapSecondaryOnlyButton: self = .tapSecondaryOnlyButton(split: try reader.id("split"))
    case .tapDimmedSecondary: self = .tapDimmedSecondary(split: try reader.id("split"))
    case .swipe: self = .swipe(try reader.requireWord("edge", HorizontalEdge.self), split: try reader.id("split"))
    case .showColumn: self = .showColumn(try reader.requireWord("column", Column.self), split: try reader.id("split"))
    case .hideColumn: self = .hideColumn(try reader.requireWord("column", Column.self), split: try reader.id("split"))
    case .setColumn:
      let column = try reader.requireWord("column", Column.self)
      self = .setColumn(column, try Self.content(&reader), split: try reader.id("split"))
    case .setSplit: self = .setSplit(try SplitUpdate(members: &reader), split: try reader.id("split"))
    case .tapTab: self = .tapTab(try reader.requireID("tab"))
    case .selectTab: self = .selectTab(try reader.requireID("tab"))
    case .setTabs:
      self = .setTabs(
        tabBar: try reader.id("tabBar"),
        tabs: try reader.require("tabs").readArray(Transition.TabDescription.init(json:)))
    case .setBadge: self = .setBadge(tab: try reader.requireID("tab"), badge: try reader.requireNullableString("badge"))
    case .tapTitle: self = .tapTitle(page: try reader.requireID("page"), topTabs: try reader.id("topTabs"))
    case .scroll:
      self = .scroll(
        topTabs: try reader.id("topTabs"), contentOffset: try reader.require("contentOffset").readContentOffset(),
        try reader.requireWord("phase", Transition.ScrollPhase.self))
    case .setPages:
      self = .setPages(
        topTabs: try reader.id("topTabs"),
        pages: try reader.require("pages").readArray(Transition.PageDescription.init(json:)))
    case .setTopTabs: self = .setTopTabs(topTabs: try reader.id("topTabs"), try TopTabsUpdate(members: &reader))
    case .selectRow: self = .selectRow(try reader.requireID("controller"), row: try reader.requireRow("row"))
    case .deselectRow: self = .deselectRow(try reader.requireID("controller"))
    case .tapRow:
      let (row, list) = (try reader.requireRow("row"), try reader.requireID("list"))
      self = .tapRow(
        row, list: list, opening: try Transition.Newcomer(members: &reader),
        as: try reader.requireWord("opens", Transition.RowOpening.self))
    case .present:
      let newcomer = try Transition.Newcomer(members: &reader)
      let style = try reader.word("style", PresentationStyle.self) ?? .pageSheet
      self = .present(newcomer, style: style, from: try reader.id("from"))
    case .dismiss: self = .dismiss(try reader.id("controller"))
    case .swipeDown: self = .swipeDown(try reader.id("controller"))
    case .tapOutside: self = .tapOutside(try reader.id("controller"))
    case .resize:
      let size = Size(
        width: try reader.require("width").readDouble(), height: try reader.require("height").readDouble())
      self = .resize(size, phase: try reader.word("phase", Transition.ResizePhase.self))
    case .rotate: self = .rotate(try reader.requireWord("orientation", Orientation.self))
    case .setMultitasking: self = .setMultitasking(try reader.requireWord("multitasking", Multitasking.self))
    case .setDevice: self = .setDevice(try reader.requireString("device"))
    case .fold: self = .fold(try reader.requireWord("pose", Pose.self))
    case .setTraits:
      self = .setTraits(
        horizontal: try .init(reader.optional("horizontalSizeClass")),
        vertical: try .init(reader.optional("verticalSizeClass")))
    case .enterBackground: self = .enterBackground
    case .enterForeground: self = .enterForeground
    case .updateScreen: self = .updateScreen(try reader.requireID("controller"), try ScreenUpdate(members: &reader))
    case .removeItem:
      self = .removeItem(
        route: try reader.requireString("route"), params: try Params(json: try reader.require("params")))
    case .undo: self = .history(.undo)
    case .redo: self = .history(.redo)
    case .revert: self = .history(.revert(revision: try reader.require("revision").readInt(atLeast: 0)))
    }
  }
}

extension Transition.Action {
  /// Null for none.
  private static func content(_ reader: inout BodyReader) throws(BodyRefusal) -> Transition.Newcomer? {
    let value = try reader.require("controller")
    return value.isNull ? nil : try Transition.Newcomer(controller: value)
  }
}

extension Transition.ForcedClass {
  /// Absent: unchanged; null: lifted.
  fileprivate init(_ json: JSONValue?) throws(BodyRefusal) {
    guard let json else {
      self = .unchanged
      return
    }
    self = json.isNull ? .lifted : .forced(try json.readWord(SizeClass.self))
  }
}
