import CLinux
import Glibc
import Synchronization

/// What other threads have for a shard: any thread adds, the shard takes.
///
/// `event` can be read as long as there is something, so that the poller tells of it as it does of sockets.
struct Inbox: ~Copyable, Sendable {
  let event: Socket
  private let items = Mutex<[Item]>([])

  enum Item: Sendable {
    /// There is news for a connection.
    case news(UInt64)
    /// What a connection holds is too much for all of them together.
    case giveUp(UInt64)
    /// The wheel may have to go on.
    case tick
    /// The pause after a want of descriptors is over.
    case acceptAgain
    case drain(onDrained: @Sendable () -> Void)
    case closeAll
  }

  init() throws(HTTPServerError) {
    let descriptor = eventfd(0, Int32(EFD_CLOEXEC | EFD_NONBLOCK))
    guard descriptor >= 0 else { throw .systemCall("eventfd", errno: errno) }
    event = Socket(owning: descriptor)
  }

  /// Costs a system call for the first one alone.
  func add(_ item: Item) {
    let isFirst = items.withLock { items in
      items.append(item)
      return items.count == 1
    }
    if isFirst { _ = eventfd_write(event.descriptor, 1) }
  }

  /// All of them, the one that has waited longest first.
  func take() -> [Item] {
    // Before the items: the first one that is added after these is announced, and that must not be unsaid.
    var count: eventfd_t = 0
    _ = eventfd_read(event.descriptor, &count)
    return items.withLock { items in
      defer { items = [] }
      return items
    }
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
    shard.inbox.add(.news(token))
  }

  /// To be called before the source is asked: what wakes from here on counts anew.
  func rearm() { _ = isWoken.exchange(false, ordering: .acquiringAndReleasing) }
}
