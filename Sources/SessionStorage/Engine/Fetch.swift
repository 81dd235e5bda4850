public import NavigationAPI

/// When a request came, and what has been fetched for it since.
public struct Moment: Sendable {
  public let now: Timestamp
  /// What is read is no older than this, in nanoseconds of the store's `uptime`.
  public let arrival: Int64
  /// Asked again with these, a store goes on from them.
  private var fetches: [Fetch] = []

  /// - Parameter arrival: without one, what is in memory is new enough.
  public init(now: Timestamp, arrival: Int64 = .min) {
    self.now = now
    self.arrival = arrival
  }

  /// The same for what may be older.
  func earlier(byNanoseconds nanoseconds: Int64) -> Moment {
    var moment = Moment(now: now, arrival: arrival - nanoseconds)
    moment.fetches = fetches
    return moment
  }

  /// Takes note of something that is at hand now.
  public mutating func add(_ fetch: Fetch) { fetches.append(fetch) }

  func finding(_ question: Fetch.Question) -> Fetch.Finding? { fetches.last { $0.question == question }?.finding }
}

/// Something that is on its way into memory. Equal by identity.
public final class Fetch: Sendable {
  /// What a backend is asked.
  enum Question: Hashable, Sendable {
    case session(SessionID)
    case steps(SessionID, upTo: Int, after: Int?, limit: Int)
    case list(SessionListQuery, Owner)
    case answerBody(SessionID, IdempotencyKey, place: Int64)
    case creationAnswers(Owner)
  }

  /// What it answered.
  enum Finding: Sendable {
    /// The session, which stays in memory for as long as this is held; nil where there is none.
    case resident(PinnedResident?)
    case steps([HistoryStep])
    case gap(HistoryGap)
    case page(SessionPage)
    case bytes([UInt8]?)
    /// It is where it is looked for.
    case there
    case failed(StoreError)
  }

  let question: Question
  private let promise = Promise<Finding>()

  init(_ question: Question) { self.question = question }

  var finding: Finding? { promise.value }

  public var isDone: Bool { finding != nil }

  /// Calls `action` once it is at hand or known not to be, on a thread of the store's; at once where that is so.
  public func whenDone(_ action: @escaping @Sendable () -> Void) { promise.whenKnown { _ in action() } }

  func finish(_ finding: Finding) { promise.fulfil(finding) }
}

extension Fetch: Hashable {
  public static func == (one: Fetch, other: Fetch) -> Bool { one === other }
  public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}

/// A session that does not leave the memory while this is held.
final class PinnedResident: Sendable {
  let resident: Resident

  /// Nil where it has left already.
  init?(_ resident: Resident) {
    guard resident.pin() else { return nil }
    self.resident = resident
  }

  deinit { resident.unpin() }
}
