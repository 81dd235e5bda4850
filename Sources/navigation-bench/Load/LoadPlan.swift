/// What a load run does.
struct LoadPlan {
  /// When the next request is sent.
  enum Pace: Equatable {
    /// As soon as an answer makes room for it: the load waits for the server.
    case asAnswered
    /// Likewise, but each on a new connection, which is closed once it is answered.
    case reconnecting
    /// So many a second, whatever the server does; a request that finds no connection free waits, and its latency counts from when it was due.
    case constant(perSecond: Double)
  }

  /// An IPv4 address.
  var host: String
  var port: UInt16
  /// Each connection cycles through one of these lists of whole requests; connection i takes list i modulo their count.
  var scripts: [[[UInt8]]]
  var connections: Int
  /// Requests under way on one connection at a time.
  var depth = 1
  var pace = Pace.asAnswered
  /// Requests in all; the run ends with the last response.
  var requests: Int
  /// Milliseconds without a single event after which the run fails.
  var stallLimit: CInt = 10_000

  /// Nil when the plan can run, or what is wrong with it.
  var defect: String? {
    if connections < 1 || connections > 10_000 { return "connections must be 1 to 10000" }
    if depth < 1 || depth > 1_000 { return "depth must be 1 to 1000" }
    switch pace {
    case .asAnswered: break
    case .reconnecting: if depth != 1 { return "a connection that is closed after each answer has a depth of 1" }
    case .constant(let perSecond):
      if depth != 1 || !(1...10_000_000).contains(perSecond) { return "a rate must be 1 to 10000000, its depth 1" }
    }
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
  /// From the send call of a request, or from connecting, or from when it was due, to the receipt of its last byte.
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
