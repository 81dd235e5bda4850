import HTTPMessages
import Navigation
public import SessionStorage
import Synchronization

/// Counts and durations of requests, by operation and status.
final class RequestCounters: Sendable {
  /// Upper bounds of the duration buckets: in nanoseconds, and in seconds as the label.
  static let bounds: [(nanoseconds: Int64, seconds: String)] = [
    (10_000, "0.00001"), (25_000, "0.000025"), (50_000, "0.00005"), (100_000, "0.0001"), (250_000, "0.00025"),
    (500_000, "0.0005"),
    (1_000_000, "0.001"), (2_500_000, "0.0025"), (5_000_000, "0.005"), (10_000_000, "0.01"), (100_000_000, "0.1"),
    (1_000_000_000, "1"),
  ]

  /// The kind of a request, the labels `route` and `method`.
  enum Kind: Hashable, Sendable {
    /// `isHead`: HEAD instead of GET.
    case operation(Operation, isHead: Bool)
    /// No operation has its path and method.
    case none(HTTPMethod)
    /// The bytes were no request.
    case malformed

    var route: String {
      switch self {
      case .operation(let operation, _): operation.template.description
      case .none, .malformed: "none"
      }
    }

    var method: String {
      switch self {
      case .operation(let operation, let isHead): isHead ? "HEAD" : operation.method.rawValue
      case .none(let method): method.rawValue
      case .malformed: "none"
      }
    }

    /// Its row in the tables, from 0.
    fileprivate var row: Int {
      switch self {
      case .operation(let operation, let isHead): operation.rawValue * 2 + (isHead ? 1 : 0)
      case .none(let method): Self.operationRows + (HTTPMethod.allCases.firstIndex(of: method) ?? 0)
      case .malformed: Self.operationRows + Self.methodRows
      }
    }

    private static let operationRows = Operation.allCases.count * 2
    private static let methodRows = HTTPMethod.allCases.count

    /// All of them, in the order of their rows.
    static let all: [Kind] =
      Operation.allCases.flatMap { [.operation($0, isHead: false), .operation($0, isHead: true)] }
      + HTTPMethod.allCases.map(Kind.none) + [.malformed]
  }

  private let requests: CounterTable
  /// For each kind the buckets, the unbounded bucket, and the sum of nanoseconds.
  private let durations: CounterTable
  private let statusColumns = HTTPStatus.allCases.count
  private let durationColumns = bounds.count + 2
  // Instance properties, as each access to a static one checks whether it is initialised.
  private let limits = bounds.map(\.nanoseconds)
  /// The column of a status, at its number minus 200.
  private let columns: [UInt8]

  init() {
    requests = CounterTable(count: Kind.all.count * statusColumns)
    durations = CounterTable(count: Kind.all.count * durationColumns)
    var columns = [UInt8](repeating: 0, count: 400)
    for (column, status) in HTTPStatus.allCases.enumerated() { columns[status.rawValue - 200] = UInt8(column) }
    self.columns = columns
  }

  /// Counts a request by three additions: no lock, no text, no allocation.
  func count(_ kind: Kind, _ status: HTTPStatus, nanoseconds: Int64) {
    let row = kind.row
    requests.add(at: row * statusColumns + Int(columns[status.rawValue - 200]))
    var bucket = 0
    while bucket < limits.count, limits[bucket] < nanoseconds { bucket += 1 }
    let start = row * durationColumns
    durations.add(at: start + bucket)
    durations.add(Int(nanoseconds), at: start + durationColumns - 1)
  }

  func requests(_ kind: Kind, _ status: HTTPStatus) -> Int {
    requests[kind.row * statusColumns + Int(columns[status.rawValue - 200])]
  }

  /// The durations of a kind: counts per bucket, the last one unbounded, and their sum in nanoseconds.
  func durations(_ kind: Kind) -> (buckets: [Int], nanoseconds: Int) {
    let start = kind.row * durationColumns
    return ((0...Self.bounds.count).map { durations[start + $0] }, durations[start + durationColumns - 1])
  }
}

/// Metrics of a store's commits: their number, their changes, their duration.
public final class CommitCounters: Sendable {
  /// Upper bounds of the histogram of changes per commit.
  static let changeBounds = [1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1_024]

  // Each: the buckets, the unbounded bucket, the sum.
  private let changes = CounterTable(count: changeBounds.count + 2)
  private let durations = CounterTable(count: StoreDurations.bounds.count + 2)
  private let lost = CounterTable(count: 1)
  private let superseded = CounterTable(count: 1)

  public init() {}

  public func count(_ report: CommitReport) {
    guard report.failure == nil else { return lost.add(report.changes, at: 0) }
    if report.superseded > 0 { superseded.add(report.superseded, at: 0) }
    changes.add(at: Self.changeBounds.firstIndex { report.changes <= $0 } ?? Self.changeBounds.count)
    changes.add(report.changes, at: Self.changeBounds.count + 1)
    durations.add(at: StoreDurations.place(of: report.nanoseconds))
    durations.add(Int(report.nanoseconds), at: StoreDurations.bounds.count + 1)
  }

  func write(to text: inout MetricsText) {
    text.histogram(
      .commitChanges, bounds: Self.changeBounds.map(String.init), counts: changes.values.dropLast(),
      sum: String(changes.values.last ?? 0))
    text.histogram(
      .commitDuration, bounds: StoreDurations.bounds.map(\.seconds), counts: durations.values.dropLast(),
      sum: String(Double(durations.values.last ?? 0) / 1e9))
    text.only(.lostChanges, lost[0])
    text.only(.supersededChanges, superseded[0])
  }
}

extension SharingFigures {
  func write(to text: inout MetricsText) {
    text.each(.doubts, by: "result", [("kept", doubtsCommitted), ("lost", doubtsLost), ("unknown", doubtsLeft)])
    text.only(.checks, checks)
    text.histogram(
      .checkDuration, bounds: StoreDurations.bounds.map(\.seconds), counts: checkDurations.counts[...],
      sum: String(Double(checkDurations.nanoseconds) / 1e9))
    text.each(.hints, by: "way", [("sent", hintsSent), ("heard", hintsReceived)])
    text.only(.revertedSessions, revertedSessions)
    text.only(.heartbeatAge, heartbeatAge)
    text.only(.clockOffset, clockOffset)
  }
}

/// Counters for many threads, without a lock.
final class CounterTable: Sendable {
  private final class Counter: Sendable { let value = Atomic<Int>(0) }

  private let counters: [Counter]

  init(count: Int) { counters = (0..<count).map { _ in Counter() } }

  func add(_ number: Int = 1, at index: Int) {
    if counters.indices.contains(index) { counters[index].value.wrappingAdd(number, ordering: .relaxed) }
  }

  subscript(index: Int) -> Int {
    counters.indices.contains(index) ? counters[index].value.load(ordering: .relaxed) : 0
  }

  var values: [Int] { counters.map { $0.value.load(ordering: .relaxed) } }
}

/// The service's counters other than of requests.
enum EventCounter: Int, CaseIterable, Sendable {
  case sessionsCreated, sessionsDeleted, sessionsExpired, transitionsApplied, transitionsRefused, replays
}
