import CLinux
import Glibc

/// The only owner of a socket's descriptor, which closes with it.
struct Socket: ~Copyable, Sendable {
  let descriptor: Int32

  init(owning descriptor: Int32) {
    self.descriptor = descriptor
  }

  deinit {
    _ = close(descriptor)
  }

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
  func finishWriting() {
    _ = shutdown(descriptor, Int32(SHUT_WR))
  }
}
