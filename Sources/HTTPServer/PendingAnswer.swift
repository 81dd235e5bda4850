import HTTPMessages
import Synchronization

/// An answer that a connection has begun, or has promised, and that is not complete. Confined to the shard's queue, but for `waker`.
final class PendingAnswer {
  enum Source {
    case later(HTTPLater)
    case stream(next: @Sendable () -> HTTPStream.Piece, heartbeat: [UInt8])
  }

  let source: Source
  let waker: Waker
  /// When a stream's heartbeat is due, or the time for a later response is over, in the shard's milliseconds.
  var deadline: Int

  /// Whether nothing is read before it is complete.
  var holdsInput: Bool {
    switch source {
    case .later(let later): later.isOnItsWay
    case .stream: false
    }
  }

  init(_ source: Source, waker: Waker, deadline: Int) {
    self.source = source
    self.waker = waker
    self.deadline = deadline
  }
}

/// Tells a shard from any thread that there is news for one of its connections.
final class Waker: Sendable {
  private let shard: Shard
  private let token: UInt64
  private let isWoken = Atomic<Bool>(false)

  init(_ shard: Shard, token: UInt64) {
    self.shard = shard
    self.token = token
  }

  /// Costs an atomic exchange where the shard has been told and has not come to it yet.
  func wake() {
    guard !isWoken.exchange(true, ordering: .acquiringAndReleasing) else { return }
    shard.woken.add(token)
  }

  /// To be called before the source is asked: what wakes from here on counts anew.
  func rearm() { _ = isWoken.exchange(false, ordering: .acquiringAndReleasing) }
}
