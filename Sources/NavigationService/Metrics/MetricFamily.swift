import Navigation

/// The metrics by name; each is a family of samples with different labels.
enum MetricFamily: String, CaseIterable, Sendable {
  case requests = "navigation_http_requests_total"
  case requestDuration = "navigation_http_request_duration_seconds"
  case openConnections = "navigation_http_connections"
  case acceptedConnections = "navigation_http_connections_accepted_total"
  case refusedConnections = "navigation_http_connections_refused_total"
  case droppedConnections = "navigation_http_connections_dropped_total"
  case receivedBytes = "navigation_http_received_bytes_total"
  case sentBytes = "navigation_http_sent_bytes_total"
  case sessions = "navigation_sessions"
  case memory = "navigation_memory_bytes"
  case commitChanges = "navigation_store_commit_changes"
  case commitDuration = "navigation_store_commit_duration_seconds"
  case lostChanges = "navigation_store_lost_changes_total"
  case supersededChanges = "navigation_store_superseded_total"
  case doubts = "navigation_store_in_doubt_total"
  case redecisions = "navigation_store_decided_again_total"
  case checks = "navigation_store_checks_total"
  case checkDuration = "navigation_store_check_seconds"
  case hints = "navigation_store_hints_total"
  case revertedSessions = "navigation_store_reverted_sessions_total"
  case heartbeatAge = "navigation_store_heartbeat_age_seconds"
  case clockOffset = "navigation_store_clock_offset_seconds"
  case createdSessions = "navigation_sessions_created_total"
  case deletedSessions = "navigation_sessions_deleted_total"
  case expiredSessions = "navigation_sessions_expired_total"
  case transitions = "navigation_transitions_total"
  case replays = "navigation_idempotent_replays_total"
  case droppedLines = "navigation_log_dropped_lines_total"
  case build = "navigation_build_info"
  case limits = "navigation_limit"
  case startTime = "process_start_time_seconds"
  case cpuTime = "process_cpu_seconds_total"
  case residentMemory = "process_resident_memory_bytes"
  case openDescriptors = "process_open_fds"
  case maximumDescriptors = "process_max_fds"

  enum Kind: String, Sendable {
    case counter, gauge, histogram
  }

  /// The type and help text of each family.
  var meaning: (kind: Kind, help: String) {
    switch self {
    case .requests:
      (
        .counter,
        "Requests answered, by route template, method and status; none where the path or the bytes lead nowhere."
      )
    case .requestDuration:
      (.histogram, "Seconds to the answer from a request that has come whole, or from a head that decides alone.")
    case .openConnections: (.gauge, "Connections open now.")
    case .acceptedConnections: (.counter, "Connections taken.")
    case .refusedConnections: (.counter, "Connections turned away: above the limit, or for want of descriptors.")
    case .droppedConnections:
      (
        .counter,
        "Connections closed before their clients had taken their answers, by reason: slow, or unsent where all had more unsent bytes "
          + "than may be and these were furthest behind."
      )
    case .receivedBytes: (.counter, "Bytes that came on connections.")
    case .sentBytes: (.counter, "Bytes that went out on connections.")
    case .sessions:
      (
        .gauge,
        "Sessions held now: resident ones are in use, all others are at rest; on a store that servers share, those of all servers "
          + "have the scope cluster."
      )
    case .memory:
      (
        .gauge,
        "Bytes, about, by kind: sessions in memory (in_use) with their records, answers that clients have not taken, "
          + "bodies that have come in part."
      )
    case .commitChanges: (.histogram, "Changes in one commit of the store's file or database.")
    case .commitDuration: (.histogram, "Seconds that a commit took, from its first write to its last.")
    case .lostChanges: (.counter, "Changes that could not be kept, and were taken back.")
    case .supersededChanges: (.counter, "Changes that another server was first with, and that were decided anew.")
    case .doubts: (.counter, "Commits whose answer was lost, by result: kept or lost as was found out, or unknown.")
    case .redecisions: (.counter, "Times that a request was decided anew, since another server was first.")
    case .checkDuration:
      (.histogram, "Seconds that the database took to say which of some sessions have another state.")
    case .checks: (.counter, "Sessions of which the database was asked whether there is another state.")
    case .hints: (.counter, "Words of changes to other servers, by way: sent or heard.")
    case .revertedSessions: (.counter, "Sessions that the database had in an older state than one it had acknowledged.")
    case .heartbeatAge: (.gauge, "Seconds since the database last acknowledged this server; above 5 nothing is read.")
    case .clockOffset: (.gauge, "Seconds that the database's clock is ahead of this machine's.")
    case .createdSessions: (.counter, "Sessions created.")
    case .deletedSessions: (.counter, "Sessions deleted by request.")
    case .expiredSessions: (.counter, "Sessions that have expired and been removed.")
    case .transitions:
      (.counter, "Transitions: each applied one, of a batch too; refused requests by the model. Dry runs do not count.")
    case .replays: (.counter, "Requests answered with the stored answer of an earlier one.")
    case .droppedLines: (.counter, "Lines of the logs that found no room.")
    case .build: (.gauge, "Always 1; the version is its label.")
    case .limits: (.gauge, "What the server bounds, by the name of the option that says so and in its unit.")
    case .startTime: (.gauge, "When the process began, in seconds since 1970.")
    case .cpuTime: (.counter, "Seconds of processor time that the process has used.")
    case .residentMemory: (.gauge, "Bytes of memory that the process has in use.")
    case .openDescriptors: (.gauge, "Descriptors that the process has open.")
    case .maximumDescriptors: (.gauge, "Descriptors that the process may have open.")
    }
  }
}

/// Metrics as text, format 0.0.4 of Prometheus: a family is a run of lines after its help and type.
struct MetricsText {
  static let mediaType = "text/plain; version=0.0.4; charset=utf-8"

  private(set) var text = ""

  /// Begins a family, to which the following samples belong.
  mutating func begin(_ family: MetricFamily) {
    let meaning = family.meaning
    text +=
      "# HELP \(family.rawValue) \(meaning.help)\n# TYPE \(family.rawValue) \(meaning.kind.rawValue)\n"
  }

  /// A family of one histogram.
  mutating func histogram(_ family: MetricFamily, bounds: [String], counts: ArraySlice<Int>, sum: String) {
    begin(family)
    buckets(family, labels: [], bounds: bounds, counts: counts, sum: sum)
  }

  /// A histogram of a family; `counts` has one more element than `bounds`, for the unbounded bucket.
  mutating func buckets(
    _ family: MetricFamily, labels: [Label], bounds: [String], counts: ArraySlice<Int>, sum: String
  ) {
    var count = 0
    for (bound, number) in zip(bounds + ["+Inf"], counts) {
      count += number
      sample(family, labels: labels + [("le", bound)], String(count), suffix: "_bucket")
    }
    sample(family, labels: labels, sum, suffix: "_sum")
    sample(family, labels: labels, String(count), suffix: "_count")
  }

  typealias Label = (key: String, value: String)

  /// One line of a family.
  mutating func sample(_ family: MetricFamily, labels: [Label], _ value: String, suffix: String = "") {
    let escapes: [Unicode.Scalar: String] = ["\\": #"\\"#, "\n": #"\n"#, "\"": #"\""#]
    let pairs = labels.map { "\($0.key)=\"\($0.value.escaping(escapes))\"" }
    text += family.rawValue + suffix + (pairs.isEmpty ? "" : "{\(pairs.joined(separator: ","))}") + " \(value)\n"
  }

  /// A family of one sample for each value of a label.
  mutating func each(_ family: MetricFamily, by key: String, _ samples: [(String, Int)]) {
    begin(family)
    for (value, number) in samples { sample(family, labels: [(key, value)], String(number)) }
  }

  /// A family of one sample; nothing for nil.
  mutating func only(_ family: MetricFamily, _ value: (some Numeric & LosslessStringConvertible)?) {
    guard let value else { return }
    begin(family)
    sample(family, labels: [], value.description)
  }
}
