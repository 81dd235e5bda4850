import HTTPMessages
import Navigation
public import SessionStorage
import Synchronization

/// An accepted key. Streams and long polls hold theirs, and end when it is revoked.
final class AcceptedKey: Sendable {
  /// The owner of the key's name in the store.
  let owner: Owner
  private let revoked = Atomic<Bool>(false)

  fileprivate init(of owner: Owner) { self.owner = owner }

  /// Whether the keys no longer have it, or have it under another name.
  var isRevoked: Bool { revoked.load(ordering: .acquiring) }

  fileprivate func revoke() { revoked.store(true, ordering: .releasing) }
}

/// The keys in force, each with the owner of its name in the store. Replaceable while the service runs.
public final class KeyRing: Sendable {
  /// The sender of a request, by its key.
  enum Verdict: Sendable {
    case client(AcceptedKey)
    case noKey
    case wrongKey
  }

  private struct Ring {
    var keys: APIKeys
    /// One for each key.
    var accepted: [AcceptedKey]
    /// The seal of these keys, then that of the keys before them, whose cursors clients may still have.
    var seals: [CursorSeal]
  }

  private let store: SessionStore
  private let ring: Mutex<Ring>

  /// Throws where the store cannot store a name.
  public init(_ keys: APIKeys, in store: SessionStore) throws(StoreError) {
    self.store = store
    ring = Mutex(
      Ring(
        keys: keys, accepted: try Self.owners(of: keys, in: store).map(AcceptedKey.init),
        seals: [CursorSeal(keys.digests)]))
  }

  /// Replaces the keys, and revokes those that are gone. On an error the old ones stay in force.
  func replace(with keys: APIKeys) throws(StoreError) {
    let owners = try Self.owners(of: keys, in: store)
    ring.withLock { ring in
      var old = Dictionary(uniqueKeysWithValues: zip(ring.keys.digests, ring.accepted))
      let accepted = zip(keys.digests, owners).map { digest, owner in
        guard let key = old[digest], key.owner == owner else { return AcceptedKey(of: owner) }
        old[digest] = nil
        return key
      }
      ring = Ring(keys: keys, accepted: accepted, seals: [CursorSeal(keys.digests)] + ring.seals.prefix(1))
      for key in old.values { key.revoke() }
    }
  }

  private static func owners(of keys: APIKeys, in store: SessionStore) throws(StoreError) -> [Owner] {
    var owners: [Owner] = []
    for name in keys.names { owners.append(try store.owner(named: name)) }
    return owners
  }

  func verdict(on fields: HTTPFields) -> Verdict {
    let ring = ring.withLock { $0 }
    return switch ring.keys.showing(of: fields) {
    case .key(let index): .client(ring.accepted[index])
    case .noKey: .noKey
    case .wrongKey: .wrongKey
    }
  }

  /// A cursor that reveals nothing to its owner of other owners' sessions.
  func sealed(_ cursor: SessionListCursor, of owner: Owner) -> SessionListCursor {
    ring.withLock { $0.seals }[0].sealed(cursor, of: owner)
  }

  /// The cursor that was sealed; nil for one that this ring has not sealed for the owner.
  func opened(_ cursor: SessionListCursor, of owner: Owner) -> SessionListCursor? {
    ring.withLock { $0.seals }.lazy.compactMap { $0.opened(cursor, of: owner) }.first
  }

  /// The name of an owner with a key in force; nil for any other, and for `unnamed`.
  func name(of owner: Owner) -> String? {
    let ring = ring.withLock { $0 }
    return ring.accepted.firstIndex { $0.owner == owner }.map { ring.keys.names[$0] }
  }
}
