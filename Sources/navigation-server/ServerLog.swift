import Commands
import FoundationEssentials
import Glibc
import HTTPServer
import Navigation
import NavigationService

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

extension ServerLog {
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
