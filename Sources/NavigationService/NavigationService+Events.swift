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
        case .left: throw Problem(.waitEnded(error))
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

/// A subscriber's place in the history of a session.
///
/// A subscriber that falls behind the history's start loses its place.
struct EventCursor {
  /// Why there are no more events.
  private enum End: Error {
    /// The session or the key is gone.
    case over
    /// The next event exists, but cannot be read now: the client gets it when it reconnects.
    case lost
    /// The client has left, or the server is about to stop.
    case ended

    init(_ error: StoreError) {
      switch error {
      case .noSuchSession: self = .over
      case .waitEnded: self = .ended
      case .sessionLimit, .idTaken, .answerGone, .unreadable, .damaged, .full, .unavailable, .doubtful, .contended,
        .crowded:
        self = .lost
      }
    }
  }

  /// Events as bytes, empty where there are none, and the revision of the last one.
  private typealias Events = (bytes: [UInt8], last: Int)

  private let service: NavigationService
  private let watcher: Watcher
  private let include: Set<TransitionQuery.Inclusion>
  private let key: AcceptedKey?
  /// The revision of the last record that the subscriber has, or names; nil where it wants the whole session.
  private var revision: Int?
  /// Whether it got an event. Before, the whole session is sent where the revision cannot be resumed from.
  private var hasBegun = false

  init(_ service: NavigationService, watcher: Watcher, query: EventStreamQuery, key: AcceptedKey?) {
    self.service = service
    self.watcher = watcher
    include = query.include
    self.key = key
    revision = query.after
  }

  /// Writes events until the session, its key or the client is gone.
  mutating func write(to call: HTTPCall) async -> HTTPCall.End {
    do {
      while true {
        // Before the read: no change falls between.
        let news = watcher.news()
        while let events = try await next(call.patience) {
          if let room = call.write(events) { try await call.patience.wait(.news(milliseconds: nil), for: room) }
        }
        try await call.patience.wait(.news(milliseconds: nil), for: news)
        watcher.wakeOthers()
      }
    } catch End.over {
      _ = call.write(ServerSentEvent.end(watcher.id))
      return .complete
    } catch End.lost {
      return .lost
    } catch {
      return .complete
    }
  }

  /// The next events; nil if there are none.
  private mutating func next(_ patience: Patience) async throws(End) -> [UInt8]? {
    if let key, key.isRevoked { throw .over }
    let moment = Moment(now: service.configuration.now(), arrival: watcher.start, patience: patience)
    let events: Events
    do throws(HistoryGap) {
      // A wait is rare, and a sleeping task keeps the memory of its deepest call.
      if let known = try residentEvents(moment) {
        events = known
      } else {
        events = try await awaitedEvents(moment, patience)
      }
    } catch {
      switch error {
      case .failed(let error): throw End(error)
      case .gone, .replaced, .ahead:
        guard !hasBegun else { throw .lost }
        revision = nil
        return try await next(patience)
      }
    }
    guard !events.bytes.isEmpty else { return nil }
    (revision, hasBegun) = (events.last, true)
    return events.bytes
  }

  /// The next events; nil if they take a wait. Apart: the frame of a sleeping task would hold what it needs.
  @inline(never)
  private func residentEvents(_ moment: Moment) throws(HistoryGap) -> Events? {
    let found: StoredSession?
    do throws(StoreError) { found = try service.store.residentSession(watcher.id, at: moment) } catch {
      throw .failed(error)
    }
    guard let stored = found else { return nil }
    var steps: [HistoryStep]?
    if let revision {
      if revision == stored.revision { return ([], revision) }
      steps = try service.store.steps(inTailOf: stored, after: revision, limit: limit(of: stored))
      if steps == nil { return nil }
    }
    return events(of: stored, steps, canWrite: ShardBudget.holds(work(on: stored)))
  }

  /// The next events, with waits. Apart, likewise.
  @inline(never)
  private func awaitedEvents(_ moment: Moment, _ patience: Patience) async throws(HistoryGap) -> Events {
    let stored: StoredSession
    do throws(StoreError) { stored = try await service.store.session(watcher.id, at: moment) } catch {
      throw .failed(error)
    }
    var steps: [HistoryStep]?
    if let revision {
      steps = try await service.store.steps(
        of: stored, after: revision, limit: limit(of: stored), states: !include.isEmpty, at: moment)
    }
    do throws(StoreError) {
      return try await service.workers.run(of: work(on: stored), patience, mayBeRefused: false) { [steps] in
        // Another subscriber's worker may have been first.
        events(of: stored, steps, canWrite: true) ?? ([], 0)
      }
    } catch { throw .failed(error) }
  }

  private func work(on stored: StoredSession) -> Int {
    revision == nil ? stored.session.workToWrite : stored.session.jsonBytesAtMost
  }

  private func limit(of stored: StoredSession) -> Int { ShardBudget.holds(work(on: stored)) ? RecordPage.chunk : 1 }

  /// The events of records, without any that of the whole session. Nil where one is not written yet, nor to be written.
  private func events(of stored: StoredSession, _ steps: [HistoryStep]?, canWrite: Bool) -> Events? {
    guard let steps else {
      let key = WrittenEvents.Key.session(created: stored.head.createdAt, revision: stored.revision)
      let bytes = event(key, canWrite: canWrite) {
        ServerSentEvent.bytes("session", revision: stored.revision, HTTPResponse.bytes(of: SessionView(stored)))
      }
      return bytes.map { ($0, stored.revision) }
    }
    var events: Events = ([], 0)
    for step in steps {
      let revision = step.record.revision
      let key = WrittenEvents.Key.transition(
        created: stored.head.createdAt, revision: revision, include: include,
        before: include.contains(.changes) ? step.before?.revision : nil)
      let bytes = event(key, canWrite: canWrite) {
        ServerSentEvent.bytes("transition", revision: revision, step.bytes(of: stored, include))
      }
      guard let bytes else { return nil }
      // Large events are sent singly, as the arrays shared with other subscribers.
      let count = events.bytes.count + bytes.count
      if !events.bytes.isEmpty, count > min(HTTPCall.pieceBytes, service.configuration.pageBytes) { break }
      events = (events.bytes.isEmpty ? bytes : events.bytes + bytes, revision)
    }
    return events
  }

  /// The bytes written for another subscriber, else the result of `write`; nil if that is not to be written here.
  private func event(_ key: WrittenEvents.Key, canWrite: Bool, by write: () -> [UInt8]) -> [UInt8]? {
    if let bytes = watcher.topic.written.withLock({ $0[key] }) { return bytes }
    guard canWrite else { return nil }
    let bytes = write()
    watcher.topic.written.withLock { $0.append(bytes, for: key) }
    return bytes
  }
}
