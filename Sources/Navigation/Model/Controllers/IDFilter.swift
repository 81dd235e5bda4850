/// A 64-bit filter of the ids in a tree, one bit for each id: lets a search skip most subtrees without the id.
struct IDFilter: Hashable, Sendable {
  fileprivate var bits: UInt64

  init(_ id: borrowing ControllerID) { bits = 1 << UInt64(id.mixed % 64) }

  mutating func add(_ other: IDFilter) { bits |= other.bits }

  func isSuperset(of other: IDFilter) -> Bool { other.bits & ~bits == 0 }

  /// False only where the id is certainly not in the tree.
  func mayHold(_ sought: SoughtID) -> Bool { bits & sought.bit != 0 }
}

/// A sought id with its filter bit.
struct SoughtID {
  let id: ControllerID
  fileprivate let bit: UInt64

  init(_ id: ControllerID) {
    self.id = id
    bit = 1 << UInt64(id.mixed % 64)
  }
}

extension ControllerID {
  /// A hash of the last 8 bytes, which differ between most ids of a session.
  fileprivate var mixed: UInt32 {
    // SAFETY: the buffer is read within the closure that has it.
    let mix = { (bytes: UnsafeBufferPointer<UInt8>) in bytes.suffix(8).reduce(0) { ($0 &* 31) &+ UInt32($1) } }
    return description.utf8.withContiguousStorageIfAvailable(mix) ?? 0
  }
}
