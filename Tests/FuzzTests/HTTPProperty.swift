import HTTPMessages

/// A property of any bytes on a connection: however they are split, they result in the same requests and refusal. Also,
/// a head reported before its body is the head of the next request.
enum HTTPProperty {
  /// Small limits, reached by short inputs.
  static let limits: HTTPLimits = {
    var limits = HTTPLimits()
    limits.targetBytes = 64
    limits.headBytes = 512
    limits.fieldCount = 8
    limits.bodyBytes = 256
    limits.chunkExtensionBytes = 32
    limits.leadingEmptyLines = 2
    return limits
  }()

  /// A violation by `bytes`; nil if there is none.
  static func violation(of bytes: [UInt8]) -> String? {
    var whole = Arrival()
    whole.receive(bytes)
    whole.end()
    for request in whole.requests {
      if let violation = violation(of: request) { return violation }
    }
    let seed = bytes.reduce(14_695_981_039_346_656_037) { ($0 ^ UInt64($1)) &* 1_099_511_628_211 }
    // Splits into single bytes, small pieces and large ones.
    for longest in [1, 7, 60] as [UInt64] {
      var random = seed
      var parts = Arrival()
      var start = 0
      while start < bytes.count {
        random = random &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        let end = min(start + 1 + Int((random >> 33) % longest), bytes.count)
        parts.receive(Array(bytes[start..<end]))
        start = end
      }
      parts.end()
      if let head = parts.strangeHead ?? whole.strangeHead { return "no request follows the head \(head)" }
      if parts.outcomes != whole.outcomes {
        return "whole: \(whole.outcomes), in pieces up to \(longest): \(parts.outcomes)"
      }
    }
    return nil
  }

  /// A request is within the limits, and parsing its serialised form gives the same request, so it is unambiguous.
  private static func violation(of request: HTTPRequest) -> String? {
    guard request.body.count <= limits.bodyBytes, request.fields.count <= limits.fieldCount,
      request.target.utf8.count <= limits.targetBytes
    else { return "over the limits: \(Arrival.words(request))" }
    let framing: Set<String> = ["content-length", "transfer-encoding", "expect", "connection"]
    var fields = request.fields.all.filter { !framing.contains($0.name.lowercased()) }
    if !request.fields.contains("host") { fields.append(("Host", "a")) }
    if !request.body.isEmpty { fields.append(("Content-Length", "\(request.body.count)")) }
    let head =
      "\(request.method.rawValue) \(request.target) HTTP/1.1\r\n"
      + fields.map { "\($0.name): \($0.value)\r\n" }.joined() + "\r\n"
    var again = Arrival(limits: HTTPLimits())
    again.receive(Array(head.utf8) + request.body)
    again.end()
    guard let second = again.requests.first, again.outcomes.count == 1, second.pathSegments == request.pathSegments,
      second.method == request.method, second.queryBytes == request.queryBytes, second.body == request.body,
      second.authority == request.authority ?? "a"
    else { return "\(Arrival.words(request)) becomes \(again.outcomes)" }
    return nil
  }
}

/// A connection that receives bytes in parts.
private struct Arrival {
  var machine = ConnectionMachine()
  var requests: [HTTPRequest] = []
  var outcomes: [String] = []
  /// The head of a request with an incomplete body.
  var head: String?
  /// A head followed by another request.
  var strangeHead: String?
  var limits = HTTPProperty.limits

  mutating func receive(_ bytes: [UInt8]) {
    var output = HTTPOutput()
    var position = 0
    while true {
      switch machine.next(bytes.span, at: &position, now: 0, isDraining: false, limits: limits, output: &output) {
      case .wait(_, let deadline):
        if case .linger = deadline, outcomes.last != "closed" { outcomes.append("closed") }
        return
      case .head(let request):
        if head != nil || !request.body.isEmpty || position < bytes.count { strangeHead = Self.words(request) }
        head = Self.headWords(request)
        machine.answer(head: nil, date: HTTPDate(second: 0), output: &output)
      case .request(let request, _):
        if let head, head != Self.headWords(request) { strangeHead = head }
        head = nil
        requests.append(request)
        outcomes.append(Self.words(request))
        answer(HTTPResponse(.ok), &output)
      case .refused(let refusal):
        outcomes.append("\(refusal)")
        answer(HTTPResponse(refusal.status), &output)
      case .write: machine.wrote(output.count, of: &output)
      case .subscribe, .ask, .pull, .reread, .finishWriting: break
      case .close: return
      }
    }
  }

  private mutating func answer(_ response: HTTPResponse, _ output: inout HTTPOutput) {
    machine.answer(.response(response), date: HTTPDate(second: 0), closing: false, at: 0, output: &output)
  }

  mutating func end() {
    machine.endInput()
    receive([])
  }

  static func words(_ request: HTTPRequest) -> String { "\(headWords(request)) \(request.body)" }

  static func headWords(_ request: HTTPRequest) -> String {
    let fields = request.fields.all.map { "\($0.name): \($0.value)" }
    return "\(request.method.rawValue) \(request.target) \(fields)"
  }
}
