/// Requests that a connection sends over and over, end to end, repeated so that a batch seldom wraps around.
struct LoadScript {
  let bytes: [UInt8]
  /// `ends[i]` is where request i ends in `bytes`.
  let ends: [Int]

  /// `requests` must not be empty, nor any of them; `LoadPlan` sees to it.
  init(_ requests: [[UInt8]], depth: Int) {
    var bytes: [UInt8] = []
    var ends: [Int] = []
    while ends.count < depth * 4 || ends.count < requests.count {
      for request in requests {
        bytes += request
        ends.append(bytes.count)
      }
    }
    self.bytes = bytes
    self.ends = ends
  }
}
