/// How many requests one client may send: so many at once after a rest, and so many a second in the long run.
public struct RateLimit: Hashable, Sendable {
  /// Requests a second.
  public let perSecond: Int
  /// Requests at once.
  public let burst: Int

  /// What either number may be.
  public static let range = 1...1_000_000

  /// Numbers out of `range` are brought into it.
  public init(perSecond: Int, burst: Int) {
    self.perSecond = min(max(perSecond, Self.range.lowerBound), Self.range.upperBound)
    self.burst = min(max(burst, Self.range.lowerBound), Self.range.upperBound)
  }

  /// Nanoseconds after which another request may come.
  private var interval: Int64 { 1_000_000_000 / Int64(perSecond) }

  /// Where a client stands after a request.
  struct Standing: Hashable, Sendable {
    /// Whether the request is one too many.
    let isRefused: Bool
    /// Requests that may come at once.
    let remaining: Int
    /// Seconds, rounded up: until the next request may come where this one is refused, else until all may come at once
    /// again.
    let seconds: Int
  }

  /// Counts a request by the generic cell rate algorithm (ITU-T I.371): `full` is when the client could again send all
  /// at once.
  func take(at now: Int64, full: inout Int64) -> Standing {
    let before = max(full, now)
    let room = interval * Int64(burst) - (before - now)
    guard room >= interval else {
      return Standing(isRefused: true, remaining: 0, seconds: Self.seconds(interval - room))
    }
    full = before + interval
    return Standing(isRefused: false, remaining: Int((room - interval) / interval), seconds: Self.seconds(full - now))
  }

  private static func seconds(_ nanoseconds: Int64) -> Int { Int((nanoseconds + 999_999_999) / 1_000_000_000) }
}
