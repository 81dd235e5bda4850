import HTTPMessages
import NavigationAPI
import SessionStorage

/// Waiting for changes of a session.
extension NavigationService {
  func streamEvents(of id: SessionID, _ request: HTTPRequest, _ visit: Visit) throws(Halt) -> HTTPAnswer {
    let query = try Halt.check { () throws(Problem) in
      try EventStreamQuery(request.queryBytes, lastEventID: request.fields["last-event-id"])
    }
    // 404 rather than a stream that ends at once.
    _ = try stored(id, visit)
    let watcher = try Halt.check { () throws(Problem) in try self.watcher(of: id, visit) }
    let stream = EventStream(self, watcher, query, key: visit.key)
    let head = HTTPResponse(
      .ok,
      fields: [
        HTTPField("Content-Type", EventStreamQuery.mediaType.description), .noStore,
        // Proxies must not buffer the stream.
        HTTPField("X-Accel-Buffering", "no"),
      ], body: ServerSentEvent.retry)
    return .stream(
      HTTPStream(head: head, heartbeat: ServerSentEvent.heartbeat, begin: { stream.begin($0) }, next: { stream.next() })
    )
  }

  /// The session once its revision is none of the known ones, or as it is at the timeout.
  func waitForSession(
    _ id: SessionID, _ conditions: ReadConditions, seconds: Int, _ request: HTTPRequest, _ visit: Visit
  ) throws(Halt) -> HTTPAnswer {
    let first = try read(id, as: .session, conditions, visit)
    guard first.status == .notModified else { return .response(first) }
    let watcher = try Halt.check { () throws(Problem) in try self.watcher(of: id, visit) }
    let poll = LongPoll(self, watcher, conditions, request, visit)
    return .later(
      HTTPLater(
        milliseconds: seconds * 1_000, isOnItsWay: false, begin: { poll.begin($0) }, next: { poll.next() },
        timeout: { poll.last() }))
  }

  private func watcher(of id: SessionID, _ visit: Visit) throws(Problem) -> Watcher {
    do throws(Shares.Refusal) { return try watchers.join(id, for: visit.owner) } catch {
      switch error {
      case .ofAll(let limit): throw Problem(.subscriberLimit, "\(limit) wait for news of sessions, as many as may.")
      case .ofOne(let limit):
        throw Problem(.subscriberLimit, "\(limit) requests of the client wait for news, as many as may of one.")
      }
    }
  }
}
