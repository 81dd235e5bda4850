/// One workload that the servers run in turn, with its goals.
struct Case {
  var workload: Workload
  var sessions = Self.some
  var clients = 64
  /// Requests in flight per connection.
  var depth = 1
  /// Whether the histories are full from the start.
  var isBusy = false
  /// Maximum resident sessions of our server; nil: all.
  var resident: Int?
  /// Whether our server stores its sessions in a file.
  var isDurable = false
  /// Whether all servers are also measured at half their maximum rate.
  var hasHalfLoad = false
  var goals: [Goal] = []
  /// Servers measured besides those of the goals.
  var others: [Contender] = []

  var name: String {
    (isDurable ? "Durable " : "") + workload.name + (depth > 1 ? " ×\(depth)" : "")
      + ", \(sessions.grouped) session\(sessions == 1 ? "" : "s")"
      + (isBusy ? " with full histories" : "") + (resident.map { ", \($0.grouped) in use" } ?? "")
      + (isDurable ? ", \(clients) client\(clients == 1 ? "" : "s")" : "")
  }

  /// All servers of the case.
  var contenders: [Contender] {
    let named = goals.map(\.other) + others + (isDurable ? [] : [.c])
    return Contender.all.filter { $0 == .ours || named.contains($0) }
  }

  private static let some = 256

  /// Cases in memory: every workload, with one request in flight or sixteen, over one session, some and `many`; then
  /// the special cases.
  static func http(many: Int, busy: Int = some) -> [Case] {
    let rows = Workload.allCases.flatMap { workload in
      [1, 16].flatMap { depth in
        [1, some, many].map { sessions in
          let isUsual = sessions == some && depth == 1
          return Case(
            workload: workload, sessions: sessions, depth: depth,
            hasHalfLoad: isUsual && (workload == .getSnapshot || workload == .pushPop || workload == .showDetailPop),
            goals: goals(workload, depth, sessions),
            others: isUsual && workload == .getSnapshot ? Contender.yardsticks : [])
        }
      }
    }
    return rows + [
      Case(workload: .pushPop, sessions: busy, isBusy: true, goals: [Goal(.cpu, .atMost(2), .c)]),
      Case(workload: .tapTabShowDetail, sessions: busy, isBusy: true, goals: [Goal(.cpu, .atMost(2.5), .c)]),
      Case(workload: .getSnapshot, sessions: many, resident: many / 10, goals: [Goal(.cpu, .atMost(4), .usual)]),
      Case(workload: .pushPop, sessions: many, resident: many / 10, goals: [Goal(.cpu, .atMost(4), .usual)]),
    ]
  }

  private static func goals(_ workload: Workload, _ depth: Int, _ sessions: Int) -> [Goal] {
    switch (workload, depth, sessions) {
    case (.getSnapshot, 1, _), (.getSession, 1, _): [Goal(.cpu, .atMost(1.3), .c)]
    case (.pushPop, 1, some), (.showDetailPop, 1, some):
      [Goal(.cpu, .atMost(2), .c), Goal(.perCPUSecond, .atLeast(3), .node)]
    case (.pushPop, 1, _), (.showDetailPop, 1, _): [Goal(.cpu, .atMost(2), .c)]
    case (.tapTabShowDetail, 1, some): [Goal(.cpu, .atMost(2.5), .c)]
    case (.tapTabShowDetail, 16, some): [Goal(.rate, .atLeast(0.1), .c)]
    case (_, _, _): []
    }
  }

  /// Cases with our server's sessions in a file.
  static func durable(many: Int) -> [Case] {
    [some, many].map { sessions in
      Case(
        workload: .pushPop, sessions: sessions, isDurable: true,
        goals: [Goal(.rate, .atLeast(0.5), .usual)] + (sessions == some ? [Goal(.rate, .atLeast(6), .alone)] : []))
    } + [
      Case(workload: .pushPop, clients: 1, isDurable: true, goals: [Goal(.p50, .atMost(2), .disk)])
    ]
  }
}

/// A goal of a case relative to another server or another load: the median of the ratios of each round.
struct Goal {
  enum Metric: String {
    case cpu = "CPU a request"
    case perCPUSecond = "requests a CPU second"
    case rate = "requests/s"
    case p50 = "p50"
  }

  enum Limit {
    case atMost(Double)
    case atLeast(Double)
  }

  let metric: Metric
  let limit: Limit
  let other: Contender

  init(_ metric: Metric, _ limit: Limit, _ other: Contender) {
    (self.metric, self.limit, self.other) = (metric, limit, other)
  }

  /// Nil where the other server did not take part.
  func target(_ result: CaseResult) -> Target? {
    let ratio =
      switch metric {
      case .cpu: result.ratio(\.cpuMicroseconds, to: other)
      case .perCPUSecond: result.ratio(\.cpuMicroseconds, to: other).map { 1 / $0 }
      case .rate: result.ratio(\.requestsPerSecond, to: other)
      case .p50: result.ratio(\.p50, to: other)
      }
    let (name, unit) = ("\(result.name): \(metric.rawValue)", " × \(other.name)")
    switch limit {
    case .atMost(let limit): return ratio.map { .atMost(limit, unit, name, $0, digits: 2) }
    case .atLeast(let limit): return ratio.map { .atLeast(limit, unit, name, $0, digits: 2) }
    }
  }
}
