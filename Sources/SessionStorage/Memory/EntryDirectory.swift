import NavigationAPI
import Synchronization

/// Entries by id, in parts with a lock each, so that shards of a server seldom meet.
struct EntryDirectory: Sendable {
  private final class Part: Sendable {
    let entries = Mutex<[SessionID: SessionEntry]>([:])
  }

  private static let partCount: UInt64 = 64
  private let parts = (0..<partCount).map { _ in Part() }

  private func part(of id: SessionID) -> Part { parts[Int(truncatingIfNeeded: id.low % Self.partCount)] }

  subscript(_ id: SessionID) -> SessionEntry? { part(of: id).entries.withLock { $0[id] } }

  /// Takes an entry in that `make` makes, unless its id is taken.
  func insert(_ id: SessionID, _ make: () -> SessionEntry) -> SessionEntry? {
    part(of: id).entries.withLock { entries in
      guard entries[id] == nil else { return nil }
      let entry = make()
      entries[id] = entry
      return entry
    }
  }

  func remove(_ id: SessionID) { part(of: id).entries.withLock { $0[id] = nil } }
}
