import Commands
import Dispatch
import HTTPServer
import Navigation
import Synchronization

/// Writes lines of JSON to a standard stream.
///
/// Its reader may be slow and a disk full: a thread of its own writes, and lines beyond the buffer are dropped and
/// counted.
final class LineWriter: Sendable {
  /// Bytes of the buffer.
  private static let capacity = 1 << 20

  private struct Pending {
    var lines: [UInt8] = []
    var isFinishing = false
  }

  private let stream: StandardStream
  private let pending = Mutex(Pending())
  private let dropped = Atomic<Int>(0)
  private let hasWork = DispatchSemaphore(value: 0)
  private let isDone = DispatchSemaphore(value: 0)

  /// Starts the thread; nil where that fails.
  init?(_ stream: StandardStream) {
    self.stream = stream
    guard DetachedThread.start({ self.run() }) else { return nil }
  }

  /// The number of dropped lines.
  var droppedLines: Int { dropped.load(ordering: .relaxed) }

  /// Appends one object as a line. Blocks only on the lock of another writer.
  func write(_ members: (inout JSONWriter) -> Void) {
    var writer = JSONWriter(reserving: 320)
    writer.beginObject()
    members(&writer)
    writer.endObject()
    write(line: writer.bytes + [UInt8(ascii: "\n")])
  }

  func write(line: [UInt8]) {
    let isFirst = pending.withLock { pending -> Bool? in
      guard pending.lines.count + line.count <= Self.capacity else { return nil }
      defer { pending.lines += line }
      return pending.lines.isEmpty
    }
    switch isFirst {
    case nil: dropped.add(1, ordering: .relaxed)
    case true?: hasWork.signal()
    case false?: break
    }
  }

  /// Waits until all lines are written, for `seconds` at most.
  func finish(within seconds: Int) {
    pending.withLock { $0.isFinishing = true }
    hasWork.signal()
    _ = isDone.wait(timeout: .now() + .seconds(seconds))
  }

  private func run() {
    var lines: [UInt8] = []
    // After a partly written line, the next write begins with a line break.
    var isTorn = false
    while true {
      hasWork.wait()
      lines.removeAll(keepingCapacity: true)
      if isTorn { lines.append(UInt8(ascii: "\n")) }
      let isFinishing = pending.withLock { pending in
        if isTorn { lines += pending.lines } else { swap(&lines, &pending.lines) }
        pending.lines.removeAll(keepingCapacity: true)
        return pending.isFinishing
      }
      let count = stream.write(lines)
      let rest = lines[count...]
      dropped.add(rest.count { $0 == UInt8(ascii: "\n") }, ordering: .relaxed)
      isTorn = count > 0 ? lines[count - 1] != UInt8(ascii: "\n") : isTorn
      if isFinishing { isDone.signal() }
    }
  }
}
