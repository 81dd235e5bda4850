import HTTPMessages
import NavigationAPI
import SessionStorage
import Synchronization

/// A subscriber's cursor through the history of a session, as server-sent events (WHATWG HTML §9.2).
///
/// Each call returns the events after the cursor. A subscriber that falls behind the history's start loses its cursor.
final class EventStream: Sendable {
  private enum Cursor {
    /// The revision that the subscriber names. The whole session is sent first where it cannot be resumed from.
    case asked(Int?)
    case at(Int)
  }

  /// Records read at once.
  private static let batch = RecordPage.chunk

  /// Bytes of events combined into one piece.
  private static let pieceBytes = 16 * 1024

  private let service: NavigationService
  private let watcher: Watcher
  private let include: Set<TransitionQuery.Inclusion>
  /// The key of the request; nil without one.
  private let key: AcceptedKey?
  private let state: Mutex<State>

  private struct State {
    var cursor: Cursor
    /// When wake-ups began: data read must be no older.
    var beginning: Int64 = .min
    var wake: HTTPWake?
    /// A worker makes the next piece.
    var isBeingMade = false
    /// The piece made by a worker.
    var made: HTTPStream.Piece?
    /// The fetches for the next piece.
    var fetches: [Fetch] = []
  }

  init(_ service: NavigationService, _ watcher: Watcher, _ query: EventStreamQuery, key: AcceptedKey?) {
    self.service = service
    self.watcher = watcher
    include = query.include
    self.key = key
    state = Mutex(State(cursor: .asked(query.after)))
  }

  func begin(_ wake: @escaping HTTPWake) {
    let fetches = state.withLock { state in
      state.wake = wake
      return state.fetches
    }
    for fetch in fetches { fetch.whenDone(wake) }
    watcher.begin(wake)
    state.withLock { $0.beginning = service.configuration.uptime() }
  }

  func next() -> HTTPStream.Piece {
    if let key, key.isRevoked { return .last(ServerSentEvent.end(watcher.id)) }
    switch takeMade() {
    case (let made?, _): return made
    case (nil, true): return .none
    case (nil, false): return piece(isWithWorker: false) ?? .none
    }
  }

  private func piece(isWithWorker: Bool) -> HTTPStream.Piece? {
    let asked = state.withLock { state -> (cursor: Cursor, moment: Moment)? in
      // News during a read waits for its end.
      if let fetch = state.fetches.last, !fetch.isDone { return nil }
      var moment = Moment(now: service.configuration.now(), arrival: state.beginning)
      for fetch in state.fetches { moment.add(fetch) }
      return (state.cursor, moment)
    }
    guard let asked else { return nil }
    return piece(at: asked.cursor, asked.moment, isWithWorker: isWithWorker)
  }

  /// Hands the next piece to a worker, which wakes the stream when it is done.
  private func handOver() -> HTTPStream.Piece? {
    state.withLock { $0.isBeingMade = true }
    service.workers.add { [weak self] in self?.make() }
    return takeMade().piece
  }

  private func takeMade() -> (piece: HTTPStream.Piece?, isBeingMade: Bool) {
    state.withLock { state in
      defer { state.made = nil }
      return (state.made, state.isBeingMade)
    }
  }

  private func make() {
    let piece = piece(isWithWorker: true)
    let wake = state.withLock { state in
      // Nothing yet, but news may have come since.
      if case .some(.none) = piece { state.made = nil } else { state.made = piece }
      state.isBeingMade = false
      return state.wake
    }
    // A pending fetch wakes the stream by itself.
    if piece != nil { wake?() }
  }

  /// The next piece; nil while it is read or made, which wakes the stream when done.
  private func piece(at cursor: Cursor, _ moment: Moment, isWithWorker: Bool) -> HTTPStream.Piece? {
    let stored: StoredSession
    do throws(StoreError) { stored = try service.store.session(watcher.id, at: moment) } catch {
      switch error {
      case .noSuchSession: return .last(ServerSentEvent.end(watcher.id))
      case .notAtHand(let fetch): return wait(for: fetch)
      case .sessionLimit, .idTaken, .answerGone, .unreadable, .damaged, .full, .unavailable, .doubtful: return .lost
      }
    }
    do throws(HistoryGap) {
      switch cursor {
      case .asked(nil): return wholeSession(stored, isWithWorker: isWithWorker)
      case .asked(let revision?), .at(let revision):
        let isHeavy = !isWithWorker && revision < stored.revision && stored.isHeavy(after: revision, include)
        if isHeavy, !isWritten(after: revision, stored) { return handOver() }
        return try records(stored, after: revision, limit: isHeavy ? 1 : Self.batch, moment)
      }
    } catch {
      switch (error, cursor) {
      case (.failed(.notAtHand(let fetch)), _): return wait(for: fetch)
      // The records exist but cannot be read now: the client gets them when it reconnects.
      case (.failed, _), (_, .at): return .lost
      case (.gone, .asked), (.replaced, .asked), (.ahead, .asked):
        return wholeSession(stored, isWithWorker: isWithWorker)
      }
    }
  }

  /// Whether the record after a revision has already been written for another subscriber.
  private func isWritten(after revision: Int, _ stored: StoredSession) -> Bool {
    guard let index = stored.history.entries.firstIndex(where: { $0.revision == revision }),
      index + 1 < stored.history.entries.count
    else { return false }
    let key = key(stored.history.entries[index + 1].revision, revision, stored)
    return watcher.topic.written.withLock { $0[key] != nil }
  }

  private func wait(for fetch: Fetch) -> HTTPStream.Piece? {
    let wake = state.withLock { state in
      state.fetches.append(fetch)
      return state.wake
    }
    if let wake { fetch.whenDone(wake) }
    return nil
  }

  /// Moves the cursor to a revision.
  private func stand(at revision: Int) {
    state.withLock { state in
      state.cursor = .at(revision)
      state.fetches = []
    }
  }

  private func wholeSession(_ stored: StoredSession, isWithWorker: Bool) -> HTTPStream.Piece? {
    if !isWithWorker, stored.session.isHeavyToWrite { return handOver() }
    stand(at: stored.revision)
    let key = WrittenEvents.Key.session(created: stored.createdAt, revision: stored.revision)
    return .bytes(written(key) { ServerSentEvent.bytes("session", stored.revision, SessionView(stored)) })
  }

  private func records(_ stored: StoredSession, after revision: Int, limit: Int, _ moment: Moment) throws(HistoryGap)
    -> HTTPStream.Piece
  {
    let steps = try service.store.steps(of: stored, after: revision, limit: limit, at: moment)
    guard let first = steps.first else { return .none }
    var (bytes, last) = (written(first, stored), first.entry.revision)
    for step in steps.dropFirst() {
      let more = written(step, stored)
      // Large events are sent singly, as the arrays shared with other subscribers.
      if bytes.count + more.count > min(Self.pieceBytes, service.configuration.pageBytes) { break }
      bytes += more
      last = step.entry.revision
    }
    stand(at: last)
    return .bytes(bytes)
  }

  private func written(_ step: HistoryStep, _ stored: StoredSession) -> [UInt8] {
    written(key(step.entry.revision, step.revisionBefore, stored)) {
      ServerSentEvent.bytes("transition", step.entry.revision, TransitionRecord(step, of: stored, include))
    }
  }

  private func key(_ revision: Int, _ before: Int?, _ stored: StoredSession) -> WrittenEvents.Key {
    .transition(
      created: stored.createdAt, revision: revision, include: include, before: include.contains(.changes) ? before : nil
    )
  }

  /// The bytes written for another subscriber, else the result of `write`.
  private func written(_ key: WrittenEvents.Key, _ write: () -> [UInt8]) -> [UInt8] {
    if let bytes = watcher.topic.written.withLock({ $0[key] }) { return bytes }
    let bytes = write()
    watcher.topic.written.withLock { $0.append(bytes, for: key) }
    return bytes
  }
}
