/// By hand: an answer writes it from a display, and makes none.
extension VisibleScreen {
  /// `{"id", "in", "column"?, "placeholder"?, "route", "title"?, "params"?, "style"?, "adaptedStyle"?,
  /// "splitLayout"?, "url"?}`.
  public init(json: JSONValue) throws(BodyRefusal) {
    var reader = try json.object()
    let id = try reader.requireID("id")
    let containers = try reader.require("in").array { (id) throws(BodyRefusal) in try id.id() }
    let column = try reader.word("column", Column.self)
    let isPlaceholder = try reader.bool("placeholder") ?? false
    let route = try reader.requireString("route")
    let title = try reader.string("title")
    let params = try reader.optional("params").map(Params.init(json:)) ?? Params()
    let style = try reader.word("style", PresentationStyle.self)
    let adaptedStyle = try reader.word("adaptedStyle", PresentationStyle.self)
    let splitLayout = try reader.word("splitLayout", SplitLayout.self) ?? .none
    let url = try reader.string("url")
    try reader.finish()
    self.init(
      id: id, containers: containers, column: column, isPlaceholder: isPlaceholder, route: route, title: title,
      params: params, style: style, adaptedStyle: adaptedStyle, splitLayout: splitLayout, url: url)
  }

  public func write(to writer: inout JSONWriter) {
    writer.visibleScreen(
      id, column: column, isPlaceholder: isPlaceholder, route: route, title: title, params: params, style: style,
      adaptedStyle: adaptedStyle, splitLayout: splitLayout, url: url
    ) { writer in
      for container in containers { container.write(to: &writer) }
    }
  }
}

/// A display as `visible` shows it: no `VisibleScreen` is made.
package struct DisplayedScreens: JSONWritable {
  private let display: Display
  private let routes: ScreenRoutes?

  package init(_ display: Display, _ routes: ScreenRoutes?) { (self.display, self.routes) = (display, routes) }

  package func write(to writer: inout JSONWriter) {
    writer.beginArray()
    for leaf in display.leaves where leaf.isVisible {
      guard case .screen(let content) = leaf.controller.node else { continue }
      writer.visibleScreen(
        leaf.id, column: leaf.column, isPlaceholder: content.value.isPlaceholder, route: content.value.route,
        title: content.value.title, params: content.value.params, style: leaf.style,
        adaptedStyle: leaf.adaptation, splitLayout: leaf.splitLayout, url: routes?.url(of: content.value)
      ) { writer in
        leaf.forEachHolder { $0.write(to: &writer) }
      }
    }
    writer.endArray()
  }
}

extension JSONWriter {
  fileprivate mutating func visibleScreen(
    _ id: ControllerID, column: Column?, isPlaceholder: Bool, route: String, title: String?, params: Params,
    style: PresentationStyle?, adaptedStyle: PresentationStyle?, splitLayout: SplitLayout, url: String?,
    _ writeContainers: (inout JSONWriter) -> Void
  ) {
    beginObject()
    member("id", id)
    key("in")
    beginArray()
    writeContainers(&self)
    endArray()
    word("column", column)
    flag("placeholder", isPlaceholder)
    member("route", route)
    member("title", title)
    if !params.isEmpty {
      key("params")
      params.write(to: &self)
    }
    word("style", style)
    word("adaptedStyle", adaptedStyle)
    word("splitLayout", splitLayout, unless: .none)
    member("url", url)
    endObject()
  }
}
