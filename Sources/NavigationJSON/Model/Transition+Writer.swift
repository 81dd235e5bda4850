import NavigationModel

extension Transition {
  /// The transition as a request would give it: new trees as settable members and state, defaults left out.
  public func write(to writer: inout JSONWriter) {
    writer.beginObject()
    writer.word("type", action.type)
    action.writeMembers(to: &writer)
    writer.member("animated", animated)
    writer.flag("confirm", confirm)
    writer.endObject()
  }
}

extension Transition.Action {
  /// A table: what each transition has beside its `type`.
  fileprivate func writeMembers(to writer: inout JSONWriter) {
    switch self {
    case .push(let newcomer, let stack): writer.newcomer(newcomer, "stack", stack)
    case .show(let newcomer, let from), .showDetail(let newcomer, let from): writer.newcomer(newcomer, "from", from)
    case .pop(let stack, let count):
      writer.member("stack", stack)
      if count != 1 { writer.member("count", count) }
    case .popToRoot(let stack): writer.member("stack", stack)
    case .setStack(let stack, let children): writer.members(children, of: stack)
    case .replaceTop(let screen, let stack): writer.newcomer(.new(screen), "stack", stack)
    case .back(let stack, let phase):
      writer.member("stack", stack)
      writer.word("phase", phase)
    case .popTo(let controller), .remove(let controller), .deselectRow(let controller):
      writer.member("controller", controller)
    case .setDisplayMode(let mode, let split):
      writer.word("mode", OrAutomatic(mode))
      writer.member("split", split)
    case .tapDisplayModeButton(let split), .tapSecondaryOnlyButton(let split), .tapDimmedSecondary(let split):
      writer.member("split", split)
    case .swipe(let edge, let split):
      writer.word("edge", edge)
      writer.member("split", split)
    case .showColumn(let column, let split), .hideColumn(let column, let split):
      writer.word("column", column)
      writer.member("split", split)
    case .setColumn(let column, let content, let split):
      writer.word("column", column)
      writer.content(content)
      writer.member("split", split)
    case .setSplit(let update, let split):
      update.writeMembers(to: &writer)
      writer.member("split", split)
    case .tapTab(let tab), .selectTab(let tab): writer.member("tab", tab)
    case .setTabs(let tabBar, let tabs): writer.tabs(tabs, of: tabBar)
    case .setBadge(let tab, let badge):
      writer.member("tab", tab)
      writer.nullable("badge", badge)
    case .tapTitle(let page, let topTabs):
      writer.member("page", page)
      writer.member("topTabs", topTabs)
    case .scroll(let topTabs, let contentOffset, let phase):
      writer.member("topTabs", topTabs)
      writer.member("contentOffset", contentOffset)
      writer.word("phase", phase)
    case .setPages(let topTabs, let pages): writer.pages(pages, of: topTabs)
    case .setTopTabs(let topTabs, let update):
      writer.member("topTabs", topTabs)
      update.writeMembers(to: &writer)
    case .selectRow(let controller, let row):
      writer.member("controller", controller)
      writer.member("row", row)
    case .tapRow(let row, let list, let newcomer, let opening):
      writer.member("list", list)
      writer.member("row", row)
      newcomer.writeMember(to: &writer)
      writer.word("opens", opening)
    case .present(let newcomer, let style, let from):
      writer.newcomer(newcomer, "from", from)
      writer.word("style", style, unless: .pageSheet)
    case .dismiss(let controller), .swipeDown(let controller), .tapOutside(let controller),
      .tapLeftBarButton(let controller):
      writer.member("controller", controller)
    case .resize(let size, let phase):
      writer.size(size)
      writer.word("phase", phase)
    case .rotate(let orientation): writer.word("orientation", orientation)
    case .setMultitasking(let multitasking): writer.word("multitasking", multitasking)
    case .setDevice(let device): writer.member("device", device)
    case .fold(let pose): writer.word("pose", pose)
    case .setTraits(let horizontal, let vertical):
      writer.forced("horizontalSizeClass", horizontal)
      writer.forced("verticalSizeClass", vertical)
    case .enterBackground, .enterForeground: break
    case .updateScreen(let controller, let update):
      writer.member("controller", controller)
      update.writeMembers(to: &writer)
    case .removeItem(let route, let params):
      writer.member("route", route)
      writer.key("params")
      params.write(to: &writer)
    case .history(.undo), .history(.redo): break
    case .history(.revert(let revision)): writer.member("revision", revision)
    }
  }
}

extension JSONWriter {
  /// `controller` of a column, null for none.
  fileprivate mutating func content(_ content: Transition.Newcomer?) {
    switch content {
    case nil: nullable("controller", nil as String?)
    case .existing(let id): member("controller", id)
    case .new(let controller): tree("controller", controller, form: .request)
    }
  }

  /// What comes on display, and the place it is asked for.
  fileprivate mutating func newcomer(_ newcomer: Transition.Newcomer, _ name: StaticString, _ place: ControllerID?) {
    newcomer.writeMember(to: &self)
    member(name, place)
  }

  fileprivate mutating func members(_ children: [Transition.Member], of stack: ControllerID?) {
    member("stack", stack)
    array("children", children)
  }

  fileprivate mutating func tabs(_ tabs: [Transition.TabDescription], of tabBar: ControllerID?) {
    member("tabBar", tabBar)
    array("tabs", tabs)
  }

  fileprivate mutating func pages(_ pages: [Transition.PageDescription], of topTabs: ControllerID?) {
    member("topTabs", topTabs)
    array("pages", pages)
  }

  fileprivate mutating func forced(_ name: StaticString, _ value: Transition.ForcedClass) {
    switch value {
    case .unchanged: break
    case .lifted: nullable(name, nil as String?)
    case .forced(let sizeClass): word(name, sizeClass)
    }
  }
}
