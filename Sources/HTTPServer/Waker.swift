import Synchronization

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
    shard.inbox.add(.news(token))
  }

  /// To be called before the source is asked: what wakes from here on counts anew.
  func rearm() { _ = isWoken.exchange(false, ordering: .acquiringAndReleasing) }
}
