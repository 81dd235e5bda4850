import CLinux
import Glibc

/// Many connections that follow the events of one session, on the calling thread.
struct EventSubscribers: ~Copyable {
  /// Milliseconds without a byte after which a wait fails.
  private static let stallLimit: CInt = 30_000
  private static let receiveBytes = 64 << 10

  private let poll: CInt
  private var descriptors: [CInt] = []
  private var streams: [EventStream] = []
  private var events = [epoll_event](repeating: epoll_event(), count: 512)
  private let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: receiveBytes, alignment: 16)

  init() throws(LoadError) {
    poll = epoll_create1(CInt(EPOLL_CLOEXEC))
    guard poll >= 0 else { throw .noEpoll(errno) }
  }

  deinit {
    for descriptor in descriptors { close(descriptor) }
    close(poll)
    buffer.deallocate()
  }

  /// Connects and asks for the events, `count` times.
  mutating func subscribe(_ count: Int, _ server: ChildProcess, path: String) throws {
    let request = RequestBytes("GET", path, host: server.authority, accept: "text/event-stream").bytes
    for _ in 0..<count {
      let descriptor = try LoadSocket.connect(host: server.host, port: server.port)
      var event = epoll_event(events: EPOLLIN.rawValue, data: epoll_data_t(u32: UInt32(descriptors.count)))
      descriptors.append(descriptor)
      streams.append(EventStream())
      guard epoll_ctl(poll, EPOLL_CTL_ADD, descriptor, &event) == 0 else { throw LoadError.noEpoll(errno) }
      guard send(descriptor, request, request.count, CInt(MSG_NOSIGNAL)) == request.count, fcntl(descriptor, F_SETFL, O_NONBLOCK) == 0
      else {
        throw LoadError.connectionLost(errno)
      }
    }
  }

  /// Waits until each has come to `stage`; returns when each did, in nanoseconds after `start`.
  mutating func wait(for stage: EventStream.Stage, since start: UInt64) throws -> LatencyHistogram {
    var times = LatencyHistogram()
    while times.total < descriptors.count {
      var count: CInt
      repeat { count = epoll_wait(poll, &events, CInt(events.count), Self.stallLimit) } while count < 0 && errno == EINTR
      guard count > 0 else { throw LoadError.stalled }
      for position in 0..<Int(count) {
        let index = Int(events[position].data.u32)
        if try receive(index), streams[index].stage == stage { times.record(nanoseconds: MonotonicClock.now() - start) }
      }
    }
    return times
  }

  private mutating func receive(_ index: Int) throws -> Bool {
    let count = recv(descriptors[index], buffer.baseAddress, buffer.count, 0)
    if count < 0, errno == EAGAIN { return false }
    guard count > 0 else { throw LoadError.connectionLost(count == 0 ? 0 : errno) }
    return try streams[index].receive(UnsafeRawBufferPointer(rebasing: buffer[..<count]))
  }
}
