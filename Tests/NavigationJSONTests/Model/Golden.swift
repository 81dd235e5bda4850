import Testing

@testable import Navigation

/// A JSON text and its value, each of which must convert to the other.
struct Golden<Value: Sendable & Equatable>: CustomTestStringConvertible, Sendable {
  var json: String
  var value: Value

  init(_ json: String, _ value: Value) {
    self.json = json
    self.value = value
  }

  var testDescription: String { json }
}

func document(_ json: String, _ unknownMembers: JSONDocument.UnknownMembers = .refuse) throws -> JSONValue {
  try JSONDocument(json, unknownMembers: unknownMembers).root
}

func written(_ write: (inout JSONWriter) -> Void) -> String {
  var writer = JSONWriter()
  write(&writer)
  return String(decoding: writer.bytes, as: UTF8.self)
}

extension Controller {
  static func screen(_ id: ControllerID, _ route: String = "r") -> Controller {
    Controller(id: id, content: .screen(Screen(route: route)))
  }

  static func screen(_ id: ControllerID, prefers size: Size) -> Controller {
    Controller(
      id: id, answers: ControllerAnswers(preferredContentSize: size), content: .screen(Screen(route: "r")))
  }

  static func presenting(_ id: ControllerID, _ form: Presentation, _ child: Controller) -> Controller {
    Controller(id: id, presented: Presented(form, child), content: .screen(Screen(route: "r")))
  }

  static func presenting(_ id: ControllerID, _ style: PresentationStyle, _ child: Controller) -> Controller {
    Controller(id: id, presented: Presented(style, child), content: .screen(Screen(route: "r")))
  }

  static func stack(_ id: ControllerID, _ root: Controller, _ above: Controller...) -> Controller {
    Controller(id: id, content: .stack(Stack(root: root, above: above)))
  }

  static func placeholder(_ id: ControllerID = "placeholder", _ route: String = "none") -> Controller {
    Controller(id: id, content: .screen(Screen(route: route, isPlaceholder: true)))
  }

  static func split(
    _ id: ControllerID, _ primary: Controller, _ secondary: Controller?, preserved: Controller? = nil,
    isCollapsed: Bool = false,
    displayMode: DisplayMode = .secondaryOnly, behavior: SplitDelegate = SplitDelegate()
  ) -> Controller {
    let split = Split(
      columns: ColumnContents(primary: primary, secondary: secondary),
      collapse: isCollapsed ? Collapse(preserved: ColumnContents(secondary: preserved)) : nil, displayMode: displayMode,
      delegate: behavior)
    return Controller(id: id, content: .split(split))
  }

  static func tabBar(_ id: ControllerID, _ tabs: [Tab], selected: Int = 0) throws -> Controller {
    Controller(id: id, content: .tabBar(try #require(TabBar(tabs: tabs, selectedIndex: selected))))
  }
}
