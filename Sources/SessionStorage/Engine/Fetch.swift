public import NavigationAPI

/// The time of a request, and the fetches completed for it since.
public struct Moment: Sendable {
  public let now: Timestamp
  /// Reads are no older than this, in nanoseconds of the store's `uptime`.
  public let arrival: Int64
  /// The results that a store continues from when it is asked again.
  private var fetches: [Fetch] = []

  /// - Parameter arrival: without it, any state in memory is recent enough.
  public init(now: Timestamp, arrival: Int64 = .min) {
    self.now = now
    self.arrival = arrival
  }

  /// The moment with an arrival that accepts older reads.
  func earlier(byNanoseconds nanoseconds: Int64) -> Moment {
    var moment = Moment(now: now, arrival: arrival - nanoseconds)
    moment.fetches = fetches
    return moment
  }

  /// Adds a completed fetch.
  public mutating func add(_ fetch: Fetch) { fetches.append(fetch) }

  func finding(_ question: Fetch.Question) -> Fetch.Finding? { fetches.last { $0.question == question }?.finding }
}

/// A read from the backend that is in progress. Equal by identity.
public final class Fetch: Sendable {
  /// A query to a backend.
  enum Question: Hashable, Sendable {
    case session(SessionID)
    case steps(SessionID, upTo: Int, after: Int?, limit: Int)
    case list(SessionListQuery, Owner)
    case answerBody(SessionID, IdempotencyKey, place: Int64)
    case creationAnswers(Owner)
  }

  /// The result of a query.
  enum Finding: Sendable {
    /// The session, in memory as long as this is held; nil if there is none.
    case resident(PinnedResident?)
    case steps([HistoryStep])
    case gap(HistoryGap)
    case page(SessionPage)
    case bytes([UInt8]?)
    /// Completed; the caller has to look in memory again.
    case there
    case failed(StoreError)
  }

  let question: Question
  private let promise = Promise<Finding>()

  init(_ question: Question) { self.question = question }

  var finding: Finding? { promise.value }

  public var isDone: Bool { finding != nil }

  /// Calls `action` once done, on a thread of the store; immediately if it is done already.
  public func whenDone(_ action: @escaping @Sendable () -> Void) { promise.whenKnown { _ in action() } }

  func finish(_ finding: Finding) { promise.fulfil(finding) }
}

extension Fetch: Hashable {
  public static func == (one: Fetch, other: Fetch) -> Bool { one === other }
  public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}

/// A session that is not evicted as long as this is held.
final class PinnedResident: Sendable {
  let resident: Resident

  /// Nil if it is already evicted.
  init?(_ resident: Resident) {
    guard resident.pin() else { return nil }
    self.resident = resident
  }

  deinit { resident.unpin() }
}
