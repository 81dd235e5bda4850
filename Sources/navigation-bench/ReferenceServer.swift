import CReferenceServer
import Glibc

/// The subcommand `reference-server`: serves until a signal ends the process.
struct ReferenceServer {
  var host: String
  var port: UInt16
  var bodyBytes: Int
  var status: Int

  /// Nil on wrong usage.
  init?(_ arguments: some Collection<String>) {
    guard let options = CommandLineOptions(arguments, known: ["host", "port", "body-bytes", "status"]),
      let port = options.number("port", in: 0...65535, default: 0),
      let bodyBytes = options.number("body-bytes", in: 0...(1 << 30), default: 128),
      let status = options.number("status", in: 200...599, default: 200)
    else { return nil }
    host = options.text("host", default: "127.0.0.1")
    self.port = UInt16(truncatingIfNeeded: port)
    self.bodyBytes = bodyBytes
    self.status = status
  }

  /// The exit code, when it could not serve.
  func run() -> CInt {
    var bound = port
    let listener = reference_server_open(host, &bound)
    guard listener >= 0 else { return failed("listen on \(host):\(port)") }
    writeLine("listening on http://\(host):\(bound)", to: 1)
    _ = reference_server_serve(listener, bodyBytes, CInt(truncatingIfNeeded: status))
    return failed("serve")
  }

  private func failed(_ action: String) -> CInt {
    writeLine("navigation-bench: cannot \(action): \(String(cString: strerror(errno)))", to: 2)
    return 1
  }
}

/// Writes one line to a descriptor; Glibc's `stdout` is not safe to share between threads in Swift 6.
func writeLine(_ text: String, to descriptor: CInt) {
  let bytes = Array((text + "\n").utf8)
  var rest = bytes[...]
  while !rest.isEmpty {
    let count = rest.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
    if count < 0, errno == EINTR { continue }
    guard count > 0 else { return }
    rest = rest.dropFirst(count)
  }
}
