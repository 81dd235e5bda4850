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
    if isFirst { announce() }
  }

  /// The connections that have waited longest, `limit` at most; the event tells of the rest again.
  func take(atMost limit: Int) -> [UInt64] {
    // Before the tokens: whoever adds the first one after these announces it, and that must not be unsaid.
    var count: eventfd_t = 0
    _ = eventfd_read(event.descriptor, &count)
    let (taken, isRest) = tokens.withLock { tokens in
      let taken = Array(tokens.prefix(limit))
      tokens.removeFirst(taken.count)
      return (taken, !tokens.isEmpty)
    }
    if isRest { announce() }
    return taken
  }

  private func announce() { _ = eventfd_write(event.descriptor, 1) }
}
