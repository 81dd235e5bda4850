/// What is measured together: the function returns the numbers of the rows, one of each limit.
struct Measurement: Sendable {
  let name: String
  let measure: @Sendable (Run) throws -> [Measured]
  let rows: [Row]
  /// The share by which a number may miss its limit until the program fails; nil: it never does.
  let tolerance: Double?

  init(
    _ name: String, _ measure: @escaping @Sendable (Run) throws -> [Measured], _ rows: Row..., tolerance: Double? = nil
  ) {
    (self.name, self.measure, self.rows, self.tolerance) = (name, measure, rows, tolerance)
  }

  /// All by name: the page, and of its first rows the instructions alone, which fail the program beyond their budgets.
  static let all =
    page + [
      Measurement(
        "instructions", { run in try CountedRequests.allCases.map { try $0.thousands(run) } },
        Row("GET snapshot", CountedRequests.get.limit, "readers that a core serves"),
        Row("POST push/pop", CountedRequests.push.limit, "taps that a core serves"),
        Row("POST showDetail/pop", CountedRequests.detail.limit, "likewise, in two columns"),
        Row("POST tapTab/showDetail", CountedRequests.tabs.limit, "likewise, between tabs"), tolerance: 0.02)
    ]

  /// Of a mix of requests: its instructions, and its CPU beside that of others that do the same job.
  private static func mix(
    _ name: String, _ workload: Workload, counted: CountedRequests, title: String, felt: String
  ) -> Measurement {
    Measurement(
      name, { try Requests.cost($0, workload, counted: counted) },
      Row(title, counted.limit + ", × C, ≤ 1.00 × Node, ≤ 1.00 × Go", felt))
  }

  static let page = [
    mix(
      "get-snapshot", .getSnapshot, counted: .get, title: "GET snapshot: CPU", felt: "readers that a core serves"),
    mix("push-pop", .pushPop, counted: .push, title: "POST push/pop: CPU", felt: "taps that a core serves"),
    mix(
      "show-detail", .showDetailPop, counted: .detail, title: "POST showDetail/pop: CPU",
      felt: "likewise, in two columns"),
    mix("tabs", .tabs, counted: .tabs, title: "POST tapTab/showDetail: CPU", felt: "likewise, between tabs"),
    Measurement(
      "latency", Requests.latency,
      Row("POST push/pop: p50 of one client, p99 at half load", "≤ 2.00 × C, ≤ 2.00 × C", "the wait after a tap")),
    Measurement(
      "durable", Durable.changes,
      Row("POST in a file, 64 clients: changes/s", "≥ 0.50 × memory", "taps that a core keeps", missed: "rows"),
      Row("POST in a file, one client: p50", "≤ 2.00 × append + sync", "the wait after a tap that is kept")),
    Measurement(
      "stored", Durable.stored,
      Row("1,000,000 sessions in a file: restart to first answer", "≤ 1,000 ms", "the outage of an upgrade"),
      Row("First request to one at rest: p99", "≤ 2.00 ms", "an app that is opened again")),
    Measurement("start", Durable.start, Row("Start to first answer", "≤ 50 ms", "a server that starts on demand")),
    Measurement(
      "sessions", { try Memory.full($0) + Memory.small($0) },
      Row(
        "1,000 sessions with full histories, 100,000 with two records: each", "≤ 786,432 B, ≤ 8,192 B",
        "apps in a GB")),
    Measurement(
      "subscribers", Memory.subscribers,
      Row("10,000 subscribers: all have a change after", "≤ 250 ms", "other screens follow a tap"),
      Row("A subscriber, an idle connection: memory", "≤ 2,048 B, ≤ 512 B", "open connections in a GB", missed: "tasks")
    ),
    Measurement(
      "fairness", Fairness.measure,
      Row("POST beside heavy clients: p99", "≤ 3.0 × idle", "other clients stay fast", missed: "two switches")),
    Measurement(
      "picture", { try Requests.picture($0) + Exploration.measure($0) },
      Row(
        "Picture as SVG; a transition of a search: CPU", "≤ 5.0 × GET session, ≤ 4.0 × in a batch",
        "viewers of a core, explored apps", missed: "reference")),
    Measurement(
      "links", Links.measure,
      Row(
        "A link three screens deep; its URL among 256; a way: CPU",
        "≤ 3.0 × showDetail, ≤ 0.50 × push, ≤ 0.50 × its exploration", "links that a core follows",
        missed: "reference")),
    Measurement(
      "scaling", Scaling.measure, Row("A step at twice the size: CPU", "≤ 2.00 × a step", "large apps stay fast")),
    Measurement(
      "attacks", Attack.measure, Row("Attacks beyond their limits", "≤ 0 of 22", "the server outlives its clients")),
    Measurement(
      "cluster", Cluster.measure,
      Row(
        "PostgreSQL, 1 server, 2 servers: changes/s; database CPU of one",
        "≥ 1.00 × pgbench, ≥ 1.50 × pgbench, ≤ 1.30 × pgbench", "what a second server brings", missed: "one core"),
      Row("A change seen on the other server: p99", "≤ 20.0 ms", "screens of others follow")),
  ]
}

struct Row: Sendable {
  let title: String
  let wanted: [Limit]
  /// What a user notices of it.
  let felt: String
  /// Why it is missed, in words of the manual.
  let reason: String

  init(_ title: String, _ wanted: String, _ felt: String, missed reason: String = "unknown") {
    (self.title, self.felt, self.reason) = (title, felt, reason)
    self.wanted = wanted.split(separator: ", ").map { Limit(String($0)) }
  }

  func isMet(_ found: [Measured], tolerance: Double = 0) -> Bool {
    zip(wanted, found).allSatisfy { $0.isMet($1.value, tolerance: tolerance) }
  }

  func cells(_ found: [Measured], isCompared: Bool) -> [String] {
    let met = isMet(found) ? "yes" : "no: " + reason
    let numbers = zip(wanted, found).map { $0.text($1.value) }.joined(separator: ", ")
    let ratios = found.compactMap { $0.againstOld?.text(digits: 2) }.joined(separator: ", ")
    return [title, wanted.map(\.text).joined(separator: ", "), numbers] + (isCompared ? [ratios] : []) + [met, felt]
  }
}

/// A measured number, nil where its contender is not installed, and its ratio to that of the old program.
typealias Measured = (value: Double?, againstOld: Double?)

/// What a number is wanted to be, as a text: a sign, the limit with its decimals, and its unit. The unit alone is that of
/// a number that is only shown, with two decimals.
struct Limit: Sendable {
  let text: String
  private let words: [String]

  init(_ text: String) {
    self.text = text
    let words = text.split(separator: " ", maxSplits: 2).map(String.init)
    self.words = ["≤", "≥"].contains(words[0]) ? words : ["", "0.00", text]
  }

  func text(_ value: Double?) -> String {
    let digits = words[1].split(separator: ".").dropFirst().first?.count ?? 0
    return value.map { $0.text(digits: digits) + " " + words[2] } ?? "-"
  }

  /// - Parameter tolerance: the share of the limit by which the number may miss it.
  func isMet(_ value: Double?, tolerance: Double = 0) -> Bool {
    guard let value, let limit = Double(words[1].filter { $0 != "," }) else { return true }
    switch words[0] {
    case "≤": return value <= limit * (1 + tolerance)
    case "≥": return value >= limit * (1 - tolerance)
    default: return true
    }
  }
}

/// A Markdown table with aligned columns.
struct TextTable {
  private var lines: [[String]]

  init(columns: [String]) { lines = [columns] }

  mutating func append(_ cells: [String]) { lines.append(cells) }

  var text: String {
    let widths = lines[0].indices.map { column in lines.map { $0[column].count }.max() ?? 0 }
    return ([lines[0], widths.map { String(repeating: "-", count: $0) }] + lines.dropFirst()).map { cells in
      let padded = zip(cells, widths).map { $0 + String(repeating: " ", count: $1 - $0.count) }
      return "| " + padded.joined(separator: " | ") + " |"
    }.joined(separator: "\n")
  }
}

extension [Double] {
  /// The middle value, or the mean of the two middle ones; 0 without any.
  var median: Double {
    guard !isEmpty else { return 0 }
    let sorted = sorted()
    return (sorted[(count - 1) / 2] + sorted[count / 2]) / 2
  }
}

extension Double {
  /// As text with this many decimals, and commas between thousands.
  func text(digits: Int = 0) -> String {
    guard isFinite, magnitude < 1e15 else { return "-" }
    let scale = (0..<digits).reduce(1) { power, _ in power * 10 }
    let whole = Int((self * Double(scale)).rounded())
    let units = String(whole.magnitude / UInt(scale))
    let grouped = units.enumerated().map { ($0 > 0 && (units.count - $0).isMultiple(of: 3) ? "," : "") + String($1) }
      .joined()
    let fraction = String(whole.magnitude % UInt(scale))
    return (whole < 0 ? "-" : "") + grouped
      + (digits == 0 ? "" : "." + String(repeating: "0", count: digits - fraction.count) + fraction)
  }
}
