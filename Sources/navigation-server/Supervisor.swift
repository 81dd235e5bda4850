import Glibc
import HTTPServer

/// The service manager that has started the process, where one has: it passes a socket, and wants to be told of the
/// service's state, as systemd does (sd_listen_fds(3), sd_notify(3)).
struct Supervisor: Sendable {
  /// The first descriptor that is passed.
  private static let firstDescriptor: Int32 = 3

  /// What the server is to listen on; nil where it opens a socket of its own.
  let socket: PassedSocket?
  /// The path of a datagram socket, or `@` and a name outside of the file system; nil where there is no supervisor.
  private let notifySocket: String?

  /// Takes what the environment says out of it, so that no other process takes it for its own.
  ///
  /// Throws where it passes something else than one socket that listens.
  init() throws(OptionError) {
    notifySocket = Self.take("NOTIFY_SOCKET")
    let (count, process) = (Self.take("LISTEN_FDS"), Self.take("LISTEN_PID"))
    _ = Self.take("LISTEN_FDNAMES")
    // Where it is another process's number, that process was meant.
    guard let count, count != "0", process.flatMap({ pid_t($0) }) == getpid() else {
      socket = nil
      return
    }
    guard count == "1" else {
      throw OptionError(
        message: "LISTEN_FDS=\(count): the server listens on one socket, so that a .socket unit has one ListenStream=")
    }
    do throws(HTTPServerError) { socket = try PassedSocket(Self.firstDescriptor) } catch {
      throw OptionError(
        message:
          "LISTEN_FDS=1: descriptor \(Self.firstDescriptor) is no stream socket that listens, as ListenStream= makes it"
      )
    }
  }

  private static func take(_ name: String) -> String? {
    defer { unsetenv(name) }
    return getenv(name).map { String(cString: $0) }
  }

  /// Whether there is a supervisor to be told.
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

  /// Sends one datagram, without waiting; the `errno` where it could not be sent.
  func tell(_ state: State) -> Int32? {
    guard let notifySocket else { return nil }
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    var name = Array(notifySocket.utf8)
    guard name.count < MemoryLayout.size(ofValue: address.sun_path) else { return ENAMETOOLONG }
    // A name outside of the file system ends with its last byte, a path with a zero.
    if name.first == UInt8(ascii: "@") { name[0] = 0 } else { name.append(0) }
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: name) }
    let descriptor = Glibc.socket(
      AF_UNIX, Int32(SOCK_DGRAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue), 0)
    guard descriptor >= 0 else { return errno }
    defer { close(descriptor) }
    let (text, length) = (Array(state.text.utf8), socklen_t(MemoryLayout<sa_family_t>.size + name.count))
    let sent = withUnsafePointer(to: address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        sendto(descriptor, text, text.count, Int32(MSG_NOSIGNAL), $0, length)
      }
    }
    return sent == text.count ? nil : errno
  }
}

extension ServerOptions {
  /// The same on a socket that was passed. Throws where an option says another place.
  func listening(on passed: PassedSocket?) throws(OptionError) -> ServerOptions {
    guard let passed else { return self }
    if let place = places.first {
      throw OptionError(message: "\(place) and LISTEN_FDS both say where to listen: leave one of them out")
    }
    var options = self
    options.passedSocket = passed
    return options
  }
}
