import HTTPMessages
import Navigation
import SessionStorage
import Waiting

/// Waiting for changes of a session.
extension NavigationService {
  /// Server-sent events (WHATWG HTML §9.2) from a revision on, until the session, its key or the client is gone.
  func streamEvents(
    _ id: SessionID, _ call: HTTPCall, in context: RequestContext
  ) async throws(Problem) -> HTTPResponse {
    let query = try EventStreamQuery(call.request.queryBytes, lastEventID: call.request.fields["last-event-id"])
    // 404 rather than a stream that ends at once.
    _ = try await stored(id, context)
    let cursor = EventCursor(self, watcher: try watcher(of: id, context), query: query, key: context.key)
    return HTTPResponse(
      .ok,
      fields: [
        HTTPField("Content-Type", EventStreamQuery.mediaType.description), .noStore,
        // Proxies must not buffer the stream.
        HTTPField("X-Accel-Buffering", "no"),
      ], body: ServerSentEvent.retry,
      stream: HTTPStream(heartbeat: ServerSentEvent.heartbeat) { call in
        var cursor = cursor
        return await cursor.write(to: call)
      })
  }

  /// The session once its revision is none of the known ones, or as it is after so many seconds.
  func waitForSession(
    _ id: SessionID, conditions: ReadConditions, seconds: Int, in context: RequestContext
  ) async throws(Problem) -> HTTPResponse {
    let first = try await read(id, as: .session, conditions: conditions, in: context)
    guard first.status == .notModified else { return first }
    let watcher = try watcher(of: id, context)
    let end = configuration.uptime() + Int64(seconds) * 1_000_000_000
    while true {
      let news = watcher.news()
      try requireKeyInForce(context)
      var now = context
      now.moment = Moment(now: configuration.now(), arrival: watcher.start, patience: context.patience)
      let response = try await read(id, as: .session, conditions: conditions, in: now)
      let milliseconds = Int((end - configuration.uptime()) / 1_000_000)
      guard response.status == .notModified, milliseconds > 0 else { return response }
      do throws(WaitEnd) {
        try await context.patience.wait(.news(milliseconds: milliseconds), for: news)
        watcher.wakeOthers()
      } catch {
        switch error {
        case .overdue:
          // News may have come at the same time.
          watcher.wakeOthers()
          return try await read(id, as: .session, conditions: conditions, in: now)
        case .left: throw Self.problem(.waitEnded(error))
        }
      }
    }
  }

  private func watcher(of id: SessionID, _ context: RequestContext) throws(Problem) -> Watcher {
    do throws(Shares.Refusal) {
      return try watchers.join(id, for: context.owner, at: configuration.uptime())
    } catch {
      switch error {
      case .ofAll(let limit):
        throw Problem(
          .subscriberLimit, "The limit of requests that wait for news, \(limit), is reached. Try again later.")
      case .ofOne(let limit):
        throw Problem(
          .subscriberLimit, "The client's limit of requests that wait, \(limit), is reached. End one of them first.")
      }
    }
  }
}
