import HTTPMessages
import Navigation
import SessionStorage
import Waiting

/// A subscriber's place in the history of a session.
///
/// A subscriber that falls behind the history's start loses its place.
struct EventCursor {
  private enum Place {
    /// The revision that the subscriber names. The whole session is sent first where it cannot be resumed from.
    case asked(Int?)
    case at(Int)
  }

  /// Why there are no more events.
  fileprivate enum End: Error {
    /// The session or the key is gone.
    case over
    /// The next event exists, but cannot be read now: the client gets it when it reconnects.
    case lost
    /// The client has left, or the server is about to stop.
    case ended
  }

  /// What a look finds.
  private enum Next {
    /// Events as bytes; `isLast`: there are no more.
    case events([UInt8], isLast: Bool)
    case nothing
    /// To look again, with this.
    case wants(Want)
  }

  /// What takes a wait.
  private indirect enum Want {
    case session(Moment)
    case steps(of: StoredSession, after: Int, limit: Int, Moment)
    case event(of: StoredSession, WrittenEvents.Key, write: @Sendable () -> [UInt8])
  }

  /// What has been waited for, for one look.
  private struct Found {
    var session: StoredSession?
    var steps: Result<[HistoryStep], HistoryGap>?
    var event: [UInt8]?
  }

  /// Records read at once.
  private static let batch = RecordPage.chunk

  private let service: NavigationService
  private let watcher: Watcher
  private let include: Set<TransitionQuery.Inclusion>
  private let key: AcceptedKey?
  private var place: Place

  init(_ service: NavigationService, watcher: Watcher, query: EventStreamQuery, key: AcceptedKey?) {
    self.service = service
    self.watcher = watcher
    include = query.include
    self.key = key
    place = .asked(query.after)
  }

  /// Writes events until the session, its key or the client is gone.
  mutating func write(to call: HTTPCall) async -> HTTPCall.End {
    do {
      while true {
        // Before the read: no change falls between.
        let news = watcher.news()
        var isLast = false
        while !isLast {
          var next = try read(call.patience)
          if case .wants(let want) = next { next = try await read(after: want, call.patience) }
          guard case .events(let bytes, let last) = next else { break }
          isLast = last
          if let room = call.write(bytes) { try await call.patience.wait(.news(milliseconds: nil), for: room) }
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

  /// Waits for what a read wants, until one has all. Apart: few reads do, and a sleeping task would keep this frame.
  @inline(never)
  private mutating func read(after want: Want, _ patience: Patience) async throws(End) -> Next {
    var (found, next) = (Found(), Next.wants(want))
    while case .wants(let want) = next {
      do throws(StoreError) {
        switch want {
        case .session(let moment): found.session = try await service.store.session(watcher.id, at: moment)
        case .steps(let stored, let revision, let limit, let moment):
          found.session = stored
          do throws(HistoryGap) {
            found.steps = .success(
              try await service.steps(of: stored, after: revision, limit: limit, moment, patience, isOwed: true))
          } catch { found.steps = .failure(error) }
        case .event(let stored, let key, let write):
          found.session = stored
          found.event = try await service.workers.run(if: true, patience, isOwed: true) { [topic = watcher.topic] in
            // Another subscriber's worker may have been first.
            topic.written.withLock { $0[key] } ?? Self.written(key, for: topic, write)
          }
        }
      } catch { throw End(error) }
      next = try read(found, patience)
    }
    return next
  }

  /// The next events, as far as they need no wait. Apart: the frame of a sleeping task would hold what it needs.
  @inline(never)
  private mutating func read(_ patience: Patience) throws(End) -> Next { try read(Found(), patience) }

  private mutating func read(_ found: Found, _ patience: Patience) throws(End) -> Next {
    if let key, key.isRevoked { throw .over }
    let moment = Moment(now: service.configuration.now(), arrival: watcher.start, patience: patience)
    let stored: StoredSession
    do throws(StoreError) {
      if let found = found.session {
        stored = found
      } else {
        guard let session = try service.store.sessionAtHand(watcher.id, at: moment) else {
          return .wants(.session(moment))
        }
        stored = session
      }
    } catch { throw End(error) }
    do throws(HistoryGap) {
      switch place {
      case .asked(nil): return wholeSession(stored, found)
      case .asked(let revision?), .at(let revision): return try records(stored, after: revision, at: moment, found)
      }
    } catch {
      switch (error, place) {
      case (.failed(let error), _): throw End(error)
      case (_, .at): throw .lost
      case (.gone, .asked), (.replaced, .asked), (.ahead, .asked): return wholeSession(stored, found)
      }
    }
  }

  private mutating func wholeSession(_ stored: StoredSession, _ found: Found) -> Next {
    let key = WrittenEvents.Key.session(created: stored.createdAt, revision: stored.revision)
    @Sendable func write() -> [UInt8] {
      ServerSentEvent.bytes("session", revision: stored.revision, SessionView(stored))
    }
    guard let bytes = event(key, isHeavy: stored.session.isHeavyToWrite, found, write) else {
      return .wants(.event(of: stored, key, write: write))
    }
    place = .at(stored.revision)
    return .events(bytes, isLast: true)
  }

  private mutating func records(
    _ stored: StoredSession, after revision: Int, at moment: Moment, _ found: Found
  ) throws(HistoryGap) -> Next {
    let isHeavy = stored.session.isHeavyToRecord(include)
    let limit = isHeavy ? 1 : Self.batch
    let steps: [HistoryStep]
    if let found = found.steps {
      steps = try found.get()
    } else {
      guard let known = try service.stepsAtHand(of: stored, after: revision, limit: limit) else {
        return .wants(.steps(of: stored, after: revision, limit: limit, moment))
      }
      steps = known
    }
    // Captured alone: the cursor changes.
    let include = include
    var (bytes, last): ([UInt8]?, Int) = (nil, revision)
    for step in steps {
      @Sendable func write() -> [UInt8] {
        ServerSentEvent.bytes("transition", revision: step.entry.revision, TransitionRecord(step, of: stored, include))
      }
      let key = WrittenEvents.Key.transition(
        created: stored.createdAt, revision: step.entry.revision, include: include,
        before: include.contains(.changes) ? step.revisionBefore : nil)
      guard let event = event(key, isHeavy: isHeavy, found, write) else {
        return .wants(.event(of: stored, key, write: write))
      }
      if let before = bytes {
        // Large events are sent singly, as the arrays shared with other subscribers.
        if before.count + event.count > min(HTTPCall.pieceBytes, service.configuration.pageBytes) { break }
        bytes = before + event
      } else {
        bytes = event
      }
      last = step.entry.revision
    }
    guard let bytes else { return .nothing }
    place = .at(last)
    return .events(bytes, isLast: last == stored.revision)
  }

  /// The bytes written for another subscriber, or found, else the result of `write`; nil where that takes a worker.
  private func event(
    _ key: WrittenEvents.Key, isHeavy: Bool, _ found: Found, _ write: () -> [UInt8]
  ) -> [UInt8]? {
    if let bytes = found.event ?? watcher.topic.written.withLock({ $0[key] }) { return bytes }
    return isHeavy ? nil : Self.written(key, for: watcher.topic, write)
  }

  private static func written(_ key: WrittenEvents.Key, for topic: Topic, _ write: () -> [UInt8]) -> [UInt8] {
    let bytes = write()
    topic.written.withLock { $0.append(bytes, for: key) }
    return bytes
  }
}

extension EventCursor.End {
  fileprivate init(_ error: StoreError) {
    switch error {
    case .noSuchSession: self = .over
    case .waitEnded: self = .ended
    case .sessionLimit, .idTaken, .answerGone, .unreadable, .damaged, .full, .unavailable, .doubtful, .contended,
      .crowded:
      self = .lost
    }
  }
}
