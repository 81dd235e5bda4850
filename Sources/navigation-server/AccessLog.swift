import Dispatch
import Glibc
import NavigationAPI
import NavigationJSON
import NavigationService
import Synchronization

/// A line of JSON on standard output for each request.
///
/// Whoever reads them may be slow, and a disk full: a thread of its own writes, and lines that find no room are dropped and counted.
final class AccessLog: Sendable {
  /// Bytes of lines that may wait to be written.
  private static let capacity = 1 << 20

  private struct Pending {
    var lines: [UInt8] = []
    var isFinishing = false
  }

  private let pending = Mutex(Pending())
  private let dropped = Atomic<Int>(0)
  private let hasWork = DispatchSemaphore(value: 0)
  private let isDone = DispatchSemaphore(value: 0)

  /// Starts the thread; nil where there is none to be had.
  init?() {
    let work = Unmanaged.passRetained(self)
    var thread = pthread_t()
    let code = pthread_create(
      &thread, nil,
      { context in
        // SAFETY: pthread_create hands over the pointer that `passRetained` made, once.
        if let context { Unmanaged<AccessLog>.fromOpaque(context).takeRetainedValue().run() }
        return nil
      }, work.toOpaque())
    guard code == 0 else {
      work.release()
      return nil
    }
    pthread_detach(thread)
  }

  /// Lines that nobody will see.
  var droppedLines: Int { dropped.load(ordering: .relaxed) }

  /// Never waits but for another thread that does the same.
  func write(_ entry: AccessEntry) {
    let line = Self.line(entry)
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

  private static func line(_ entry: AccessEntry) -> [UInt8] {
    var writer = JSONWriter(reserving: 320)
    writer.beginObject()
    writer.member("at", Timestamp.now().description)
    writer.member("event", "request")
    writer.member("requestId", entry.requestID)
    if let traceParent = entry.traceParent { writer.member("traceparent", traceParent) }
    writer.member("method", entry.method)
    writer.member("route", entry.route)
    writer.member("status", entry.status)
    writer.member("bytes", entry.bytes)
    writer.member("microseconds", Int(entry.microseconds))
    if let client = entry.client { writer.member("client", client) }
    writer.endObject()
    return writer.bytes + [UInt8(ascii: "\n")]
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
      let count = StandardStream.output.write(lines)
      let rest = lines[count...]
      dropped.add(rest.count { $0 == UInt8(ascii: "\n") }, ordering: .relaxed)
      isTorn = count > 0 ? lines[count - 1] != UInt8(ascii: "\n") : isTorn
      if isFinishing { isDone.signal() }
    }
  }
}
