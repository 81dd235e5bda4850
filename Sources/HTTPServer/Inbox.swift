import CLinux
import Glibc
import Synchronization

/// Messages from other threads to a shard: any thread adds, the shard takes.
///
/// `event` is readable while there are messages, so the poller reports it like a socket.
struct Inbox: ~Copyable, Sendable {
  let event: Socket
  private let items = Mutex<[Item]>([])

  enum Item: Sendable {
    /// A connection has news.
    case news(UInt64)
    /// A connection is closed for the limit of unsent bytes.
    case giveUp(UInt64)
    /// The wheel may have to advance.
    case tick
    /// The pause after a shortage of descriptors or memory has ended.
    case acceptAgain
    case drain(onDrained: @Sendable () -> Void)
    case closeAll
  }

  init() throws(HTTPServerError) {
    let descriptor = eventfd(0, Int32(EFD_CLOEXEC | EFD_NONBLOCK))
    guard descriptor >= 0 else { throw .systemCall("eventfd", errno: errno) }
    event = Socket(owning: descriptor)
  }

  /// Adds a message; only the first one costs a system call.
  func add(_ item: Item) {
    let isFirst = items.withLock { items in
      items.append(item)
      return items.count == 1
    }
    if isFirst { _ = eventfd_write(event.descriptor, 1) }
  }

  /// Takes all messages, oldest first.
  func take() -> [Item] {
    // Before the items: a message added after these signals the event anew, and that signal must not be cleared.
    var count: eventfd_t = 0
    _ = eventfd_read(event.descriptor, &count)
    return items.withLock { items in
      defer { items = [] }
      return items
    }
  }
}

/// Notifies a shard from any thread that one of its connections has news.
final class Waker: Sendable {
  private let shard: Shard
  private let token: UInt64
  private let isWoken = Atomic<Bool>(false)

  init(_ shard: Shard, token: UInt64) {
    self.shard = shard
    self.token = token
  }

  /// Costs one atomic exchange while an earlier wake-up is unhandled.
  func wake() {
    guard !isWoken.exchange(true, ordering: .acquiringAndReleasing) else { return }
    shard.inbox.add(.news(token))
  }

  /// Called before the source is asked: later wake-ups count anew.
  func rearm() { _ = isWoken.exchange(false, ordering: .acquiringAndReleasing) }
}
