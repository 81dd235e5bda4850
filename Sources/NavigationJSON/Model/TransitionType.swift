import NavigationModel

/// The `type` of a transition in JSON: one of those that the model has an example of.
package struct TransitionType: RawRepresentable, CaseIterable, JSONTabledWord {
  /// The place in the model's list.
  private let index: Int

  /// A type, and how the other members of its object are read, all of them.
  fileprivate struct Row: Sendable {
    let type: String
    let read: @Sendable (consuming BodyReader) throws(BodyRefusal) -> Transition
  }

  private static let rows = Transition.Action.examples.map { example in
    var (opener, nothing): (RowOpener, Void) = (RowOpener(), ())
    return example.open(&opener, &nothing)
  }

  package static let allCases = rows.indices.map { TransitionType(index: $0) }

  static let table = JSONWordTable<TransitionType>()

  private init(index: Int) { self.index = index }

  package init?(rawValue: String) {
    guard let index = Self.rows.firstIndex(where: { $0.type == rawValue }) else { return nil }
    self.index = index
  }

  package var rawValue: String { Self.rows[index].type }

  /// The transition of this type with the members not read yet.
  package func transition(_ members: consuming BodyReader) throws(BodyRefusal) -> Transition {
    try Self.rows[index].read(members)
  }
}

private struct RowOpener: TransitionOpener {
  func open<Body: TransitionBody>(
    _ box: Transition.Box<Body>, _ action: @escaping @Sendable (Transition.Box<Body>) -> Transition.Action,
    _ target: inout Void
  ) -> TransitionType.Row {
    TransitionType.Row(type: Body.type) { reader throws(BodyRefusal) in
      var visitor = TransitionReader<Body>(reader)
      return try visitor.transition(action(Transition.Box(try Body.visit(&visitor))))
    }
  }
}

extension Transition {
  /// One flat object whose `type` decides the rest.
  public init(json: JSONValue) throws(BodyRefusal) {
    var reader = try BodyReader(json)
    self = try reader.requireWord("type", TransitionType.self).transition(reader)
  }
}

extension BodyReader {
  /// The `type`; nil where it is absent or none of a transition's.
  package mutating func transitionType() -> TransitionType? {
    guard let index = members.index(of: "type") else { return nil }
    return members.object.storage.knownWord(at: index, TransitionType.self)
  }
}
