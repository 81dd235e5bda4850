import HTTPMessages
import Navigation
import SessionStorage

/// Problems by their causes: the store, a refusal by the HTTP server, a rejection by a session.
extension Problem {
  /// An error of the store.
  init(_ error: StoreError) {
    self =
      switch error {
      case .noSuchSession:
        Problem(.noSuchSession, "There is no session with this id: it is unknown, deleted or expired.")
      case .sessionLimit(.ofAll(let limit)):
        Problem(.sessionLimit, "The server has reached its limit of \(limit) sessions. Delete some, or wait.")
      case .sessionLimit(.ofOne(let limit)):
        Problem(.sessionLimit, "The client has reached its limit of \(limit) sessions. Delete some, or wait.")
      case .idTaken: Problem(.internal, "The id that was made for the session is taken.")
      case .answerGone(let revision):
        Problem(
          .revisionGone,
          "The request was accepted as revision \(revision); its answer took more room than the session has, and is not kept."
        )
      case .unreadable, .damaged: Problem(.internal, "What was kept of the session cannot be read.")
      case .full: Problem(.storeFull, "The store has no room for the change, and has not made it.")
      case .unavailable(let reason):
        Problem(.storeUnavailable, "The store does not work now: \(reason). Nothing was changed.")
      case .doubtful(let reason):
        Problem(
          .storeUnavailable,
          "The store does not work now: \(reason). The change was undone, but a server that ends before the store works again may still "
            + "find it stored. Repeat the request with the same Idempotency-Key: it acts once.")
      case .contended:
        Problem(
          .storeUnavailable,
          "Other requests changed the session in each of 64 attempts. Nothing was changed. Send the request again.")
      case .crowded(let limit):
        Problem(
          .storeUnavailable,
          "\(limit) large requests wait for their turn, which is the limit. Nothing was changed. Send the request again later."
        )
      // A client that has left gets no answer.
      case .waitEnded:
        Problem(
          .storeUnavailable,
          "The store has not answered for 30 s: the change may still be stored, or not. "
            + "Repeat the request with the same Idempotency-Key: it acts once.")
      }
  }

  /// A state that the history lacks.
  ///
  /// - Parameter revision: the session's current one.
  init(_ gap: HistoryGap, _ revision: Int) {
    switch gap {
    case .gone(let start):
      self.init(.revisionGone, "The session's records are kept from after revision \(start) on.")
    case .replaced(let later, let start):
      self.init(
        .revisionGone,
        "The revision was a stage of a gesture that began after revision \(start); revision \(later) replaced it.")
    case .ahead: self.init(.noSuchRevision, "The session has revision \(revision) now.")
    case .failed(let error):
      self.init(error)
      return
    }
    self.revision = revision
  }

  static func stale(_ revision: Int) -> Problem {
    var problem = Problem(.staleRevision, "The session has revision \(revision) now.")
    problem.revision = revision
    return problem
  }

  /// A session of too many bytes.
  static func tooLarge(_ bytes: Int, limits: StoreLimits) -> Problem {
    Problem(
      .sessionTooLarge,
      "The session would have up to \(bytes) bytes as JSON; the server keeps \(limits.sessionBytes) of one.")
  }

  /// A refusal by the HTTP server itself.
  init(_ refusal: HTTPRefusal) {
    switch refusal {
    case .malformedRequest: self.init(.malformedRequest, refusal.detail)
    case .targetTooLong: self.init(.targetTooLong, refusal.detail)
    case .headTooLarge: self.init(.headTooLarge, refusal.detail)
    case .bodyTooLarge: self.init(.bodyTooLarge, refusal.detail)
    case .unknownMethod: self.init(.unknownMethod, refusal.detail)
    case .unknownTransferCoding: self.init(.unknownTransferCoding, refusal.detail)
    case .unsupportedHTTPVersion: self.init(.unsupportedHTTPVersion, refusal.detail)
    case .expectationFailed: self.init(.expectationFailed, refusal.detail)
    case .requestTimeout: self.init(.requestTimeout, refusal.detail)
    case .connectionLimit: self.init(.connectionLimit, refusal.detail)
    case .bufferLimit: self.init(.bufferLimit, refusal.detail)
    }
  }

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
