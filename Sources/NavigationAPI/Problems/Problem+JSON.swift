public import NavigationJSON

extension Problem {
  /// Writes the problem as a JSON object (RFC 9457 §3).
  public func write(to writer: inout JSONWriter) {
    writer.beginObject()
    writer.member("type", "/problems/" + self.code)
    writer.member("title", self.title)
    writer.member("status", self.status)
    writer.member("detail", self.detail)
    writer.member("code", self.code)
    writer.member("requestId", self.requestId)
    writer.member("pointer", self.pointer)
    writer.member("parameter", self.parameter)
    writer.member("header", self.header)
    writer.member("controller", self.controller)
    writer.member("in", self.container)
    writer.member("kept", self.kept)
    writer.member("revision", self.revision)
    writer.member("index", self.index)
    writer.endObject()
  }

  /// Reads the output of `write`; a document that skips unknown members accepts those of later versions.
  public init(_ value: JSONValue) throws(BodyRefusal) {
    var reader = try value.object()
    _ = reader.optional("type")
    self.init(
      code: try reader.require("code").string(), title: try reader.require("title").string(),
      status: try reader.require("status").int(), detail: try reader.string("detail") ?? "")
    self.requestId = try reader.string("requestId")
    self.pointer = try reader.string("pointer")
    self.parameter = try reader.string("parameter")
    self.header = try reader.string("header")
    self.controller = try reader.string("controller")
    self.container = try reader.string("in")
    self.kept = try reader.string("kept")
    self.revision = try reader.int("revision")
    self.index = try reader.int("index")
    try reader.finish()
  }
}
