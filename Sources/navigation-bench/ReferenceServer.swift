import CReferenceServer
import Glibc

/// The subcommand `reference-server`: serves until a signal ends the process.
struct ReferenceServer {
  var host: String
  var port: UInt16
  var response: String

  /// Nil on wrong usage.
  init?(_ arguments: some Collection<String>) {
    guard let options = CommandLineOptions(arguments, known: ["host", "port", "response"]),
      let port = options.number("port", in: 0...65535, default: 0)
    else { return nil }
    host = options.text("host", default: "127.0.0.1")
    self.port = UInt16(truncatingIfNeeded: port)
    response = options.text("response", default: FixedAnswer(head: "HTTP/1.1 200 OK\r\nContent-Length: 128", bodyBytes: 128).text)
  }

  /// The exit code, when it could not serve.
  func run() -> CInt {
    var bound = port
    let listener = reference_server_open(host, &bound)
    guard listener >= 0 else { return failed("listen on \(host):\(port)") }
    writeLine("listening on http://\(host):\(bound)", to: 1)
    _ = reference_server_serve(listener, response, response.utf8.count)
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
