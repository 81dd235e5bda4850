/// Which ids may be in a tree, one of 64 bits for each: a walk passes by most of what does not hold the id it looks
/// for.
struct IDFilter: Hashable, Sendable {
  fileprivate var bits: UInt64

  init(_ id: borrowing ControllerID) { bits = 1 << UInt64(id.mixed % 64) }

  mutating func add(_ other: IDFilter) { bits |= other.bits }

  func isSuperset(of other: IDFilter) -> Bool { other.bits & ~bits == 0 }

  /// False only where the id is in no way in the tree.
  func mayHold(_ sought: SoughtID) -> Bool { bits & sought.bit != 0 }
}

/// An id that is looked for, with its bit in every filter.
struct SoughtID {
  let id: ControllerID
  fileprivate let bit: UInt64

  init(_ id: ControllerID) {
    self.id = id
    bit = 1 << UInt64(id.mixed % 64)
  }
}

extension ControllerID {
  /// What tells most ids of a session apart: their last bytes.
  fileprivate var mixed: UInt32 {
    let mix = { (bytes: UnsafeBufferPointer<UInt8>) in bytes.suffix(8).reduce(0) { ($0 &* 31) &+ UInt32($1) } }
    return description.utf8.withContiguousStorageIfAvailable(mix) ?? 0
  }
}
