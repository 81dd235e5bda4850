import CLinux
import Glibc

/// A connection that asks now and then, one request at a time.
final class KeptConnection {
  private let descriptor: CInt
  private let authority: String
  private var counter = ResponseCounter()
  private let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 16 << 10, alignment: 16)

  init(_ server: ChildProcess) throws(LoadError) {
    descriptor = try LoadSocket.connect(host: server.host, port: server.port)
    authority = server.authority
  }

  deinit {
    close(descriptor)
    buffer.deallocate()
  }

  /// Sends a request and does not wait for its answer.
  func send(_ method: String, _ path: String, body: String? = nil) throws(LoadError) {
    let bytes = RequestBytes(method, path, host: authority, body: body).bytes
    guard Glibc.send(descriptor, bytes, bytes.count, CInt(MSG_NOSIGNAL)) == bytes.count else { throw .connectionLost(errno) }
  }

  /// Waits for the answer, which has to be a 2xx; returns when it was whole, in nanoseconds.
  @discardableResult func answered() throws(LoadError) -> UInt64 {
    while true {
      let count = recv(descriptor, buffer.baseAddress, buffer.count, 0)
      guard count > 0 else { throw .connectionLost(count == 0 ? 0 : errno) }
      let seen: ResponseCounter.Seen
      do { seen = try counter.receive(UnsafeRawBufferPointer(rebasing: buffer[..<count])) } catch { throw .badResponse(error) }
      if seen.notSuccessful > 0 { throw .badResponse(.notHTTP) }
      if seen.complete > 0 { return MonotonicClock.now() }
    }
  }
}
