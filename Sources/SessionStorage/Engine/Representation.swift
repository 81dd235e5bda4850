/// What a session is read as.
public enum Representation: Hashable, Sendable {
  case session, snapshot
}

/// A session as JSON, as it was written for a reader.
public struct WrittenSession: Sendable {
  public let revision: Int
  public let bytes: [UInt8]
}

/// What has been written of one revision of a session in memory, so that its next reader gets the same bytes.
///
/// The first reader only leaves a mark: of many sessions that are read once, nothing is kept.
struct Representations {
  private struct Slot {
    /// The revision that was read last.
    var revision = -1
    /// That revision, once it has been read twice.
    var bytes: [UInt8]?
  }

  /// Bytes of one that is kept at most.
  static let byteLimit = 64 << 10

  private var session = Slot()
  private var snapshot = Slot()

  /// Bytes of memory that they take.
  private(set) var byteCount = 0

  /// What is kept of a revision; nil where it has to be written.
  func bytes(of representation: Representation, at revision: Int) -> [UInt8]? {
    let slot = self[representation]
    return slot.revision == revision ? slot.bytes : nil
  }

  /// Takes note of what a reader had written, and keeps it where another one had it before.
  mutating func note(_ bytes: [UInt8], of representation: Representation, at revision: Int) {
    var slot = self[representation]
    let isAgain = slot.revision == revision && slot.bytes == nil
    byteCount -= slot.bytes?.count ?? 0
    slot = Slot(revision: revision, bytes: isAgain && bytes.count <= Self.byteLimit ? bytes : nil)
    byteCount += slot.bytes?.count ?? 0
    self[representation] = slot
  }

  /// Lets go of what is older than a change.
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
