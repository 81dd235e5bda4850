import CLinux
import Glibc
import Synchronization

/// The connections of a shard with news: any thread adds one, the shard takes them.
///
/// `event` can be read as long as there are some, so that the poller tells of them as it does of sockets.
struct WokenConnections: ~Copyable, Sendable {
  let event: Socket
  private let tokens = Mutex<[UInt64]>([])

  init() throws(HTTPServerError) {
    let descriptor = eventfd(0, Int32(EFD_CLOEXEC | EFD_NONBLOCK))
    guard descriptor >= 0 else { throw .systemCall("eventfd", errno: errno) }
    event = Socket(owning: descriptor)
  }

  /// Costs a system call for the first one alone.
  func add(_ token: UInt64) {
    let isFirst = tokens.withLock { tokens in
      tokens.append(token)
      return tokens.count == 1
    }
    if isFirst { _ = eventfd_write(event.descriptor, 1) }
  }

  /// All of them, the one that has waited longest first.
  func take() -> [UInt64] {
    // Before the tokens: the first one that is added after these is announced, and that must not be unsaid.
    var count: eventfd_t = 0
    _ = eventfd_read(event.descriptor, &count)
    return tokens.withLock { tokens in
      defer { tokens = [] }
      return tokens
    }
  }
}
