import Commands
import Dispatch
import FoundationEssentials
import Glibc
import HTTPServer
import Navigation
import NavigationService
import Synchronization

/// The log of the server itself.
struct ServerLog: Sendable {
  let level: LogLevel
  let lines: LineWriter
  /// There a line is in words, elsewhere in JSON.
  let isOnTerminal = StandardStream.error.isTerminal

  func error(_ event: StaticString, _ members: (inout JSONWriter) -> Void = { _ in }) { line(.error, event, members) }

  func info(_ event: StaticString, _ members: (inout JSONWriter) -> Void = { _ in }) { line(.info, event, members) }

  private func line(_ level: LogLevel, _ event: StaticString, _ members: (inout JSONWriter) -> Void) {
    guard level <= self.level else { return }
    guard !isOnTerminal else { return lines.write(line: Self.words(event, members)) }
    lines.write { writer in
      writer.member("at", Timestamp.now().description)
      writer.member("level", level.rawValue)
      writer.member("event", event.description)
      members(&writer)
    }
  }

  /// The event, and the names and values of its members.
  private static func words(_ event: StaticString, _ members: (inout JSONWriter) -> Void) -> [UInt8] {
    var writer = JSONWriter()
    writer.beginObject()
    members(&writer)
    writer.endObject()
    var line = event.description
    if let object = try? JSONDocument(writer.bytes).root.object() {
      var (reader, mark) = (object, ": ")
      for member in reader.members {
        line += mark + member.name + " " + ((try? member.value.string()) ?? member.value.compactText())
        mark = ", "
      }
    }
    return Array((line + "\n").utf8)
  }

  func failure(_ event: HTTPServerEvent) {
    switch event {
    case .noRoomForConnections(let code, let times):
      error("no room for connections") {
        $0.member("reason", String(cString: strerror(code)))
        $0.member("times", times)
      }
    case .tooManyUnsentBytes(let limit, let connections):
      error("too many unsent bytes") {
        $0.member("limit", limit)
        $0.member("connections", connections)
      }
    }
  }

  func failure(_ event: ServiceEvent) {
    switch event {
    case .failed(let requestID, let traceParent, let target, let reason):
      error("request failed") {
        $0.member("requestId", requestID)
        if let traceParent { $0.member("traceparent", traceParent) }
        $0.member("target", target)
        $0.member("reason", reason)
      }
    }
  }
}

extension StandardStream {
  /// Opens the streams that the process was started without: the next socket would take their number, and its client
  /// would receive the log.
  static func open() {
    while case let descriptor = Glibc.open("/dev/null", O_RDWR), descriptor >= 0 {
      guard descriptor > error.rawValue else { continue }
      close(descriptor)
      return
    }
  }

  /// Writes a line of the server in its name.
  func report(_ message: String) { report(message, as: Command.program) }
}

extension Timestamp {
  /// The time of the system clock.
  static func now() -> Timestamp { Timestamp(Date()) }
}

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

extension LineWriter {
  /// Writes a request's line of the access log.
  ///
  /// - Parameter hasIDs: whether lines contain session ids.
  func write(_ entry: AccessEntry, hasIDs: Bool) {
    write { writer in
      writer.member("at", Timestamp.now().description)
      writer.member("event", "request")
      writer.member("requestId", entry.requestID)
      if let traceParent = entry.traceParent { writer.member("traceparent", traceParent) }
      writer.member("method", entry.method)
      writer.member("route", entry.route)
      if hasIDs, let session = entry.session { writer.member("session", session.description) }
      writer.member("status", entry.status)
      writer.member("bytes", entry.bytes)
      writer.member("microseconds", Int(entry.microseconds))
      if let client = entry.client { writer.member("client", client) }
    }
  }
}
