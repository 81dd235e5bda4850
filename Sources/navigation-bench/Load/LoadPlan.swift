/// What a load run does.
struct LoadPlan {
  /// An IPv4 address.
  var host: String
  var port: UInt16
  /// Each connection cycles through one of these lists of whole requests; connection i takes list i modulo their count.
  var scripts: [[[UInt8]]]
  var connections: Int
  /// Requests under way on one connection at a time.
  var depth = 1
  /// Requests in all; the run ends with the last response.
  var requests: Int
  /// Milliseconds without a single event after which the run fails.
  var stallLimit: CInt = 10_000

  /// Nil when the plan can run, or what is wrong with it.
  var defect: String? {
    if connections < 1 || connections > 10_000 { return "connections must be 1 to 10000" }
    if depth < 1 || depth > 1_000 { return "depth must be 1 to 1000" }
    if requests < 1 { return "requests must be 1 or more" }
    if scripts.isEmpty || scripts.contains(where: { $0.isEmpty || $0.contains(where: \.isEmpty) }) { return "a script is empty" }
    return nil
  }
}

/// What a load run has measured.
struct LoadReport {
  var requests = 0
  /// Responses with a status other than 2xx.
  var notSuccessful = 0
  /// From the first byte sent to the last response.
  var seconds = 0.0
  /// From the send call of a request to the receipt of its last byte.
  var latencies = LatencyHistogram()

  var requestsPerSecond: Double { seconds > 0 ? Double(requests) / seconds : 0 }
}

/// Why a load run has no report. The numbers are errno values; 0 is an orderly close by the server.
enum LoadError: Error, Equatable {
  case invalidPlan(String)
  case couldNotConnect(CInt)
  case connectionLost(CInt)
  case badResponse(ResponseCounter.Failure)
  case noEpoll(CInt)
  case stalled
}
