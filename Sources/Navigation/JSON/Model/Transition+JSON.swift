/// The `type` of a transition in JSON: one for each kind.
package struct TransitionType: RawRepresentable, CaseIterable {
  private let kind: Transition.Action

  package static let allCases = Transition.Action.kinds.map(TransitionType.init(kind:))

  private static let types = Dictionary(uniqueKeysWithValues: allCases.map { ($0.rawValue, $0) })

  private init(kind: Transition.Action) { self.kind = kind }

  package init?(rawValue: String) {
    guard let known = Self.types[rawValue] else { return nil }
    self = known
  }

  package var rawValue: String { kind.type }

  /// Reads the other members of the object, all of them.
  package func read(_ reader: inout JSONObjectReader) throws(BodyRefusal) -> Transition { try kind.body.read(&reader) }
}

extension ArchivedTransition where Self: TransitionBody {
  /// One of this kind with the members of the object.
  package func read(_ reader: inout JSONObjectReader) throws(BodyRefusal) -> Transition {
    var body = self
    var (animated, confirm): (Bool?, Bool) = (nil, false)
    body.members(&reader)
    reader.optional("animated", &animated)
    reader.flag("confirm", &confirm)
    try reader.finish()
    return Transition(Transition.Action(body), animated: animated, confirm: confirm)
  }

  package func writeMembers(to writer: inout JSONWriter) {
    var body = self
    body.members(&writer)
  }
}

extension Transition {
  /// The texts in its JSON, ids among them.
  var texts: [String] {
    var writer = JSONWriter()
    write(to: &writer)
    guard let text = try? JSONDocument(writer.bytes, maximumDepth: JSONDocument.treeDepth).root.text else { return [] }
    return text.nodes.indices.compactMap { text.nodes[$0].kind == .string ? text.string(at: $0) : nil }
  }
}

extension Transition: JSONMember {
  /// One flat object whose `type` decides the rest.
  public init(json: JSONValue) throws(BodyRefusal) {
    var reader = try json.object()
    self = try reader.requireWord("type", TransitionType.self).read(&reader)
  }

  /// The transition as a request would give it: new trees as settable members and state, defaults left out.
  public func write(to writer: inout JSONWriter) {
    writer.beginObject()
    writer.key("type")
    writer.plain(action.type)
    action.body.writeMembers(to: &writer)
    writer.member("animated", animated)
    writer.flag("confirm", confirm)
    writer.endObject()
  }
}

extension JSONObjectReader {
  /// The `type`; nil where it is absent or none of a transition's.
  mutating func transitionType() -> TransitionType? {
    guard let type = optional("type"), type.kind == .string else { return nil }
    return (try? type.string()).flatMap(TransitionType.init)
  }
}
