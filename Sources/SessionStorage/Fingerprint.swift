/// A 128-bit hash that detects reuse of an idempotency key for another request; stable across processes and versions.
///
/// It guards clients against their own mistakes, so it need not resist a deliberate search for collisions.
public struct Fingerprint: Hashable, Sendable {
  public let high: UInt64
  public let low: UInt64

  public init(high: UInt64, low: UInt64) {
    self.high = high
    self.low = low
  }

  /// The fingerprint of `parts`, each hashed with its length, so that no boundary between two is ambiguous.
  public init(of parts: ArraySlice<UInt8>...) {
    var high: UInt64 = 0x9E37_79B9_7F4A_7C15
    var low: UInt64 = 0xC2B2_AE3D_27D4_EB4F
    for part in parts {
      Self.mix(UInt64(part.count), into: &high, &low)
      part.withUnsafeBytes { bytes in
        var offset = 0
        while offset &+ 8 <= bytes.count {
          // SAFETY: the eight bytes from `offset` lie within `bytes`.
          Self.mix(
            UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self)), into: &high, &low)
          offset &+= 8
        }
        var rest: UInt64 = 0
        while offset < bytes.count {
          rest = rest << 8 | UInt64(bytes[offset])
          offset &+= 1
        }
        Self.mix(rest, into: &high, &low)
      }
    }
    self.init(high: high, low: low)
  }

  /// Two multiplication chains with different odd constants, each folded onto itself.
  private static func mix(_ word: UInt64, into high: inout UInt64, _ low: inout UInt64) {
    let first = (high ^ word).multipliedFullWidth(by: 0xA076_1D64_78BD_642F)
    high = (first.high ^ first.low) &+ 0x8EBC_6AF0_9C88_C6E3
    let second = (low &+ word).multipliedFullWidth(by: 0xE703_7ED1_A0B4_28DB)
    low = (second.high ^ second.low).rotatedLeft(by: 23) ^ word
  }
}

extension UInt64 {
  fileprivate func rotatedLeft(by bits: UInt64) -> UInt64 { self << bits | self >> (64 - bits) }
}
