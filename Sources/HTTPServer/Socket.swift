import CLinux
import Glibc
import HTTPMessages

/// The only owner of a socket's descriptor, which closes with it.
struct Socket: ~Copyable, Sendable {
  let descriptor: Int32

  init(owning descriptor: Int32) { self.descriptor = descriptor }

  /// A stream socket that does not block; nil where the system has none, with the reason in `errno`.
  init?(family: Int32) {
    let type = Int32(SOCK_STREAM.rawValue | SOCK_NONBLOCK.rawValue | SOCK_CLOEXEC.rawValue)
    let descriptor = socket(family, type, 0)
    guard descriptor >= 0 else { return nil }
    self.init(owning: descriptor)
  }

  deinit { _ = close(descriptor) }

  /// The outcome of one `recv` or `send`.
  enum Transfer {
    case bytes(Int)
    case wouldBlock
    case end
    case failed
  }

  /// Receives pending bytes, up to the size of `buffer`.
  func receive(into buffer: inout [UInt8]) -> Transfer {
    while true {
      let count = recv(descriptor, &buffer, buffer.count, 0)
      if count > 0 { return .bytes(count) }
      if count == 0 { return .end }
      switch errno {
      case EINTR: continue
      case EAGAIN: return .wouldBlock
      default: return .failed
      }
    }
  }

  /// Sends as much of `bytes` as the kernel accepts; never raises SIGPIPE. `hasMore`: they may wait for the
  /// next send.
  func send(_ bytes: RawSpan, hasMore: Bool = false) -> Transfer {
    let flags = Int32(MSG_NOSIGNAL) | (hasMore ? Int32(MSG_MORE) : 0)
    while true {
      // SAFETY: `send` reads the buffer before the closure ends.
      let count = bytes.withUnsafeBytes { Glibc.send(descriptor, $0.baseAddress, $0.count, flags) }
      if count >= 0 { return .bytes(count) }
      switch errno {
      case EINTR: continue
      case EAGAIN: return .wouldBlock
      default: return .failed
      }
    }
  }

  /// Sent bytes that the peer has not read or not acknowledged.
  var queuedBytes: Int { max(Int(clinux_queued_bytes(descriptor)), 0) }

  /// Makes the close discard sent bytes that the peer has not taken, and reset the connection. Otherwise the kernel would
  /// hold them for minutes, for a peer that does not read.
  func discardQueued() {
    var linger = linger(l_onoff: 1, l_linger: 0)
    _ = setsockopt(descriptor, SOL_SOCKET, SO_LINGER, &linger, socklen_t(MemoryLayout<linger>.size))
  }

  /// Closes the sending side; what the peer still sends can be read.
  func finishWriting() { _ = shutdown(descriptor, Int32(SHUT_WR)) }
}

/// An IPv4 or IPv6 address with a port, or a Unix-domain socket's path, as the socket calls need it.
package struct SocketAddress {
  private var storage = sockaddr_storage()
  private var length = socklen_t(MemoryLayout<sockaddr_storage>.size)

  init() {}

  /// Calls `body` with room for an address, as `accept` and `getsockname` need it, and returns its result.
  mutating func fill(_ body: (UnsafeMutablePointer<sockaddr>, UnsafeMutablePointer<socklen_t>) -> Int32) -> Int32 {
    var length = socklen_t(MemoryLayout<sockaddr_storage>.size)
    defer { self.length = length }
    return withUnsafeMutablePointer(to: &storage) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { body($0, &length) }
    }
  }

  /// Parses an address in digits, or `localhost`.
  package init(host: String, port: UInt16) throws(HTTPServerError) {
    let text = host == "localhost" ? "127.0.0.1" : host
    var ipv4 = sockaddr_in()
    var ipv6 = sockaddr_in6()
    if inet_pton(AF_INET, text, &ipv4.sin_addr) == 1 {
      ipv4.sin_family = sa_family_t(AF_INET)
      ipv4.sin_port = port.bigEndian
      set(ipv4)
    } else if inet_pton(AF_INET6, text, &ipv6.sin6_addr) == 1 {
      ipv6.sin6_family = sa_family_t(AF_INET6)
      ipv6.sin6_port = port.bigEndian
      set(ipv6)
    } else {
      throw .invalidHost(host)
    }
  }

  /// The path of a Unix-domain socket; the system requires a zero after it.
  ///
  /// - Parameter hasAbstract: whether `@` begins an abstract name, which a zero begins and its last byte ends.
  package init(unixSocket path: String, hasAbstract: Bool = false) throws(HTTPServerError) {
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    let limit = MemoryLayout.size(ofValue: address.sun_path) - 1
    var bytes = Array(path.utf8)
    guard bytes.count <= limit else { throw .socketPathTooLong(path: path, limit: limit) }
    let isAbstract = hasAbstract && path.hasPrefix("@")
    if isAbstract { bytes[0] = 0 }
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: bytes) }
    set(address)
    if isAbstract { length = socklen_t(MemoryLayout<sa_family_t>.size + bytes.count) }
  }

  private mutating func set<Address>(_ address: Address) {
    withUnsafeMutableBytes(of: &storage) { target in withUnsafeBytes(of: address) { target.copyMemory(from: $0) } }
    length = socklen_t(MemoryLayout<Address>.size)
  }

  init(boundTo descriptor: Int32) throws(HTTPServerError) {
    let result = fill { getsockname(descriptor, $0, $1) }
    guard result == 0 else { throw .systemCall("getsockname", errno: errno) }
  }

  package var family: Int32 { Int32(storage.ss_family) }

  /// Calls `body` with the address as `bind`, `connect` and `sendto` need it.
  package func withPointer<Result>(_ body: (UnsafePointer<sockaddr>, socklen_t) -> Result) -> Result {
    withUnsafePointer(to: storage) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { body($0, length) }
    }
  }

  /// The address without its port. An IPv4 address mapped into IPv6 counts as IPv4 (RFC 4291 §2.5.5.2).
  var peer: PeerAddress {
    switch family {
    case AF_INET: return .ipv4(UInt32(bigEndian: stored(as: sockaddr_in.self).sin_addr.s_addr))
    case AF_INET6:
      let words = stored(as: sockaddr_in6.self).sin6_addr.__in6_u.__u6_addr32
      func long(_ first: UInt32, _ second: UInt32) -> UInt64 {
        UInt64(UInt32(bigEndian: first)) << 32 | UInt64(UInt32(bigEndian: second))
      }
      let (high, low) = (long(words.0, words.1), long(words.2, words.3))
      return high == 0 && low >> 32 == 0xFFFF ? .ipv4(UInt32(truncatingIfNeeded: low)) : .ipv6(high: high, low: low)
    case _: return .local
    }
  }

  /// The address as one of its family.
  private func stored<Address>(as type: Address.Type) -> Address {
    // SAFETY: the storage is larger than an address of any family, and each is plain bytes.
    withUnsafeBytes(of: storage) { $0.loadUnaligned(as: type) }
  }

  /// An internet address in digits and its port, or a path; `@` replaces the zero that begins an abstract name.
  var bound: BoundAddress {
    guard family != AF_UNIX else { return .unix(path: path) }
    var text = [CChar](repeating: 0, count: Int(INET6_ADDRSTRLEN))
    let port: in_port_t
    if family == AF_INET6 {
      var address = stored(as: sockaddr_in6.self)
      inet_ntop(AF_INET6, &address.sin6_addr, &text, socklen_t(text.count))
      port = address.sin6_port
    } else {
      var address = stored(as: sockaddr_in.self)
      inet_ntop(AF_INET, &address.sin_addr, &text, socklen_t(text.count))
      port = address.sin_port
    }
    let digits = text.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }
    return .tcp(host: String(decoding: digits, as: UTF8.self), port: UInt16(bigEndian: port))
  }

  private var path: String {
    withUnsafeBytes(of: storage) { bytes in
      let name = bytes.dropFirst(MemoryLayout<sa_family_t>.size)
      guard name.first == 0 else { return String(decoding: name.prefix { $0 != 0 }, as: UTF8.self) }
      return "@" + String(decoding: name.dropFirst().prefix { $0 != 0 }, as: UTF8.self)
    }
  }
}
