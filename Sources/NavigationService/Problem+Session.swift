import Navigation

extension Problem {
  /// The most ids in a detail.
  private static let idLimit = 8

  /// A rejection by a session: where it has no such controller, the detail says which one may be meant.
  init(_ rejection: Rejection, of transition: Transition, in session: Session, _ routes: ScreenRoutes?) {
    self.init(rejection)
    addHint(at: rejection, of: transition, in: session, routes)
  }

  /// A rejection of a member of a batch, with the controllers from before the batch.
  init(
    _ rejection: Session.BatchRejection, of transitions: [Transition], in session: Session, _ routes: ScreenRoutes?
  ) {
    self.init(rejection)
    addHint(at: rejection.rejection, of: transitions[rejection.index], in: session, routes)
  }

  private mutating func addHint(
    at rejection: Rejection, of transition: Transition, in session: Session, _ routes: ScreenRoutes?
  ) {
    if let root = transition.action.body(as: Transition.SetRoot.self)?.root,
      let pointer = Self.pointer(at: rejection, in: root, of: session, routes)
    {
      self.pointer = (self.index.map { "/transitions/\($0)" } ?? "") + pointer
    }
    guard case .noSuchController(let id) = rejection, !id.isAutomatic else { return }
    self.detail += " " + Self.hint(at: id.description, Self.role(of: id.description, in: transition), in: session)
  }

  /// Where a new root is at fault, as that of a creation; nil where the fault is the session's.
  private static func pointer(
    at rejection: Rejection, in root: Transition.Root, of session: Session, _ routes: ScreenRoutes?
  ) -> String? {
    var creation = CreateSession(environment: session.environment, start: .root(session.root), routes: routes)
    creation.conditions = session.conditions.map { AppConditions(holding: $0.holding) }
    let member: String
    switch root {
    case .controller(.existing): return nil
    case .controller(.new(let tree)): (creation.start, member) = (.root(tree), "/controller")
    case .layout(let layout): (creation.start, member) = (.layout(layout), "/layout")
    }
    guard (try? creation.open()) == nil else { return nil }
    return creation.problem(of: rejection).pointer.map { pointer in
      // The member of a creation is another.
      member + pointer.dropFirst(pointer.hasPrefix("/root") ? "/root".count : "/layout".count)
    }
  }

  private static func hint(at name: String, _ role: NamedController.Role, in session: Session) -> String {
    let all = session.namedControllers
    let ofRole = all.filter { $0.role == role }
    if let titled = ofRole.first(where: { $0.title?.lowercased() == name.lowercased() }) {
      return "The \(noun(role)) of that title is \"\(titled.id)\"."
    }
    let ids = all.map(\.id.description)
    if let question = NearestWord.question(name, among: ids) { return question }
    guard !ofRole.isEmpty else { return "It has no \(noun(role))." }
    let list = ofRole.prefix(idLimit).map { "\"\($0.id)\"" }.joined(separator: ", ")
    let more = ofRole.count > idLimit ? " and \(ofRole.count - idLimit) more" : ""
    return "It has \(ofRole.count == 1 ? "the \(noun(role))" : "the \(noun(role))s") \(list)\(more)."
  }

  /// What the transition needs in the place where it names the controller.
  private static func role(of name: String, in transition: Transition) -> NamedController.Role {
    var writer = JSONWriter()
    transition.write(to: &writer)
    guard var reader = try? JSONDocument(writer.bytes).root.object() else { return .screen }
    let places: [(StaticString, NamedController.Role)] = [
      ("tab", .tab), ("page", .page), ("currentPage", .page), ("stack", .stack), ("tabBar", .tabBar),
      ("topTabs", .topTabs), ("split", .split),
    ]
    return places.first { place in (try? reader.string(place.0)) == name }?.1 ?? .screen
  }

  private static func noun(_ role: NamedController.Role) -> String {
    switch role {
    case .screen: "screen"
    case .stack: "stack"
    case .tabBar: "tab bar"
    case .topTabs: "top tabs"
    case .split: "split view"
    case .tab: "tab"
    case .page: "page"
    }
  }
}
