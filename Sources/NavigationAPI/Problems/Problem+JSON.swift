public import NavigationJSON

extension Problem {
  /// Writes the problem as a JSON object (RFC 9457 §3).
  public func write(to writer: inout JSONWriter) {
    writer.beginObject()
    writer.member("type", "/problems/" + code)
    writer.member("title", title)
    writer.member("status", status)
    writer.member("detail", detail)
    writer.member("code", code)
    writer.member("requestId", requestId)
    writer.member("pointer", pointer)
    writer.member("parameter", parameter)
    writer.member("header", header)
    writer.member("controller", controller)
    writer.member("in", container)
    writer.member("kept", kept)
    writer.member("revision", revision)
    writer.member("index", index)
    writer.endObject()
  }

  /// Reads the output of `write`; a document that skips unknown members accepts those of later versions.
  public init(_ value: JSONValue) throws(JSONError) {
    var reader = try value.object()
    _ = reader.optional("type")
    self.init(
      code: try reader.require("code").string(), title: try reader.require("title").string(),
      status: try reader.require("status").int(), detail: try reader.string("detail") ?? "")
    requestId = try reader.string("requestId")
    pointer = try reader.string("pointer")
    parameter = try reader.string("parameter")
    header = try reader.string("header")
    controller = try reader.string("controller")
    container = try reader.string("in")
    kept = try reader.string("kept")
    revision = try reader.int("revision")
    index = try reader.int("index")
    try reader.finish()
  }
}
