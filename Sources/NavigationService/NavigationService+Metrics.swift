import HTTPMessages
import Navigation

/// Metrics and the access log.
extension NavigationService {
  /// Counts an answered request, and logs it where there is an access log.
  ///
  /// - Parameter bodyNanoseconds: how long it waited for its body, which is not counted.
  func count(_ context: RequestContext, _ response: HTTPResponse, bodyNanoseconds: Int64) {
    let kind =
      context.operation.map { RequestCounters.Kind.operation($0, isHead: context.method == .head) }
      ?? .none(context.method)
    let nanoseconds = max(0, configuration.uptime() - context.start - bodyNanoseconds)
    requests.count(kind, response.status, nanoseconds: nanoseconds)
    guard let access = configuration.access else { return }
    access(
      AccessEntry(
        requestID: context.requestID, traceParent: context.traceParent, method: kind.method, route: kind.route,
        session: context.session, status: response.status.rawValue,
        bytes: context.method == .head || !response.status.allowsBody ? 0 : response.body.count,
        microseconds: nanoseconds / 1_000, client: configuration.keys?.name(of: context.owner)))
  }

  /// Counts and logs the response to bytes that were no request.
  func countRefusal(_ requestID: String, _ response: HTTPResponse) {
    let kind = RequestCounters.Kind.malformed
    requests.count(kind, response.status, nanoseconds: 0)
    configuration.access?(
      AccessEntry(
        requestID: requestID, traceParent: nil, method: kind.method, route: kind.route, session: nil,
        status: response.status.rawValue, bytes: response.body.count, microseconds: 0, client: nil))
  }

  func count(_ event: EventCounter, _ number: Int = 1) { events.add(number, at: event.rawValue) }

  func getMetrics(_ request: HTTPRequest) throws(Problem) -> HTTPResponse {
    try requireNoQuery(request)
    let fields = [HTTPField("Content-Type", MetricsText.mediaType), .noStore]
    return HTTPResponse(.ok, fields: fields, body: Array(metrics().utf8))
  }

  private func metrics() -> String {
    var text = MetricsText()
    let figures = configuration.figures()
    writeRequests(to: &text)
    text.only(.openConnections, figures.connections.openConnections)
    text.only(.acceptedConnections, figures.connections.acceptedConnections)
    text.only(.refusedConnections, figures.connections.refusedConnections)
    text.begin(.droppedConnections)
    text.sample(.droppedConnections, labels: [("reason", "slow")], String(figures.connections.slowConnections))
    text.sample(.droppedConnections, labels: [("reason", "unsent")], String(figures.connections.crowdedConnections))
    text.only(.receivedBytes, figures.connections.receivedBytes)
    text.only(.sentBytes, figures.connections.sentBytes)
    writeSessions(to: &text, figures)
    text.only(.droppedLines, figures.droppedLines)
    text.begin(.build)
    text.sample(.build, labels: [("version", Release.version)], "1")
    text.begin(.limits)
    for limit in configuration.limits { text.sample(.limits, labels: [("name", limit.name)], String(limit.value)) }
    text.only(.startTime, figures.startTime)
    text.only(.cpuTime, figures.cpuTime)
    text.only(.residentMemory, figures.residentMemory)
    text.only(.openDescriptors, figures.openDescriptors)
    text.only(.maximumDescriptors, figures.maximumDescriptors)
    return text.text
  }

  private func writeRequests(to text: inout MetricsText) {
    text.begin(.requests)
    for kind in RequestCounters.Kind.all {
      for status in HTTPStatus.allCases {
        let count = requests.requests(kind, status)
        guard count > 0 else { continue }
        text.sample(
          .requests, labels: [("route", kind.route), ("method", kind.method), ("status", String(status.rawValue))],
          String(count))
      }
    }
    text.begin(.requestDuration)
    for kind in RequestCounters.Kind.all { write(kind, to: &text) }
  }

  /// The histogram of one kind of request; omitted before the first one.
  private func write(_ kind: RequestCounters.Kind, to text: inout MetricsText) {
    let durations = requests.durations(kind)
    guard durations.buckets.contains(where: { $0 > 0 }) else { return }
    text.histogram(
      .requestDuration, [("route", kind.route), ("method", kind.method)], bounds: RequestCounters.bounds.map(\.seconds),
      counts: durations.buckets, sum: String(Double(durations.nanoseconds) / 1e9))
  }

  private func writeSessions(to text: inout MetricsText, _ figures: OutsideFigures) {
    let residency = store.residency
    text.begin(.sessions)
    text.sample(.sessions, labels: [("state", "resident")], String(residency.sessions))
    if store.isShared {
      text.sample(.sessions, labels: [("scope", "cluster")], String(store.count))
    } else {
      text.sample(.sessions, labels: [("state", "at_rest")], String(max(0, store.count - residency.sessions)))
    }
    text.begin(.memory)
    text.sample(.memory, labels: [("kind", "in_use")], String(residency.bytes))
    text.sample(.memory, labels: [("kind", "unsent")], String(figures.connections.unsentBytes))
    text.sample(.memory, labels: [("kind", "buffered")], String(figures.connections.bufferedBytes))
    configuration.commits?.write(to: &text)
    if let sharing = store.sharing {
      text.only(.redecisions, store.redecisions)
      sharing.write(to: &text)
    }
    text.only(.createdSessions, events[EventCounter.sessionsCreated.rawValue])
    text.only(.deletedSessions, events[EventCounter.sessionsDeleted.rawValue])
    text.only(.expiredSessions, events[EventCounter.sessionsExpired.rawValue])
    text.begin(.transitions)
    text.sample(.transitions, labels: [("result", "applied")], String(events[EventCounter.transitionsApplied.rawValue]))
    text.sample(.transitions, labels: [("result", "refused")], String(events[EventCounter.transitionsRefused.rawValue]))
    text.only(.replays, events[EventCounter.replays.rawValue])
  }
}
