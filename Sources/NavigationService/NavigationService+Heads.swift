public import HTTPMessages
import NavigationAPI
import SessionStorage

/// Requests whose body has not arrived with the head.
extension NavigationService {
  /// Answers a head that decides alone, as `respond(to:)` would with any body; else returns the handler for the whole
  /// request.
  ///
  /// The limiter and the metrics count the request here, and not again when its body has arrived.
  public func respond(toHead request: HTTPRequest) -> HTTPHeadAnswer {
    var visit = visit(of: request)
    do throws(Problem) {
      switch try admit(request, &visit) {
      case .answered(let response): return .response(finished(response, visit, request))
      case .endpoint(let endpoint):
        try requireHead(of: endpoint, request, visit)
        return .awaitsBody { [self, visit] request in respond(to: request, endpoint, visit) }
      }
    } catch {
      return .response(finished(response(to: request, visit, error), visit, request))
    }
  }

  /// Answers a request whose head has been admitted.
  private func respond(to request: HTTPRequest, _ endpoint: Endpoint, _ admitted: Visit) -> HTTPAnswer {
    var visit = admitted
    visit.start = configuration.uptime()
    return finished(answer(request, endpoint, visit), visit, request)
  }

  /// Throws the problems of the head that hold for any body. They are checked again once the body has arrived.
  private func requireHead(of endpoint: Endpoint, _ request: HTTPRequest, _ visit: Visit) throws(Problem) {
    if let id = endpoint.sessionID { try atHand { () throws(Halt) in try requireOwn(id, visit) } }
    switch endpoint {
    case .session(let id, .applyTransition):
      _ = try transitionHead(of: request)
      try atHand { () throws(Halt) in try requireSession(id, visit) }
    case .fixed(.createSession): _ = try creationHead(of: request)
    case .session(let id, .forkSession):
      let head = try forkHead(of: request)
      // A fork already made is answered again, even if its origin has gone since.
      if head.idempotency == nil { try atHand { () throws(Halt) in try requireSession(id, visit) } }
    case .fixed(.resolve): try resolveHead(of: request)
    case .fixed(.drawPicture): _ = try pictureHead(of: request)
    case .session(_, .getSession), .session(_, .deleteSession), .session(_, .getSnapshot), .session(_, .getPicture),
      .session(_, .listTransitions), .session(_, .streamEvents), .fixed(.listSessions), .fixed(.listDevices),
      .fixed(.getHealth), .fixed(.getReadiness), .fixed(.getMetrics), .fixed(.getOpenAPI), .fixed(.getOpenAPIAsJSON),
      .fixed(.listProblems), .fixed(.getDocs), .fixed(.getInspector), .getProblemPage, .getInspectorFile:
      break
    }
  }

  /// Checks that need data not in memory are left until the body has arrived.
  private func atHand(_ body: () throws(Halt) -> Void) throws(Problem) {
    do throws(Halt) { try body() } catch {
      if case .problem(let problem) = error { throw problem }
    }
  }

  /// Throws `no-such-session`.
  func requireSession(_ id: SessionID, _ visit: Visit) throws(Halt) {
    do throws(StoreError) { _ = try store.owner(of: id, at: visit.moment) } catch { throw Halt(error) }
  }
}
