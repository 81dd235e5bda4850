/// The templates and prefixes of links, each a text.
extension LinkTemplate: JSONMember {
  public init(json: JSONValue) throws(BodyRefusal) {
    guard let template = LinkTemplate(try json.string()) else {
      throw json.refused(
        "expected a path such as /chats/{chat} of at most \(Limits.linkSegments) segments, with each param once and as a "
          + "whole segment, of which the last may be optional, as in /products/{sort?}")
    }
    self = template
  }

  public func write(to writer: inout JSONWriter) { writer.string(text) }
}

extension LinkPrefix: JSONMember {
  public init(json: JSONValue) throws(BodyRefusal) {
    guard let prefix = LinkPrefix(try json.string()) else {
      throw json.refused(
        "expected the start of URLs without params, such as https://shop.example/app, exp://host/-- or /en, of at most "
          + "\(Limits.linkPrefixBytes) bytes")
    }
    self = prefix
  }

  public func write(to writer: inout JSONWriter) { writer.string(text) }
}
