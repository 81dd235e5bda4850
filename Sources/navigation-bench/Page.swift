/// What is measured together: the function returns the numbers of the rows, one of each limit.
struct Measurement: Sendable {
  let name: String
  let measure: @Sendable (Run) throws -> [Measured]
  let rows: [Row]

  init(_ name: String, _ measure: @escaping @Sendable (Run) throws -> [Measured], _ rows: Row...) {
    (self.name, self.measure, self.rows) = (name, measure, rows)
  }

  static let page = [
    Measurement(
      "get-snapshot", { try Requests.cpu($0, .getSnapshot) },
      Row("GET snapshot: CPU", "≤ 1.30 × C, ≤ 0.33 × Node", "readers that a core serves", missed: "tasks")),
    Measurement(
      "push-pop", { try Requests.cpu($0, .pushPop) },
      Row("POST push/pop: CPU", "≤ 2.00 × C, ≤ 0.33 × Node", "taps that a core serves", missed: "cold memory")),
    Measurement(
      "show-detail", { try Requests.cpu($0, .showDetailPop) },
      Row("POST showDetail/pop: CPU", "≤ 2.00 × C, ≤ 0.33 × Node", "likewise, in two columns", missed: "cold memory")),
    Measurement(
      "tabs", { try Requests.cpu($0, .tabs) },
      Row("POST tapTab/showDetail: CPU", "≤ 2.50 × C, ≤ 0.33 × Node", "likewise, between tabs", missed: "cold memory")),
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
        "viewers of a core, explored apps")),
    Measurement(
      "links", Links.measure,
      Row(
        "A link three screens deep; its URL among 256; a way: CPU",
        "≤ 3.0 × showDetail, ≤ 0.50 × push, ≤ 0.50 × its exploration", "links that a core follows")),
    Measurement(
      "growth", Growth.measure, Row("A step at twice the size: CPU", "≤ 2.00 × a step", "large apps stay fast")),
    Measurement(
      "attacks", Attack.measure, Row("Attacks beyond their limits", "≤ 0 of 24", "the server outlives its clients")),
    Measurement(
      "cluster", Cluster.measure,
      Row(
        "PostgreSQL, 1 server, 2 servers: changes/s; database CPU of one",
        "≥ 1.00 × pgbench, ≥ 1.50 × pgbench, ≤ 1.30 × pgbench", "what a second server brings", missed: "one core"),
      Row("A change seen on the other server: p99", "≤ 20.0 ms", "screens of others follow")),
  ]
}

/// A row of the page.
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

  func cells(_ found: [Measured], isCompared: Bool) -> [String] {
    let values = zip(wanted, found)
    let met = values.allSatisfy { $0.isMet($1.value) } ? "yes" : "no: " + reason
    let numbers = values.map { $0.text($1.value) }.joined(separator: ", ")
    let ratios = found.compactMap { $0.againstOld?.text(digits: 2) }.joined(separator: ", ")
    return [title, wanted.map(\.text).joined(separator: ", "), numbers] + (isCompared ? [ratios] : []) + [met, felt]
  }
}

/// A measured number, nil where its contender is not installed, and its ratio to that of the old program.
typealias Measured = (value: Double?, againstOld: Double?)

/// What a number is wanted to be, as a text: a sign, the limit with its decimals, and its unit.
struct Limit: Sendable {
  let text: String
  private let words: [String]

  init(_ text: String) {
    self.text = text
    words = text.split(separator: " ", maxSplits: 2).map(String.init)
  }

  func text(_ value: Double?) -> String {
    let digits = words[1].split(separator: ".").dropFirst().first?.count ?? 0
    return value.map { $0.text(digits: digits) + " " + words[2] } ?? "-"
  }

  func isMet(_ value: Double?) -> Bool {
    guard let value, let limit = Double(words[1].filter { $0 != "," }) else { return true }
    return words[0] == "≤" ? value <= limit : value >= limit
  }
}
