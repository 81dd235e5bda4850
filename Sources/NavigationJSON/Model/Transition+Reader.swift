import NavigationModel

extension Transition {
  /// One flat object whose `type` decides the rest.
  public init(json: JSONValue) throws(BodyRefusal) {
    var reader = try BodyReader(json)
    try self.init(members: &reader)
  }

  /// The members of an object, all of them.
  package init(members reader: inout BodyReader) throws(BodyRefusal) {
    let action = try Action(try reader.require("type").readWord(TransitionType.self), members: &reader)
    let animated = try reader.bool("animated")
    let confirm = try reader.bool("confirm") ?? false
    try reader.finish()
    self.init(action, animated: animated, confirm: confirm)
  }
}

extension Transition.Action {
  fileprivate init(_ type: TransitionType, members reader: inout BodyReader) throws(BodyRefusal) {
    switch type {
    case .push: self = .push(try .init(members: &reader), stack: try reader.id("stack"))
    case .pop: self = .pop(stack: try reader.id("stack"), count: try reader.optional("count")?.readInt(atLeast: 1) ?? 1)
    case .popTo: self = .popTo(try reader.requireID("controller"))
    case .popToRoot: self = .popToRoot(stack: try reader.id("stack"))
    case .setStack:
      self = .setStack(stack: try reader.id("stack"), children: try reader.require("children").readArray(Transition.Member.init(json:)))
    case .replaceTop: self = .replaceTop(try Controller(screen: try reader.require("screen")), stack: try reader.id("stack"))
    case .remove: self = .remove(try reader.requireID("controller"))
    case .back: self = .back(stack: try reader.id("stack"), phase: try reader.word("phase", Transition.BackPhase.self))
    case .show: self = .show(try .init(members: &reader), from: try reader.id("from"))
    case .showDetail: self = .showDetail(try .init(members: &reader), from: try reader.id("from"))
    case .tapTab: self = .tapTab(try reader.requireID("tab"))
    case .selectTab: self = .selectTab(try reader.requireID("tab"))
    case .setTabs:
      self = .setTabs(tabBar: try reader.id("tabBar"), tabs: try reader.require("tabs").readArray(Transition.TabDescription.init(json:)))
    case .setBadge: self = .setBadge(tab: try reader.requireID("tab"), badge: try reader.requireNullableString("badge"))
    case .selectRow: self = .selectRow(try reader.requireID("controller"), row: try reader.require("row").readString())
    case .deselectRow: self = .deselectRow(try reader.requireID("controller"))
    case .resize:
      self = .resize(Size(width: try reader.require("width").readDouble(), height: try reader.require("height").readDouble()))
    case .rotate: self = .rotate(try reader.require("orientation").readWord(Orientation.self))
    case .setMultitasking: self = .setMultitasking(try reader.require("multitasking").readWord(Multitasking.self))
    case .setDevice: self = .setDevice(try reader.require("device").readString())
    case .setTraits:
      self = .setTraits(
        horizontal: try .init(reader.optional("horizontalSizeClass")), vertical: try .init(reader.optional("verticalSizeClass")))
    case .enterBackground: self = .enterBackground
    case .enterForeground: self = .enterForeground
    case .updateScreen: self = .updateScreen(try reader.requireID("controller"), try ScreenUpdate(members: &reader))
    case .removeItem:
      self = .removeItem(route: try reader.require("route").readString(), params: try Params(json: try reader.require("params")))
    }
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
