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
    let connections = figures.connections
    writeRequests(to: &text)
    text.only(.openConnections, connections.openConnections)
    text.only(.acceptedConnections, connections.acceptedConnections)
    text.only(.refusedConnections, connections.refusedConnections)
    text.each(
      .droppedConnections, by: "reason",
      [("slow", connections.slowConnections), ("unsent", connections.crowdedConnections)])
    text.only(.receivedBytes, connections.receivedBytes)
    text.only(.sentBytes, connections.sentBytes)
    writeSessions(to: &text, figures)
    text.only(.droppedLines, figures.droppedLines)
    text.each(.build, by: "version", [(Release.version, 1)])
    text.each(.limits, by: "name", configuration.limits)
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
    for kind in RequestCounters.Kind.all {
      let durations = requests.durations(kind)
      guard durations.buckets.contains(where: { $0 > 0 }) else { continue }
      text.buckets(
        .requestDuration, labels: [("route", kind.route), ("method", kind.method)],
        bounds: RequestCounters.bounds.map(\.seconds), counts: durations.buckets[...],
        sum: String(Double(durations.nanoseconds) / 1e9))
    }
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
    text.each(
      .memory, by: "kind",
      [
        ("in_use", residency.bytes), ("unsent", figures.connections.unsentBytes),
        ("buffered", figures.connections.bufferedBytes),
      ])
    configuration.commits?.write(to: &text)
    if let sharing = store.sharing {
      text.only(.redecisions, store.redecisions)
      sharing.write(to: &text)
    }
    let number = { (event: EventCounter) in self.events[event.rawValue] }
    text.only(.createdSessions, number(.sessionsCreated))
    text.only(.deletedSessions, number(.sessionsDeleted))
    text.only(.expiredSessions, number(.sessionsExpired))
    text.each(
      .transitions, by: "result",
      [("applied", number(.transitionsApplied)), ("refused", number(.transitionsRefused))])
    text.only(.replays, number(.replays))
  }
}
