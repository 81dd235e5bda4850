import HTTPMessages
import NavigationAPI
import SessionStorage

/// Waiting for what happens to a session.
extension NavigationService {
  func streamEvents(of id: SessionID, _ request: HTTPRequest) throws(Problem) -> HTTPAnswer {
    let query = try EventStreamQuery(request.queryBytes, lastEventID: request.fields["last-event-id"])
    // 404 rather than a stream that ends at once.
    _ = try stored(id)
    let stream = EventStream(self, try watcher(of: id), query)
    let head = HTTPResponse(
      .ok,
      fields: [
        HTTPField("Content-Type", EventStreamQuery.mediaType.description), .noStore,
        // Proxies are not to gather what is to arrive at once.
        HTTPField("X-Accel-Buffering", "no"),
      ], body: ServerSentEvent.retry)
    return .stream(
      HTTPStream(head: head, heartbeat: ServerSentEvent.heartbeat, begin: { stream.begin($0) }, next: { stream.next() }))
  }

  /// The session once it has another revision than those that are known, or as it is when the time is over.
  func waitForSession(
    _ id: SessionID, _ conditions: ReadConditions, seconds: Int, _ requestID: String
  ) throws(Problem) -> HTTPAnswer {
    let response = try read(id, conditions) { SessionView($0) }
    guard response.status == .notModified else { return .response(response) }
    let watcher = try watcher(of: id)
    let read: @Sendable () -> HTTPResponse = { [self] in
      do throws(Problem) {
        return try self.read(id, conditions) { SessionView($0) }
      } catch { return .problem(error, requestID: requestID) }
    }
    return .later(
      HTTPLater(
        milliseconds: seconds * 1_000, isOnItsWay: false, begin: { watcher.begin($0) },
        next: {
          let response = read()
          return response.status == .notModified ? nil : response
        }, timeout: read))
  }

  private func watcher(of id: SessionID) throws(Problem) -> Watcher {
    guard let watcher = watchers.join(id) else {
      throw Problem(.subscriberLimit, "\(configuration.subscriberLimit) wait for news of sessions, as many as may.")
    }
    return watcher
  }
}
