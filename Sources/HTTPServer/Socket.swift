import CLinux
import Glibc

/// The one owner of a socket's descriptor, which closes with it.
struct Socket: ~Copyable, Sendable {
  let descriptor: Int32

  init(owning descriptor: Int32) {
    self.descriptor = descriptor
  }

  deinit {
    _ = close(descriptor)
  }

  /// What one `recv` or `send` came to.
  enum Transfer {
    case bytes(Int)
    case wouldBlock
    case end
    case failed
  }

  /// Reads what is there, as far as `buffer` holds it.
  func receive(into buffer: UnsafeMutableBufferPointer<UInt8>) -> Transfer {
    while true {
      let count = recv(descriptor, buffer.baseAddress, buffer.count, 0)
      if count > 0 { return .bytes(count) }
      if count == 0 { return .end }
      switch errno {
      case EINTR: continue
      case EAGAIN: return .wouldBlock
      default: return .failed
      }
    }
  }

  /// Writes as much of `bytes` as the kernel takes; never raises SIGPIPE. `hasMore`: they need not leave before what is
  /// sent next.
  func send(_ bytes: UnsafeRawBufferPointer, hasMore: Bool = false) -> Transfer {
    let flags = Int32(MSG_NOSIGNAL) | (hasMore ? Int32(MSG_MORE) : 0)
    while true {
      let count = Glibc.send(descriptor, bytes.baseAddress, bytes.count, flags)
      if count >= 0 { return .bytes(count) }
      switch errno {
      case EINTR: continue
      case EAGAIN: return .wouldBlock
      default: return .failed
      }
    }
  }

  /// Bytes that were sent and that the peer has not taken, or not said so.
  var queuedBytes: Int { max(Int(clinux_queued_bytes(descriptor)), 0) }

  /// Tells the peer that nothing more will come; what it still sends can be read.
  func finishWriting() {
    _ = shutdown(descriptor, Int32(SHUT_WR))
  }
}
