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

  /// The key that a request presents; nil without one that is in force.
  func key(of fields: HTTPFields) -> AcceptedKey? {
    guard fields.contains("authorization") else { return nil }
    let ring = ring.withLock { $0 }
    return ring.keys.index(of: fields).map { ring.accepted[$0] }
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

/// Encrypts the cursors of lists: their ordinals count the sessions of all owners.
///
/// The secret is made of all keys, so that every server with the same key file has it, and no client. A sealed cursor is
/// 64 bits like a plain one, and never below `plainLimit`, which a plain one always is.
struct CursorSeal: Sendable {
  private static let plainLimit: UInt64 = 1 << 48
  /// With four rounds a Feistel network is a strong pseudorandom permutation (Luby and Rackoff, 1988).
  private static let rounds: [UInt8] = [0, 1, 2, 3]

  private let secret: [UInt8]

  /// - Parameter digests: of the keys, in any order.
  init(_ digests: [SHA256.Digest]) {
    let all = digests.map(Self.bytes).sorted { $0.lexicographicallyPrecedes($1) }
    secret = Self.bytes(SHA256.digest(of: all.joined()))
  }

  /// - Parameter owner: a named one.
  func sealed(_ cursor: SessionListCursor, of owner: Owner) -> SessionListCursor {
    var block = UInt64(owner.number) << 48 | min(cursor.ordinal, Self.plainLimit - 1)
    repeat { block = permuted(block, Self.rounds) } while block < Self.plainLimit
    return SessionListCursor(ordinal: block)
  }

  /// The plain cursor; nil for one that was sealed for another owner or with other keys.
  func opened(_ cursor: SessionListCursor, of owner: Owner) -> SessionListCursor? {
    guard cursor.ordinal >= Self.plainLimit else { return nil }
    var block = cursor.ordinal
    repeat { block = swapped(permuted(swapped(block), Self.rounds.reversed())) } while block < Self.plainLimit
    return block >> 48 == owner.number ? SessionListCursor(ordinal: block % Self.plainLimit) : nil
  }

  private func permuted(_ block: UInt64, _ rounds: [UInt8]) -> UInt64 {
    var (left, right) = (UInt32(truncatingIfNeeded: block >> 32), UInt32(truncatingIfNeeded: block))
    for round in rounds {
      let mask = SHA256.digest(of: secret + [round] + Self.bytes(of: right))[0]
      (left, right) = (right, left ^ mask)
    }
    return UInt64(left) << 32 | UInt64(right)
  }

  /// The inverse of a Feistel network is the network with its halves exchanged and its rounds reversed.
  private func swapped(_ block: UInt64) -> UInt64 { block << 32 | block >> 32 }

  private static func bytes(_ digest: SHA256.Digest) -> [UInt8] {
    digest.indices.flatMap { bytes(of: digest[$0]) }
  }

  private static func bytes(of word: UInt32) -> [UInt8] {
    [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: word >> $0) }
  }
}
