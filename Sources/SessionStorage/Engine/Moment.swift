public import Navigation
public import Waiting

/// The time of a request, and how long it waits.
public struct Moment: Sendable {
  public let now: Timestamp
  /// Reads are no older than this, in nanoseconds of the store's `uptime`.
  public let arrival: Int64
  /// Ends the waits of the request; nil if they take as long as they take.
  public let patience: Patience?

  /// - Parameter arrival: without it, any state in memory is recent enough.
  public init(now: Timestamp, arrival: Int64 = .min, patience: Patience? = nil) {
    (self.now, self.arrival, self.patience) = (now, arrival, patience)
  }

  /// The moment with an arrival that accepts older reads.
  func earlier(byNanoseconds nanoseconds: Int64) -> Moment {
    Moment(now: now, arrival: arrival - nanoseconds, patience: patience)
  }

  /// Waits for a value. Throws `waitEnded`.
  func wait<Value>(for promise: Promise<Value>) async throws(StoreError) -> Value {
    guard let patience else { return await promise.result }
    do throws(WaitEnd) { return try await patience.wait(for: promise) } catch { throw .waitEnded(error) }
  }
}
