import HTTPMessages
import NavigationAPI

/// How many requests there were, by what they asked for and how they were answered, and how long that took.
final class RequestCounters: Sendable {
  /// Upper bounds of a duration's buckets, in nanoseconds and as a label has them in seconds.
  static let bounds: [(nanoseconds: Int64, seconds: String)] = [
    (10_000, "0.00001"), (25_000, "0.000025"), (50_000, "0.00005"), (100_000, "0.0001"), (250_000, "0.00025"),
    (500_000, "0.0005"),
    (1_000_000, "0.001"), (2_500_000, "0.0025"), (5_000_000, "0.005"), (10_000_000, "0.01"), (100_000_000, "0.1"),
    (1_000_000_000, "1"),
  ]

  /// What requests are told apart by.
  enum Kind: Hashable, Sendable {
    /// HEAD where it is one in place of GET.
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

    /// Its row among all, from 0.
    fileprivate var row: Int {
      switch self {
      case .operation(let operation, let isHead): operation.ordinal * 2 + (isHead ? 1 : 0)
      case .none(let method): Self.operationRows + method.ordinal
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
  /// For each kind the buckets, the one without a bound, and the sum of nanoseconds.
  private let durations: CounterTable
  private let statusColumns = HTTPStatus.allCases.count
  private let durationColumns = bounds.count + 2
  // What a request looks up is the object's own: what is a type's own is asked each time whether it is there yet.
  private let limits = bounds.map(\.nanoseconds)
  /// The column of a status, by its number from 200 on.
  private let columns: [UInt8]

  init() {
    requests = CounterTable(count: Kind.all.count * statusColumns)
    durations = CounterTable(count: Kind.all.count * durationColumns)
    var columns = [UInt8](repeating: 0, count: 400)
    for (column, status) in HTTPStatus.allCases.enumerated() { columns[status.rawValue - 200] = UInt8(column) }
    self.columns = columns
  }

  /// Three additions: no lock, no text, no memory.
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

  /// The durations of a kind: how many in each bucket, the last one without a bound, and their sum in nanoseconds.
  func durations(_ kind: Kind) -> (buckets: [Int], nanoseconds: Int) {
    let start = kind.row * durationColumns
    return ((0...Self.bounds.count).map { durations[start + $0] }, durations[start + durationColumns - 1])
  }
}

extension HTTPMethod {
  /// Its place among all.
  fileprivate var ordinal: Int {
    switch self {
    case .get: 0
    case .head: 1
    case .post: 2
    case .put: 3
    case .patch: 4
    case .delete: 5
    case .options: 6
    }
  }
}
