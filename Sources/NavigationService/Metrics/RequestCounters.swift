import HTTPMessages
import Navigation

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

extension HTTPMethod {
  /// Its index among all methods.
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
