import HTTPMessages
import NavigationAPI
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
  enum End: Error {
    /// The session or the key is gone.
    case over
    /// The next event exists, but cannot be read now: the client gets it when it reconnects.
    case lost
    /// The client has left, or the server is about to stop.
    case ended
  }

  /// Records read at once.
  private static let batch = RecordPage.chunk

  private let service: NavigationService
  private let watcher: Watcher
  private let include: Set<TransitionQuery.Inclusion>
  private let context: RequestContext
  private var place: Place

  init(_ service: NavigationService, _ watcher: Watcher, _ query: EventStreamQuery, _ context: RequestContext) {
    self.service = service
    self.watcher = watcher
    include = query.include
    self.context = context
    place = .asked(query.after)
  }

  /// The next events as bytes; nil where there are none yet.
  mutating func next() async throws(End) -> [UInt8]? {
    if let key = context.key, key.isRevoked { throw .over }
    let moment = Moment(now: service.configuration.now(), arrival: watcher.start, patience: context.patience)
    let stored: StoredSession
    do throws(StoreError) { stored = try await service.store.session(watcher.id, at: moment) } catch {
      throw End(error)
    }
    do throws(HistoryGap) {
      switch place {
      case .asked(nil): return try await wholeSession(stored)
      case .asked(let revision?), .at(let revision): return try await records(stored, after: revision, moment)
      }
    } catch {
      switch (error, place) {
      case (.failed(let error), _): throw End(error)
      case (_, .at): throw .lost
      case (.gone, .asked), (.replaced, .asked), (.ahead, .asked):
        do throws(HistoryGap) { return try await wholeSession(stored) } catch { throw .lost }
      }
    }
  }

  private mutating func wholeSession(_ stored: StoredSession) async throws(HistoryGap) -> [UInt8] {
    let key = WrittenEvents.Key.session(created: stored.createdAt, revision: stored.revision)
    let bytes = try await written(key, isHeavy: stored.session.isHeavyToWrite) {
      ServerSentEvent.bytes("session", stored.revision, SessionView(stored))
    }
    place = .at(stored.revision)
    return bytes
  }

  private mutating func records(
    _ stored: StoredSession, after revision: Int, _ moment: Moment
  ) async throws(HistoryGap) -> [UInt8]? {
    let isHeavy = stored.session.isHeavyToRecord(include)
    let steps = try await service.steps(
      of: stored, after: revision, limit: isHeavy ? 1 : Self.batch, moment, context, isOwed: true)
    guard let first = steps.first else { return nil }
    var (bytes, last) = (try await written(first, stored, isHeavy: isHeavy), first.entry.revision)
    for step in steps.dropFirst() {
      let more = try await written(step, stored, isHeavy: isHeavy)
      // Large events are sent singly, as the arrays shared with other subscribers.
      if bytes.count + more.count > min(HTTPCall.pieceBytes, service.configuration.pageBytes) { break }
      bytes += more
      last = step.entry.revision
    }
    place = .at(last)
    return bytes
  }

  private func written(_ step: HistoryStep, _ stored: StoredSession, isHeavy: Bool) async throws(HistoryGap) -> [UInt8]
  {
    let (revision, include) = (step.entry.revision, include)
    let key = WrittenEvents.Key.transition(
      created: stored.createdAt, revision: revision, include: include,
      before: include.contains(.changes) ? step.revisionBefore : nil)
    return try await written(key, isHeavy: isHeavy) {
      ServerSentEvent.bytes("transition", revision, TransitionRecord(step, of: stored, include))
    }
  }

  /// The bytes written for another subscriber, else the result of `write`.
  private func written(
    _ key: WrittenEvents.Key, isHeavy: Bool, _ write: @escaping @Sendable () -> [UInt8]
  ) async throws(HistoryGap) -> [UInt8] {
    let topic = watcher.topic
    if let bytes = topic.written.withLock({ $0[key] }) { return bytes }
    do throws(StoreError) {
      return try await service.workers.run(if: isHeavy, context.patience, isOwed: true) {
        // Another subscriber's worker may have been first.
        if let bytes = topic.written.withLock({ $0[key] }) { return bytes }
        let bytes = write()
        topic.written.withLock { $0.append(bytes, for: key) }
        return bytes
      }
    } catch { throw .failed(error) }
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
