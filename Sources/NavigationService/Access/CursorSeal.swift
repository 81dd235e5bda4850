import Navigation
import SessionStorage

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
