/// The forms in which a session is read.
public enum Representation: Hashable, Sendable {
  case session, snapshot
}

/// The JSON of a session as sent to a reader.
public struct WrittenSession: Sendable {
  public let revision: Int
  public let bytes: [UInt8]
}

/// A cache of the JSON of one revision of a resident session.
///
/// The first read only leaves a mark, so that sessions read once cost nothing.
struct Representations {
  private struct Slot {
    /// The revision that was read last.
    var revision = -1
    /// The JSON of that revision, once read twice.
    var bytes: [UInt8]?
  }

  /// Bytes of the largest JSON to cache.
  static let byteLimit = 64 << 10

  private var session = Slot()
  private var snapshot = Slot()

  /// Bytes of memory that the cache takes.
  private(set) var byteCount = 0

  /// The cached JSON of a revision; nil if it has to be written.
  func bytes(of representation: Representation, at revision: Int) -> [UInt8]? {
    let slot = self[representation]
    return slot.revision == revision ? slot.bytes : nil
  }

  /// Notes the JSON sent for a revision, and caches it from the second read on.
  mutating func cache(_ bytes: [UInt8], of representation: Representation, at revision: Int) {
    var slot = self[representation]
    let isAgain = slot.revision == revision && slot.bytes == nil
    byteCount -= slot.bytes?.count ?? 0
    slot = Slot(revision: revision, bytes: isAgain && bytes.count <= Self.byteLimit ? bytes : nil)
    byteCount += slot.bytes?.count ?? 0
    self[representation] = slot
  }

  /// Empties the cache after a change.
  mutating func removeAll() {
    guard byteCount > 0 else { return }
    self = Representations()
  }

  private subscript(representation: Representation) -> Slot {
    get {
      switch representation {
      case .session: session
      case .snapshot: snapshot
      }
    }
    set {
      switch representation {
      case .session: session = newValue
      case .snapshot: snapshot = newValue
      }
    }
  }
}
