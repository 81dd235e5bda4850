import Commands
import Glibc
import HTTPServer

/// The service manager that started the process, if any. It passes a socket and receives the service's state, as
/// systemd does (sd_listen_fds(3), sd_notify(3)).
struct Supervisor: Sendable {
  /// The first passed descriptor.
  private static let firstDescriptor: Int32 = 3

  /// The socket to listen on; nil where the server opens its own.
  let socket: PassedSocket?
  /// The path of a datagram socket, or `@` and an abstract name; nil without a supervisor.
  private let notifySocket: String?

  /// Reads the variables and removes them from the environment, so that child processes do not use them.
  ///
  /// Throws where anything but one listening socket is passed.
  init() throws(OptionError) {
    notifySocket = Self.take("NOTIFY_SOCKET")
    let (count, process) = (Self.take("LISTEN_FDS"), Self.take("LISTEN_PID"))
    _ = Self.take("LISTEN_FDNAMES")
    // With another process's id, the socket is for that process.
    guard let count, count != "0", process.flatMap({ pid_t($0) }) == getpid() else {
      socket = nil
      return
    }
    guard count == "1" else {
      throw OptionError(
        "LISTEN_FDS=\(count): the server listens on one socket, so that a .socket unit has one ListenStream=")
    }
    do throws(HTTPServerError) { socket = try PassedSocket(Self.firstDescriptor) } catch {
      throw OptionError(
        "LISTEN_FDS=1: descriptor \(Self.firstDescriptor) is no stream socket that listens, as ListenStream= makes it"
      )
    }
  }

  private static func take(_ name: String) -> String? {
    defer { unsetenv(name) }
    return getenv(name).map { String(cString: $0) }
  }

  /// Whether a supervisor receives the state.
  var listens: Bool { notifySocket != nil }

  enum State {
    case ready(status: String)
    case reloading
    case stopping

    fileprivate var text: String {
      switch self {
      case .ready(let status): "READY=1\nSTATUS=\(status)\n"
      case .reloading: "RELOADING=1\nMONOTONIC_USEC=\(Self.microseconds)\n"
      case .stopping: "STOPPING=1\nSTATUS=draining\n"
      }
    }

    private static var microseconds: Int {
      var time = timespec()
      clock_gettime(CLOCK_MONOTONIC, &time)
      return time.tv_sec * 1_000_000 + time.tv_nsec / 1_000
    }
  }

  /// Sends one datagram without blocking; returns the `errno` on failure.
  func notify(_ state: State) -> Int32? {
    guard let notifySocket else { return nil }
    guard let address = try? SocketAddress(unixSocket: notifySocket, hasAbstract: true) else { return ENAMETOOLONG }
    let descriptor = Glibc.socket(
      AF_UNIX, Int32(SOCK_DGRAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue), 0)
    guard descriptor >= 0 else { return errno }
    defer { close(descriptor) }
    let text = Array(state.text.utf8)
    let sent = address.withPointer { sendto(descriptor, text, text.count, Int32(MSG_NOSIGNAL), $0, $1) }
    return sent == text.count ? nil : errno
  }
}

extension ServerOptions {
  /// These options with a passed socket. Throws where an option sets another address.
  func listening(on passed: PassedSocket?) throws(OptionError) -> ServerOptions {
    guard let passed else { return self }
    if let place = places.first {
      throw OptionError("\(place) and LISTEN_FDS both say where to listen: leave one of them out")
    }
    var options = self
    options.passedSocket = passed
    return options
  }
}
