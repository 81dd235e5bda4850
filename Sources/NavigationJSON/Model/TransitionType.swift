import NavigationModel

/// The `type` of a transition in JSON: one for each of the model's examples.
package struct TransitionType: RawRepresentable, CaseIterable {
  package let rawValue: String
  /// Reads the other members of the object, all of them.
  package let read: @Sendable (consuming JSONObjectReader) throws(BodyRefusal) -> Transition

  package static let allCases = Transition.Action.examples.map { example in
    var (opener, nothing): (TypeOpener, Void) = (TypeOpener(), ())
    return example.open(&opener, &nothing)
  }

  private static let types = Dictionary(uniqueKeysWithValues: allCases.map { ($0.rawValue, $0) })

  fileprivate init(
    _ rawValue: String, read: @escaping @Sendable (consuming JSONObjectReader) throws(BodyRefusal) -> Transition
  ) {
    (self.rawValue, self.read) = (rawValue, read)
  }

  package init?(rawValue: String) {
    guard let known = Self.types[rawValue] else { return nil }
    self = known
  }
}

private struct TypeOpener: TransitionOpener {
  func open<Body: TransitionBody>(
    _ box: Transition.Box<Body>, _ action: @escaping @Sendable (Transition.Box<Body>) -> Transition.Action,
    _ target: inout Void
  ) -> TransitionType {
    TransitionType(Body.type) { reader throws(BodyRefusal) in
      var visitor = TransitionReader<Body>(reader)
      let box = Transition.Box(try Body.visit(&visitor))
      return try visitor.finish().transition(action(box))
    }
  }
}

extension Transition {
  /// One flat object whose `type` decides the rest.
  public init(json: JSONValue) throws(BodyRefusal) {
    var reader = try json.object()
    self = try reader.requireWord("type", TransitionType.self).read(reader)
  }
}

extension JSONObjectReader {
  /// The action with the members of every transition; no member may be left.
  fileprivate consuming func transition(_ action: Transition.Action) throws(BodyRefusal) -> Transition {
    let animated = try bool("animated")
    let confirm = try bool("confirm") ?? false
    try finish()
    return Transition(action, animated: animated, confirm: confirm)
  }

  /// The `type`; nil where it is absent or none of a transition's.
  package mutating func transitionType() -> TransitionType? {
    guard let type = optional("type"), type.kind == .string else { return nil }
    return (try? type.string()).flatMap(TransitionType.init)
  }
}
