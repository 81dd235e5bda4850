import HTTPMessages
public import SessionStorage
import Synchronization

/// The keys in force, each with the owner of its name in the store. Replaceable while the service runs.
public final class KeyRing: Sendable {
  /// The sender of a request, by its key.
  enum Verdict: Hashable, Sendable {
    case client(Owner)
    case noKey
    case wrongKey
  }

  private struct Ring {
    var keys: APIKeys
    /// One for each key.
    var owners: [Owner]
  }

  private let store: SessionStore
  private let ring: Mutex<Ring>

  /// Throws where the store cannot store a name.
  public init(_ keys: APIKeys, in store: SessionStore) throws(StoreError) {
    self.store = store
    ring = Mutex(Ring(keys: keys, owners: try Self.owners(of: keys, in: store)))
  }

  /// Replaces the keys. On an error the old ones stay in force.
  public func replace(with keys: APIKeys) throws(StoreError) {
    let owners = try Self.owners(of: keys, in: store)
    ring.withLock { $0 = Ring(keys: keys, owners: owners) }
  }

  private static func owners(of keys: APIKeys, in store: SessionStore) throws(StoreError) -> [Owner] {
    var owners: [Owner] = []
    for name in keys.names { owners.append(try store.owner(named: name)) }
    return owners
  }

  func verdict(on fields: HTTPFields) -> Verdict {
    let ring = ring.withLock { $0 }
    return switch ring.keys.showing(of: fields) {
    case .key(let index): .client(ring.owners[index])
    case .noKey: .noKey
    case .wrongKey: .wrongKey
    }
  }

  /// The name of an owner with a key in force; nil for any other, and for `unnamed`.
  func name(of owner: Owner) -> String? {
    let ring = ring.withLock { $0 }
    return ring.owners.firstIndex(of: owner).map { ring.keys.names[$0] }
  }
}
