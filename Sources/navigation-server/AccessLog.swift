import Navigation
import NavigationService

/// The access log: one line per request.
struct AccessLog: Sendable {
  let lines: LineWriter
  /// Whether lines contain session ids.
  let hasIDs: Bool

  func write(_ entry: AccessEntry) {
    lines.write { writer in
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
