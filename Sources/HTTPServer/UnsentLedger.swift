import HTTPMessages

/// The connections with unsent answers, and the memory these take, in the system too; a shared buffer counts once.
struct UnsentLedger<Holder: Hashable> {
  /// Bytes of memory in all.
  private(set) var bytes = 0
  private var entries: [Holder: Entry] = [:]
  private var buffers: [UInt: Buffer] = [:]

  private struct Entry {
    var ownBytes: Int
    /// The addresses of the shared buffers.
    var buffers: [UInt]
    /// When its client last read something, as far as seen.
    var last: Int
  }

  /// A shared buffer, retained here so that no other one can have its address.
  private struct Buffer {
    let bytes: [UInt8]
    var holders = 0
  }

  /// Records a holder's unsent output; nil is none.
  mutating func record(_ unsent: UnsentOutput?, of holder: Holder) {
    let before = entries[holder]
    if let unsent, let progress = unsent.progress {
      var entry = Entry(ownBytes: unsent.ownBytes + unsent.systemBytes, buffers: [], last: progress.last)
      bytes += entry.ownBytes
      for part in unsent.sharedParts { entry.buffers.append(hold(part)) }
      entries[holder] = entry
    } else {
      entries[holder] = nil
    }
    if let before { release(before) }
  }

  /// Removes and returns the holders furthest behind, those without progress for the longest time, where `bytes`
  /// exceeds `limit`.
  ///
  /// It removes somewhat more than needed, so that not every next byte starts another search.
  mutating func relieve(to limit: Int) -> [Holder] {
    guard bytes > limit else { return [] }
    let wanted = limit - limit / 16
    var behind: [Holder] = []
    for (holder, entry) in entries.sorted(by: { $0.value.last < $1.value.last }) {
      guard bytes > wanted else { break }
      entries[holder] = nil
      release(entry)
      behind.append(holder)
    }
    return behind
  }

  private mutating func hold(_ bytes: [UInt8]) -> UInt {
    // SAFETY: the address is a number that tells arrays apart, and is never read from.
    let place = bytes.withUnsafeBufferPointer { UInt(bitPattern: $0.baseAddress) }
    if buffers[place] == nil {
      buffers[place] = Buffer(bytes: bytes)
      self.bytes += bytes.capacity
    }
    buffers[place]?.holders += 1
    return place
  }

  private mutating func release(_ entry: Entry) {
    bytes -= entry.ownBytes
    for place in entry.buffers {
      guard let buffer = buffers[place] else { continue }
      guard buffer.holders == 1 else {
        buffers[place]?.holders -= 1
        continue
      }
      buffers[place] = nil
      bytes -= buffer.bytes.capacity
    }
  }
}
