import Dispatch
import HTTPServer
import NavigationJSON
import Synchronization

/// Lines of JSON for one of the standard streams.
///
/// Their reader may be slow, and a disk full: a thread of its own writes, and lines that find no room are dropped and
/// counted.
final class LineWriter: Sendable {
  /// Bytes of lines that may wait to be written.
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

  /// Starts the thread; nil where there is none to be had.
  init?(_ stream: StandardStream) {
    self.stream = stream
    guard DetachedThread.start({ self.run() }) else { return nil }
  }

  /// Lines that were not written.
  var droppedLines: Int { dropped.load(ordering: .relaxed) }

  /// One object a line. Never waits but for another thread that does the same.
  func write(_ members: (inout JSONWriter) -> Void) {
    var writer = JSONWriter(reserving: 320)
    writer.beginObject()
    members(&writer)
    writer.endObject()
    let line = writer.bytes + [UInt8(ascii: "\n")]
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

  /// Waits for what has been said to be written, but no longer than this.
  func finish(within seconds: Int) {
    pending.withLock { $0.isFinishing = true }
    hasWork.signal()
    _ = isDone.wait(timeout: .now() + .seconds(seconds))
  }

  private func run() {
    var lines: [UInt8] = []
    // Behind a part of a line, the next one begins anew.
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
