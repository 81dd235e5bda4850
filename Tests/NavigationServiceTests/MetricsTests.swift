import HTTPMessages
import Navigation
import SessionStorage
import Testing

@testable import NavigationService

@Suite struct MetricsTests {
  typealias Service = ServiceUnderTest

  private func metrics(_ service: Service) throws -> Metrics { try Metrics(try service.get("/metrics").text) }

  @Test func theTextIsOfItsFormat() throws {
    let service = Service()
    let empty = try service.get("/metrics")
    #expect(empty.status == .ok && empty.value(of: "Content-Type") == "text/plain; version=0.0.4; charset=utf-8")
    #expect(empty.value(of: "Cache-Control") == "no-store")
    _ = try Metrics(empty.text)
    let path = try service.created()
    for target in [path, path + "/snapshot", "/none", "/problems/internal", "/openapi.yaml"] {
      _ = try service.get(target)
    }
    let metrics = try metrics(service)
    // Only servers with a shared store have these families.
    let shared: Set<MetricFamily> = [
      .redecisions, .doubts, .checks, .checkDuration, .hints, .revertedSessions, .heartbeatAge, .clockOffset,
    ]
    #expect(Set(metrics.families.keys) == Set(Set(MetricFamily.allCases).subtracting(shared).map(\.rawValue)))
    let both = try TwoEngines()
    #expect(try Set(self.metrics(both.a).families.keys) == Set(MetricFamily.allCases.map(\.rawValue)))
    #expect(metrics.value("process_open_fds") == 8 && metrics.value("process_start_time_seconds") == 1.79e9)
    #expect(metrics.value("navigation_limit", ["name": "max-body"]) == 7)
    // No label has a path: their number is unbounded.
    #expect(!metrics.samples.contains { $0.labels.values.contains { $0.contains("s_") } })
  }

  /// Requests, and the labels of their counters.
  @Test(
    arguments: [
      (.get, "/v1/devices", "/v1/devices", "GET", 200), (.head, "/v1/devices", "/v1/devices", "HEAD", 200),
      (.get, "/v1/sessions", "/v1/sessions", "GET", 200), (.post, "/v1/sessions", "/v1/sessions", "POST", 415),
      (.get, "/v1/sessions/s_00000000000000000000000000/snapshot", "/v1/sessions/{sessionId}/snapshot", "GET", 404),
      (.get, "/problems/internal", "/problems/{code}", "GET", 200), (.get, "/none", "none", "GET", 404),
      (.put, "/v1/sessions", "none", "PUT", 405), (.options, "/v1/sessions", "none", "OPTIONS", 204),
      (.delete, "/x", "none", "DELETE", 404),
      (.patch, "/healthz", "none", "PATCH", 405),
    ] as [(HTTPMethod, String, String, String, Int)]) func requestsAreCounted(
      method: HTTPMethod, target: String, route: String, name: String, status: Int
    ) throws
  {
    let service = Service()
    for _ in 0..<3 { _ = try service.send(method, target) }
    let metrics = try metrics(service)
    #expect(
      metrics.value("navigation_http_requests_total", ["route": route, "method": name, "status": "\(status)"]) == 3)
    #expect(metrics.samples.filter { $0.name == "navigation_http_requests_total" }.count == 1)
    #expect(metrics.value("navigation_http_request_duration_seconds_count", ["route": route, "method": name]) == 3)
    #expect(
      try self.metrics(service).value(
        "navigation_http_requests_total", ["route": "/metrics", "method": "GET", "status": "200"]) == 1)
  }

  @Test func refusedInputIsCounted() throws {
    let service = Service()
    _ = service.service.respond(to: .malformedRequest(.incompleteRequest))
    _ = service.service.respond(to: .connectionLimit(retryAfterSeconds: 1))
    let metrics = try metrics(service)
    for status in [400, 503] {
      #expect(
        metrics.value("navigation_http_requests_total", ["route": "none", "method": "none", "status": "\(status)"]) == 1
      )
    }
  }

  /// Nanoseconds, and the lowest bound that includes them.
  @Test(arguments: [
    (0, "0.00001"), (10_000, "0.00001"), (10_001, "0.000025"), (1_000_000, "0.001"), (999_999_999, "1"),
    (1_000_000_000, "1"),
    (1_000_000_001, "+Inf"), (9_000_000_000_000, "+Inf"),
  ]) func durationsFallIntoBuckets(nanoseconds: Int64, bound: String) throws {
    let service = Service()
    service.service.requests.count(.operation(.resolve, isHead: false), .ok, nanoseconds: nanoseconds)
    let metrics = try metrics(service)
    let labels = ["route": "/v1/resolve", "method": "POST"]
    let buckets = metrics.samples.filter {
      $0.name == "navigation_http_request_duration_seconds_bucket" && $0.value > 0
    }
    #expect(buckets.first?.labels["le"] == bound)
    let sum = metrics.value("navigation_http_request_duration_seconds_sum", labels)
    #expect(sum == Double(nanoseconds) / 1e9)
  }

  @Test func everyStatusHasAPlaceOfItsOwn() {
    let counters = RequestCounters()
    for kind in RequestCounters.Kind.all {
      for status in HTTPStatus.allCases { counters.count(kind, status, nanoseconds: 1) }
    }
    for kind in RequestCounters.Kind.all {
      for status in HTTPStatus.allCases { #expect(counters.requests(kind, status) == 1) }
    }
    #expect(RequestCounters.Kind.all.allSatisfy { counters.durations($0).nanoseconds == HTTPStatus.allCases.count })
  }

  @Test func sessionsAndTransitionsAreCounted() throws {
    let service = Service(residentSessions: 2)
    let paths = try (0..<5).map { _ in try service.created() }
    let key = (name: "Idempotency-Key", value: "k")
    for _ in 0..<3 { _ = try service.post(paths[4] + "/transitions", Service.push("a"), [key]) }
    let batch = #"{"transitions": [\#(Service.push("b")), \#(Service.push("c"))]}"#
    _ = try service.post(paths[4] + "/transitions", batch)
    _ = try service.post(paths[4] + "/transitions?dryRun=true", Service.push("d"))
    for body in [Service.push("a"), #"{"transitions": [\#(Service.push("a"))]}"#] {
      _ = try service.post(paths[4] + "/transitions", body)
    }
    _ = try service.post(paths[4] + "/transitions?dryRun=true", Service.push("a"))
    for _ in 0..<2 { _ = try service.post("/v1/sessions", Service.create(), [key]) }
    _ = try service.send(.delete, paths[0])
    service.store.finish()
    let metrics = try metrics(service)
    // The place of the deleted session is still free.
    let (resident, resting) = (
      metrics.value("navigation_sessions", ["state": "resident"]) ?? 0,
      metrics.value("navigation_sessions", ["state": "at_rest"]) ?? 0
    )
    #expect((1...2).contains(resident) && resident + resting == 5)
    #expect(metrics.value("navigation_sessions_created_total") == 6)
    #expect(metrics.value("navigation_sessions_deleted_total") == 1)
    #expect(metrics.value("navigation_transitions_total", ["result": "applied"]) == 3)
    #expect(metrics.value("navigation_transitions_total", ["result": "refused"]) == 2)
    #expect(metrics.value("navigation_idempotent_replays_total") == 3)
    service.wait(seconds: 8 * 86_400)
    #expect(service.service.removeExpired() == 5)
    #expect(try self.metrics(service).value("navigation_sessions_expired_total") == 5)
  }

  @Test func memoryIsReportedByKind() throws {
    let service = Service()
    for _ in 0..<5 { _ = try service.created() }
    service.store.finish()
    let metrics = try metrics(service)
    let values = ["in_use", "unsent", "buffered"].map {
      metrics.value("navigation_memory_bytes", ["kind": $0]) ?? -1
    }
    #expect(values[0] > 10_000 && values[0] < 100_000 && values[1...] == [11, 12], "\(values)")
    let dropped = ["slow", "unsent"].map { metrics.value("navigation_http_connections_dropped_total", ["reason": $0]) }
    #expect(dropped == [13, 14])
  }

  /// Changes and nanoseconds of a commit, and the lowest bounds that include them.
  @Test(arguments: [
    (1, 100_000, "1", "0.0001"), (2, 100_001, "2", "0.00025"), (3, 1_000_000_000, "4", "1"),
    (1_025, 1_000_000_001, "+Inf", "+Inf"),
  ]) func commitsFallIntoBuckets(changes: Int, nanoseconds: Int64, changeBound: String, durationBound: String) throws {
    let service = Service()
    let commits = try #require(service.service.configuration.commits)
    commits.count(CommitReport(changes: changes, nanoseconds: nanoseconds))
    commits.count(CommitReport(failure: .full, changes: 7, nanoseconds: nanoseconds))
    let metrics = try metrics(service)
    for (family, bound) in [("changes", changeBound), ("duration_seconds", durationBound)] {
      let buckets = metrics.samples.filter { $0.name == "navigation_store_commit_\(family)_bucket" && $0.value > 0 }
      #expect(buckets.first?.labels["le"] == bound && metrics.value("navigation_store_commit_\(family)_count") == 1)
    }
    #expect(metrics.value("navigation_store_commit_changes_sum") == Double(changes))
    #expect(metrics.value("navigation_store_commit_duration_seconds_sum") == Double(nanoseconds) / 1e9)
    #expect(metrics.value("navigation_store_lost_changes_total") == 7)
  }

  @Test func aKeyIsNeeded() throws {
    let service = Service(keys: try APIKeysTests.keys())
    #expect(try service.get("/metrics").code == "unauthenticated")
    #expect(try service.get("/metrics", APIKeysTests.bearer(APIKeysTests.adas)).status == .ok)
  }

  @Test func labelsAndHelpAreEscaped() {
    var text = MetricsText()
    text.sample(.build, labels: [("version", "a\\b\"c\nd")], "1")
    #expect(text.text == #"navigation_build_info{version="a\\b\"c\nd"} 1"# + "\n")
  }
}

/// A strict reader of the exposition format 0.0.4.
struct Metrics {
  struct Sample: Hashable {
    var name: String
    var labels: [String: String]
    var value: Double
  }

  struct Malformed: Error {
    var line: String
    var reason: String
  }

  /// The type and the help of each family.
  private(set) var families: [String: (type: String, help: String)] = [:]
  private(set) var samples: [Sample] = []

  init(_ text: String) throws {
    guard text.hasSuffix("\n") else { throw Malformed(line: text, reason: "the last line does not end") }
    var current = ""
    for line in text.split(separator: "\n", omittingEmptySubsequences: false).dropLast().map(String.init) {
      if let match = line.wholeMatch(of: /# HELP ([a-zA-Z_:][a-zA-Z0-9_:]*) (.+)/) {
        current = String(match.1)
        guard families[current] == nil else { throw Malformed(line: line, reason: "the family began before") }
        families[current] = ("", String(match.2))
      } else if let match = line.wholeMatch(of: /# TYPE (\S+) (counter|gauge|histogram)/) {
        guard match.1 == current, families[current]?.type == "" else {
          throw Malformed(line: line, reason: "the help comes first")
        }
        families[current]?.type = String(match.2)
      } else {
        samples.append(try Self.sample(line, in: current, type: families[current]?.type ?? ""))
      }
    }
    guard Set(samples.map { "\($0.name) \($0.labels.sorted { $0.key < $1.key })" }).count == samples.count else {
      throw Malformed(line: "", reason: "a sample comes twice")
    }
    try checkHistograms()
  }

  private static func sample(_ line: String, in family: String, type: String) throws -> Sample {
    let shape = /([a-zA-Z_:][a-zA-Z0-9_:]*)(?:\{((?:[a-zA-Z_][a-zA-Z0-9_]*="(?:[^"\\\n]|\\\\|\\n|\\")*",?)+)\})? (\S+)/
    guard let match = line.wholeMatch(of: shape), let value = Double(match.3) else {
      throw Malformed(line: line, reason: "no sample")
    }
    let suffixes = type == "histogram" ? ["_bucket", "_sum", "_count"] : [""]
    guard suffixes.contains(where: { family + $0 == match.1 }) else {
      throw Malformed(line: line, reason: "not of \(family)")
    }
    guard type != "counter" || family.hasSuffix("_total") else {
      throw Malformed(line: line, reason: "a counter is a total")
    }
    guard type == "counter" || !family.hasSuffix("_total") else {
      throw Malformed(line: line, reason: "no counter, no total")
    }
    guard value >= 0 else { throw Malformed(line: line, reason: "below zero") }
    var labels: [String: String] = [:]
    for pair in (match.2 ?? "").matches(of: /([a-zA-Z0-9_]+)="((?:[^"\\]|\\.)*)"/) {
      guard labels.updateValue(String(pair.2), forKey: String(pair.1)) == nil else {
        throw Malformed(line: line, reason: "a label twice")
      }
    }
    return Sample(name: String(match.1), labels: labels, value: value)
  }

  /// The buckets of a histogram ascend, and the last one, without a bound, equals the count.
  private func checkHistograms() throws {
    for family in families.keys where families[family]?.type == "histogram" {
      for count in samples where count.name == family + "_count" {
        let buckets = samples.filter { sample in
          sample.name == family + "_bucket" && sample.labels.filter { $0.key != "le" } == count.labels
        }
        let bounds = buckets.compactMap { $0.labels["le"] == "+Inf" ? Double.infinity : Double($0.labels["le"] ?? "") }
        guard bounds.count == buckets.count, zip(bounds, bounds.dropFirst()).allSatisfy(<), bounds.last == .infinity,
          zip(buckets, buckets.dropFirst()).allSatisfy({ $0.value <= $1.value }), buckets.last?.value == count.value,
          samples.contains(where: { $0.name == family + "_sum" && $0.labels == count.labels })
        else { throw Malformed(line: "\(count)", reason: "no histogram") }
      }
    }
  }

  /// The value of a sample; nil if there is none.
  func value(_ name: String, _ labels: [String: String] = [:]) -> Double? {
    samples.first { $0.name == name && $0.labels == labels }?.value
  }
}
