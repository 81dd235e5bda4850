import HTTPMessages
import NavigationAPI
import SessionStorage
import Synchronization

/// One subscriber's way through the history of a session, as server-sent events (WHATWG HTML §9.2).
///
/// It is asked for what comes after what it has given. A subscriber that is slower than the history is long has lost its place.
final class EventStream: Sendable {
  private enum Place {
    /// Where the subscriber says it is; the session comes first where that cannot be gone on from.
    case asked(Int?)
    case at(Int)
  }

  /// Records that are read at once.
  private static let batch = RecordPage.chunk

  private let service: NavigationService
  private let watcher: Watcher
  private let include: Set<TransitionQuery.Inclusion>
  private let place: Mutex<Place>

  init(_ service: NavigationService, _ watcher: Watcher, _ query: EventStreamQuery) {
    self.service = service
    self.watcher = watcher
    include = query.include
    place = Mutex(.asked(query.after))
  }

  func begin(_ wake: @escaping HTTPWake) { watcher.begin(wake) }

  func next() -> HTTPStream.Piece {
    let stored: StoredSession
    do throws(StoreError) {
      stored = try service.store.session(watcher.id, at: service.configuration.now())
    } catch {
      switch error {
      case .noSuchSession: return .last(ServerSentEvent.end(watcher.id))
      case .sessionLimit, .idTaken, .answerGone, .unreadable, .full, .unavailable, .doubtful: return .lost
      }
    }
    let place = self.place.withLock { $0 }
    switch place {
    case .asked(nil): return wholeSession(stored)
    case .asked(let revision?):
      do throws(HistoryGap) { return try records(stored, after: revision) } catch { return wholeSession(stored) }
    case .at(let revision):
      do throws(HistoryGap) { return try records(stored, after: revision) } catch { return .lost }
    }
  }

  private func wholeSession(_ stored: StoredSession) -> HTTPStream.Piece {
    place.withLock { $0 = .at(stored.revision) }
    return .bytes(ServerSentEvent.bytes("session", stored.revision, SessionView(stored)))
  }

  private func records(_ stored: StoredSession, after revision: Int) throws(HistoryGap) -> HTTPStream.Piece {
    let steps = try service.store.steps(of: stored, after: revision, limit: Self.batch)
    guard let first = steps.first else { return .none }
    var (bytes, last) = (written(first, stored), first.entry.revision)
    for step in steps.dropFirst() {
      let more = written(step, stored)
      if bytes.count + more.count > service.configuration.pageBytes { break }
      bytes += more
      last = step.entry.revision
    }
    place.withLock { $0 = .at(last) }
    return .bytes(bytes)
  }

  private func written(_ step: HistoryStep, _ stored: StoredSession) -> [UInt8] {
    let key = WrittenEvents.Key(
      revision: step.entry.revision, include: include, before: include.contains(.changes) ? step.revisionBefore : nil)
    if let bytes = watcher.topic.written.withLock({ $0[key] }) { return bytes }
    let bytes = ServerSentEvent.bytes("transition", step.entry.revision, TransitionRecord(step, of: stored, include))
    watcher.topic.written.withLock { $0.append(bytes, for: key) }
    return bytes
  }
}
