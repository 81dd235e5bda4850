import NavigationModel

extension Transition.Newcomer {
  /// Exactly one of `screen`, a new screen, and `controller`, an id or a new tree.
  init(members reader: inout JSONObjectReader) throws(BodyRefusal) {
    switch (reader.optional("screen"), reader.optional("controller")) {
    case (let screen?, nil): self = .new(try Controller(screen: screen))
    case (nil, let controller?): try self.init(controller: controller)
    case (nil, nil): throw reader.object.refused("missing member \"screen\" or \"controller\"")
    case (_?, _?): throw reader.object.refused("expected only one of \"screen\" and \"controller\"")
    }
  }

  /// An id or a new tree.
  init(controller: JSONValue) throws(BodyRefusal) {
    switch controller.kind {
    case .string: self = .existing(try controller.id())
    case .object: self = .new(try Controller(json: controller))
    case .null, .bool, .number, .array:
      throw controller.refused("expected an id or a controller, found \(controller.kindName)")
    }
  }

  /// The one member: `screen` for a new screen, `controller` for the others.
  func writeMember(to writer: inout JSONWriter) {
    switch self {
    case .existing(let id): writer.member("controller", id)
    case .new(let controller) where controller.kind == .screen:
      writer.key("screen")
      controller.writeScreen(to: &writer)
    case .new(let controller): writer.tree("controller", controller, form: .request)
    }
  }
}

extension Transition.Member: JSONWritable {
  /// The id of a controller that the container holds now, or a new tree.
  init(json: JSONValue) throws(BodyRefusal) {
    switch json.kind {
    case .string: self = .existing(try json.id())
    case .object: self = .new(try Controller(json: json))
    case .null, .bool, .number, .array: throw json.refused("expected an id or a controller, found \(json.kindName)")
    }
  }

  public func write(to writer: inout JSONWriter) {
    switch self {
    case .existing(let id): writer.string(id.description)
    case .new(let controller): controller.write(to: &writer, form: .request)
    }
  }
}

extension Transition.TabDescription: JSONWritable {
  init(json: JSONValue) throws(BodyRefusal) {
    var reader = try json.object()
    let item = try TabItem(members: &reader)
    let child = try Transition.Member(json: try reader.require("child"))
    try reader.finish()
    self.init(
      title: item.title, badge: item.badge, icon: item.icon, shouldSelect: item.shouldSelect, isHidden: item.isHidden,
      child: child)
  }

  public func write(to writer: inout JSONWriter) {
    writer.beginObject()
    writer.member("title", title)
    writer.member("badge", badge)
    writer.member("icon", icon)
    writer.word("shouldSelect", shouldSelect)
    writer.member("isHidden", isHidden)
    writer.key("child")
    child.write(to: &writer)
    writer.endObject()
  }
}
