/// Requests that one client may send: a burst at once, and a sustained rate.
public struct RateLimit: Hashable, Sendable {
  /// Requests a second.
  public let perSecond: Int
  /// Requests at once.
  public let burst: Int

  /// The range of either number.
  public static let range = 1...1_000_000

  /// Clamps both numbers to `range`.
  public init(perSecond: Int, burst: Int) {
    self.perSecond = min(max(perSecond, Self.range.lowerBound), Self.range.upperBound)
    self.burst = min(max(burst, Self.range.lowerBound), Self.range.upperBound)
  }

  /// Nanoseconds per request at the sustained rate.
  private var interval: Int64 { 1_000_000_000 / Int64(perSecond) }

  /// A client's standing after a request.
  struct Standing: Hashable, Sendable {
    /// Whether the request exceeds the limit.
    let isRefused: Bool
    /// Requests that may come at once.
    let remaining: Int
    /// Seconds, rounded up: for a refused request until the next one may come, else until the whole burst is available.
    let seconds: Int
  }

  /// Counts a request by the generic cell rate algorithm (ITU-T I.371). `full` is when the whole burst is available
  /// again.
  func count(at now: Int64, full: inout Int64) -> Standing {
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
