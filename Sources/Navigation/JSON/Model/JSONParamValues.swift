/// The values of params as JSON, each type in one form.
public struct JSONParamValues: ParamValues {
  public init() {}

  public func json(of text: String, as type: ScreenRoute.ParamType) -> String? {
    switch type {
    case .string: quoted(text)
    // No JSON value of these types has a space, and JSON allows one around any.
    case .integer, .number, .boolean: text.utf8.contains { $0 <= 0x20 } ? nil : canonical(text, as: type)
    }
  }

  public func canonical(_ json: String, as type: ScreenRoute.ParamType) -> String? {
    guard let value = try? JSONDocument(Array(json.utf8)).root else { return nil }
    switch type {
    case .string: return (try? value.string()).map(quoted)
    case .boolean: return (try? value.bool()).map { $0 ? "true" : "false" }
    case .integer: return integer(value).map(String.init)
    case .number: return integer(value).map(String.init) ?? (try? value.double()).map(\.description)
    }
  }

  public func text(of json: String) -> String {
    json.utf8.first == UInt8(ascii: "\"") ? (try? JSONDocument(Array(json.utf8)).root.string()) ?? json : json
  }

  /// Also 42.0 and 4.2e1 are an integer.
  private func integer(_ value: JSONValue) -> Int? {
    (try? value.int()) ?? (try? value.double()).flatMap { Int(exactly: $0) }
  }

  private func quoted(_ text: String) -> String {
    var writer = JSONWriter()
    writer.string(text)
    return String(decoding: writer.bytes, as: UTF8.self)
  }
}
