import NavigationAPI

extension [UInt8] {
  /// Appends an integer, the highest byte first: the form in both stores. A checksum's words are `byteSwapped`.
  package mutating func append(big number: some FixedWidthInteger) {
    for shift in stride(from: number.bitWidth - 8, through: 0, by: -8) {
      append(UInt8(truncatingIfNeeded: number >> shift))
    }
  }

  /// 16 bytes.
  package init(_ id: SessionID) {
    self = []
    append(big: id.high)
    append(big: id.low)
  }

  /// 16 bytes.
  package init(_ fingerprint: Fingerprint) {
    self = []
    append(big: fingerprint.high)
    append(big: fingerprint.low)
  }
}
