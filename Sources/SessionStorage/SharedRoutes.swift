public import Navigation
import Synchronization

/// The routes of a session, beside its state: they cannot change. Equal ones of an owner are one in memory.
public final class SharedRoutes: Sendable {
  public let routes: ScreenRoutes
  /// Approximate bytes of memory, counted once for all sessions of the owner.
  let byteCount: Int
  private let counted: (ledger: MemoryLedger, owner: Owner)?

  /// Bytes of memory per byte of JSON; rarely exceeded.
  private static let bytesPerByte = 8

  /// Those of one session that is not in memory yet.
  public convenience init(_ routes: ScreenRoutes) { self.init(routes, nil) }

  fileprivate init(_ routes: ScreenRoutes, _ counted: (ledger: MemoryLedger, owner: Owner)?) {
    (self.routes, self.counted) = (routes, counted)
    byteCount = counted == nil ? 0 : Self.text(of: routes).count * Self.bytesPerByte
    counted?.ledger.add(byteCount, of: counted?.owner ?? .unnamed)
  }

  deinit { if let counted { counted.ledger.add(-byteCount, of: counted.owner) } }

  /// The row of a durable store.
  package func row(_ checksum: RowChecksum) -> [UInt8] {
    checksum.sealed(Self.text(of: routes))
  }

  /// Throws if the row is not from `row`.
  package convenience init(row: [UInt8], _ checksum: RowChecksum) throws {
    var reader = try JSONDocument(stored: checksum.opened(row)).root.object()
    guard let routes = try ScreenRoutes(members: &reader) else {
      throw reader.object.refused("missing member \"routes\"")
    }
    self.init(routes)
  }

  private static func text(of routes: ScreenRoutes) -> [UInt8] {
    var writer = JSONWriter()
    writer.beginObject()
    routes.writeMembers(to: &writer)
    writer.endObject()
    return writer.bytes
  }
}

final class RouteTables: Sendable {
  private struct Key: Hashable {
    let owner: Owner
    let hash: Int
  }

  private struct Entry {
    weak var shared: SharedRoutes?
  }

  private struct State {
    var entries: [Key: [Entry]] = [:]
    /// Entries beyond which those without a session are removed.
    var limit = 64
  }

  private let state = Mutex(State())
  private let ledger: MemoryLedger

  init(_ ledger: MemoryLedger) { self.ledger = ledger }

  /// The one that equals it in memory, of the same owner.
  func shared(_ given: SharedRoutes?, of owner: Owner) -> SharedRoutes? {
    guard let given else { return nil }
    let key = Key(owner: owner, hash: given.routes.hashValue)
    return state.withLock { state in
      for entry in state.entries[key] ?? [] {
        if let shared = entry.shared, shared.routes == given.routes { return shared }
      }
      let shared = SharedRoutes(given.routes, (ledger, owner))
      state.entries[key, default: []].append(Entry(shared: shared))
      if state.entries.count > state.limit {
        state.entries = state.entries.compactMapValues { entries in
          let rest = entries.filter { $0.shared != nil }
          return rest.isEmpty ? nil : rest
        }
        state.limit = max(64, 2 * state.entries.count)
      }
      return shared
    }
  }
}
