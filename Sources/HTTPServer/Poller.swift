import CLinux
import Glibc

/// An epoll descriptor with room for one batch of events.
struct Poller: ~Copyable {
  let descriptor: Int32
  private var events = [epoll_event](repeating: epoll_event(), count: 256)

  /// The events of a registration; errors and hang-ups are always reported.
  struct Interest: OptionSet, Sendable {
    let rawValue: UInt32
    static var read: Interest { Interest(rawValue: EPOLLIN.rawValue | EPOLLRDHUP.rawValue) }
    static var write: Interest { Interest(rawValue: EPOLLOUT.rawValue) }
    /// One report, until the interest is changed.
    static var once: Interest { Interest(rawValue: EPOLLONESHOT.rawValue) }
  }

  /// One event: its token, and what can be done.
  struct Event {
    let token: UInt64
    private let mask: UInt32

    fileprivate init(_ event: epoll_event) {
      token = event.data.u64
      mask = event.events
    }

    var isReadable: Bool {
      mask & (EPOLLIN.rawValue | EPOLLRDHUP.rawValue | EPOLLHUP.rawValue | EPOLLERR.rawValue) != 0
    }
    var isWritable: Bool { mask & EPOLLOUT.rawValue != 0 }
    /// The client has closed its sending side, or is gone.
    var isEnding: Bool { mask & (EPOLLRDHUP.rawValue | EPOLLHUP.rawValue | EPOLLERR.rawValue) != 0 }
    /// Both directions are closed: no answer can be sent.
    var isBroken: Bool { mask & (EPOLLHUP.rawValue | EPOLLERR.rawValue) != 0 }
  }

  init() throws(HTTPServerError) {
    let descriptor = epoll_create1(Int32(EPOLL_CLOEXEC))
    guard descriptor >= 0 else { throw .systemCall("epoll_create1", errno: errno) }
    self.descriptor = descriptor
  }

  /// Closes the descriptor, which nothing may watch any more.
  func close() { _ = Glibc.close(descriptor) }

  /// False where the kernel lacks memory or has reached its limit of watches.
  func add(_ socket: borrowing Socket, token: UInt64, interest: Interest) -> Bool {
    control(EPOLL_CTL_ADD, socket, token: token, interest: interest)
  }

  func change(_ socket: borrowing Socket, token: UInt64, interest: Interest) -> Bool {
    control(EPOLL_CTL_MOD, socket, token: token, interest: interest)
  }

  func remove(_ socket: borrowing Socket) {
    _ = control(EPOLL_CTL_DEL, socket, token: 0, interest: [])
  }

  private func control(_ operation: Int32, _ socket: borrowing Socket, token: UInt64, interest: Interest) -> Bool {
    var event = epoll_event(events: interest.rawValue, data: epoll_data(u64: token))
    return epoll_ctl(descriptor, operation, socket.descriptor, &event) == 0
  }

  /// The number of pending events, at most one batch.
  mutating func poll() -> Int { max(Int(epoll_wait(descriptor, &events, Int32(events.count), 0)), 0) }

  /// An event of the last batch.
  func event(_ index: Int) -> Event { Event(events[index]) }
}
