import HTTPMessages

/// The connections that have not taken their answers, and how many bytes of memory that takes: what several have not
/// taken of one buffer counts once.
struct UnsentLedger<Holder: Hashable> {
  /// Bytes of memory in all.
  private(set) var bytes = 0
  private var entries: [Holder: Entry] = [:]
  private var buffers: [UInt: Buffer] = [:]

  private struct Entry {
    var ownBytes: Int
    /// Where the shared buffers are.
    var buffers: [UInt]
    /// When its client was last seen to have taken something.
    var last: Int
  }

  /// A buffer that is held here as well, so that no other one can be in its place.
  private struct Buffer {
    let bytes: [UInt8]
    var holders = 0
  }

  /// Notes what a holder has now; nil is nothing.
  mutating func note(_ unsent: UnsentOutput?, of holder: Holder) {
    let before = entries[holder]
    if let unsent, let progress = unsent.progress {
      var entry = Entry(ownBytes: unsent.ownBytes, buffers: [], last: progress.last)
      bytes += entry.ownBytes
      for part in unsent.sharedParts { entry.buffers.append(hold(part)) }
      entries[holder] = entry
    } else {
      entries[holder] = nil
    }
    if let before { letGo(before) }
  }

  /// Takes those out that are furthest behind, which have taken nothing for the longest time, where there are more
  /// bytes than `limit`.
  ///
  /// Some more than there must be, so that not every next byte looks for another one.
  mutating func relieve(to limit: Int) -> [Holder] {
    guard bytes > limit else { return [] }
    let wanted = limit - limit / 16
    var behind: [Holder] = []
    for (holder, entry) in entries.sorted(by: { $0.value.last < $1.value.last }) {
      guard bytes > wanted else { break }
      entries[holder] = nil
      letGo(entry)
      behind.append(holder)
    }
    return behind
  }

  private mutating func hold(_ bytes: [UInt8]) -> UInt {
    let place = bytes.withUnsafeBufferPointer { UInt(bitPattern: $0.baseAddress) }
    if buffers[place] == nil {
      buffers[place] = Buffer(bytes: bytes)
      self.bytes += bytes.capacity
    }
    buffers[place]?.holders += 1
    return place
  }

  private mutating func letGo(_ entry: Entry) {
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
