import Navigation

extension Problem {
  /// The most ids in a detail.
  private static let idLimit = 8

  /// A rejection by a session: where it has no such controller, the detail says which one may be meant.
  init(_ rejection: Rejection, of transition: Transition, in session: Session) {
    self.init(rejection)
    addHint(at: rejection, of: transition, in: session)
  }

  /// A rejection of a member of a batch, with the controllers from before the batch.
  init(_ rejection: Session.BatchRejection, of transitions: [Transition], in session: Session) {
    self.init(rejection)
    addHint(at: rejection.rejection, of: transitions[rejection.index], in: session)
  }

  private mutating func addHint(at rejection: Rejection, of transition: Transition, in session: Session) {
    if case .duplicateController = rejection, transition.action.body(as: Transition.SetRoot.self) != nil {
      self.pointer = (self.index.map { "/transitions/\($0)" } ?? "") + Self.pointer(at: rejection, in: transition)
    }
    guard case .noSuchController(let id) = rejection, !id.isAutomatic else { return }
    self.detail += " " + Self.hint(at: id.description, Self.role(of: id.description, in: transition), in: session)
  }

  private static func pointer(at rejection: Rejection, in transition: Transition) -> String {
    var writer = JSONWriter()
    transition.write(to: &writer)
    return rejection.controller(in: writer.bytes)?.pointer ?? ""
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
