import Navigation

/// Properties of any bytes read as JSON, and as the bodies of the interface.
enum JSONProperty {
  /// A violation by `bytes`; nil if there is none.
  static func violation(of bytes: [UInt8]) -> String? {
    guard let document = try? JSONDocument(bytes) else { return nil }
    let compact = document.root.compactText()
    guard let again = try? JSONDocument(compact) else { return "written anew it is no JSON: \(compact)" }
    guard again.root.compactText() == compact, again.root.isSame(as: document.root) else {
      return "written anew it is another text: \(compact)"
    }
    return violation(of: CreateSession.self, bytes) ?? violation(of: TransitionRequest.self, bytes)
      ?? violation(of: ResolveRequest.self, bytes) ?? violation(of: Snapshot.self, bytes) ?? violation(
        of: TransitionRecord.self, bytes)
      ?? violation(of: SessionView.self, bytes) ?? violation(ofModel: bytes)
  }

  /// An accepted body is unchanged by a round trip through its text.
  private static func violation<Body: JSONBody>(of type: Body.Type, _ bytes: [UInt8]) -> String? {
    guard let body = try? Body(request: bytes) else { return nil }
    let text = body.json()
    guard let again = try? Body(answer: text) else {
      return "\(type) does not read what it writes: \(String(decoding: text, as: UTF8.self))"
    }
    return again.json() == text ? nil : "\(type) writes \(String(decoding: text, as: UTF8.self)) in two ways"
  }

  /// An accepted creation opens a valid session or is refused, and a transition results in a valid session.
  private static func violation(ofModel bytes: [UInt8]) -> String? {
    if let body = try? CreateSession(request: bytes), let opened = try? body.open(),
      let violation = opened.session.violations.first
    {
      return violation
    }
    guard let request = try? TransitionRequest(request: bytes), var session else { return nil }
    switch request {
    case .transition(let transition): _ = try? session.apply(transition)
    case .history: break
    case .batch(let transitions): _ = try? session.apply(batch: transitions)
    }
    return session.violations.first
  }

  private static let session: Session? = {
    let text = """
      {"layout": {"name": "tabsInPrimary",
                  "tabs": [{"id": "a", "title": "A", "screen": {"id": "b", "route": "r"}}, {"id": "c", "title": "C", "screen": {"id": "d", "route": "r"}}],
                  "placeholder": {"route": "r"}}}
      """
    guard let body = try? CreateSession(request: Array(text.utf8)) else { return nil }
    return try? body.open().session
  }()
}
