import CLinux
import Glibc

/// One keep-alive connection of the load: what it still has to send, and when each request under way was sent.
final class LoadConnection {
  let descriptor: CInt
  private var counter = ResponseCounter()
  private let script: LoadScript
  private var nextRequest = 0
  private var sendFrom = 0
  private var sendTo = 0
  /// Send times in nanoseconds, a ring of `depth` entries.
  private var sentAt: [UInt64]
  private var oldest = 0
  private(set) var underWay = 0

  init(descriptor: CInt, script: LoadScript, depth: Int) {
    self.descriptor = descriptor
    self.script = script
    sentAt = [UInt64](repeating: 0, count: depth)
  }

  deinit { close(descriptor) }

  var hasUnsentBytes: Bool { sendFrom < sendTo }

  /// Sends up to `allowed` further requests, as far as the depth allows; returns how many it has taken on. Their latency counts from `time`.
  func send(_ allowed: Int, at time: UInt64) throws(LoadError) -> Int {
    var taken = 0
    while underWay < sentAt.count, taken < allowed {
      if nextRequest == script.ends.count {
        try flush()
        if hasUnsentBytes { break }
        (nextRequest, sendFrom, sendTo) = (0, 0, 0)
      }
      sendTo = script.ends[nextRequest]
      nextRequest += 1
      let slot = oldest + underWay
      sentAt[slot < sentAt.count ? slot : slot - sentAt.count] = time
      underWay += 1
      taken += 1
    }
    try flush()
    return taken
  }

  /// Sends what is left to send; what the socket does not take stays.
  func flush() throws(LoadError) {
    while sendFrom < sendTo {
      let count = script.bytes.withUnsafeBytes {
        Glibc.send(descriptor, $0.baseAddress.map { $0 + sendFrom }, sendTo - sendFrom, CInt(MSG_NOSIGNAL))
      }
      if count < 0 {
        if errno == EAGAIN { return }
        throw .connectionLost(errno)
      }
      sendFrom += count
    }
  }

  /// Reads once into `buffer`, records each whole response, and returns how many there were.
  func receive(
    into buffer: UnsafeMutableRawBufferPointer, now: () -> UInt64, _ latencies: inout LatencyHistogram
  ) throws(LoadError) -> ResponseCounter.Seen {
    let count = recv(descriptor, buffer.baseAddress, buffer.count, 0)
    if count < 0, errno == EAGAIN { return ResponseCounter.Seen() }
    guard count > 0 else { throw .connectionLost(count == 0 ? 0 : errno) }
    let seen: ResponseCounter.Seen
    do { seen = try counter.receive(UnsafeRawBufferPointer(rebasing: buffer[..<count])) } catch { throw .badResponse(error) }
    guard seen.complete <= underWay else { throw .badResponse(.notHTTP) }
    let arrived = now()
    for _ in 0..<seen.complete {
      latencies.record(nanoseconds: arrived &- sentAt[oldest])
      oldest = oldest + 1 == sentAt.count ? 0 : oldest + 1
    }
    underWay -= seen.complete
    return seen
  }
}
