import CLinux
import Glibc

/// Requests that a connection repeats, concatenated.
struct LoadScript {
  private(set) var bytes: [UInt8] = []
  /// `ends[i]` is the end of request i in `bytes`.
  private(set) var ends: [Int] = []
  /// Requests after which the sessions are back in their first state.
  let period: Int

  /// Neither `requests` nor any of them may be empty. They are repeated so that a batch of `depth` seldom wraps around.
  init(_ requests: [[UInt8]], period: Int = 1, depth: Int = 1) {
    self.period = period
    repeat {
      for request in requests {
        bytes += request
        ends.append(bytes.count)
      }
    } while ends.count < depth * 4
  }
}

/// One keep-alive connection of the load: its unsent bytes, and the send time of each request in flight.
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

  /// Starts at a random period of the script, so that runs do not find the same few of many sessions in the cache.
  init(descriptor: CInt, script: LoadScript, depth: Int) {
    self.descriptor = descriptor
    self.script = script
    sentAt = [UInt64](repeating: 0, count: depth)
    nextRequest = Int.random(in: 0..<script.ends.count / script.period) * script.period
    if nextRequest > 0 { sendTo = script.ends[nextRequest - 1] }
    sendFrom = sendTo
  }

  deinit { close(descriptor) }

  var hasUnsentBytes: Bool { sendFrom < sendTo }

  /// Records that a response is expected from now on.
  func expect(at time: UInt64) {
    let slot = oldest + underWay
    sentAt[slot < sentAt.count ? slot : slot - sentAt.count] = time
    underWay += 1
  }

  /// Sends up to `allowed` further requests within the depth; with nil, only those that complete the period. Returns
  /// their number; their latency counts from `time`.
  func send(_ allowed: Int?, at time: UInt64) throws(LoadError) -> Int {
    var taken = 0
    while underWay < sentAt.count, allowed.map({ taken < $0 }) ?? !nextRequest.isMultiple(of: script.period) {
      if nextRequest == script.ends.count {
        try flush()
        if hasUnsentBytes { break }
        (nextRequest, sendFrom, sendTo) = (0, 0, 0)
      }
      sendTo = script.ends[nextRequest]
      nextRequest += 1
      expect(at: time)
      taken += 1
    }
    try flush()
    return taken
  }

  /// Sends the remaining bytes; what the socket does not take stays.
  private func flush() throws(LoadError) {
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

  /// Reads once into `buffer`, adds each complete response to the report, and returns their number.
  func receive(into buffer: UnsafeMutableRawBufferPointer, _ report: inout LoadReport) throws(LoadError) -> Int {
    let count = recv(descriptor, buffer.baseAddress, buffer.count, 0)
    if count < 0, errno == EAGAIN { return 0 }
    guard count > 0 else { throw .connectionLost(count == 0 ? 0 : errno) }
    let seen: ResponseCounter.Seen
    do { seen = try counter.receive(UnsafeRawBufferPointer(rebasing: buffer[..<count])) } catch {
      throw .badResponse(error)
    }
    guard seen.complete <= underWay else { throw .badResponse(.notHTTP) }
    let arrived = MonotonicClock.now()
    for _ in 0..<seen.complete {
      report.latencies.record(nanoseconds: arrived &- sentAt[oldest])
      oldest = oldest + 1 == sentAt.count ? 0 : oldest + 1
    }
    underWay -= seen.complete
    report.requests += seen.complete
    report.notSuccessful += seen.notSuccessful
    report.bytes += count
    return seen.complete
  }
}
