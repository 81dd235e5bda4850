import HTTPMessages

/// A property of any bytes on a connection: however they are split, they result in the same requests and refusal. Also,
/// a body belongs to the head reported before it.
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
    for arrived in whole.requests {
      if let violation = violation(of: arrived) { return violation }
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
      if let strange = parts.strange ?? whole.strange { return "no head and its body: \(strange)" }
      if parts.outcomes != whole.outcomes {
        return "whole: \(whole.outcomes), in pieces up to \(longest): \(parts.outcomes)"
      }
    }
    return nil
  }

  /// A request is within the limits, and parsing its serialised form gives the same request, so it is unambiguous.
  private static func violation(of arrived: Arrival.Whole) -> String? {
    let (request, body) = (arrived.request, arrived.body)
    guard body.count <= limits.bodyBytes, request.fields.count <= limits.fieldCount,
      request.target.utf8.count <= limits.targetBytes
    else { return "over the limits: \(arrived.words)" }
    let framing: Set<String> = ["content-length", "transfer-encoding", "expect", "connection"]
    var fields = request.fields.all.filter { !framing.contains($0.name.lowercased()) }
    if !request.fields.contains("host") { fields.append(("Host", "a")) }
    if !body.isEmpty { fields.append(("Content-Length", "\(body.count)")) }
    let head =
      "\(request.method.rawValue) \(request.target) HTTP/1.1\r\n"
      + fields.map { "\($0.name): \($0.value)\r\n" }.joined() + "\r\n"
    var again = Arrival(limits: HTTPLimits())
    again.receive(Array(head.utf8) + body)
    again.end()
    guard let second = again.requests.first?.request, again.outcomes.count == 1,
      second.pathSegments == request.pathSegments,
      second.method == request.method, second.queryBytes == request.queryBytes, again.requests.first?.body == body,
      second.authority == request.authority ?? "a"
    else { return "\(arrived.words) becomes \(again.outcomes)" }
    return nil
  }
}

/// A connection that receives bytes in parts.
private struct Arrival {
  /// A request with its body.
  struct Whole {
    let request: HTTPRequest
    let body: [UInt8]

    var words: String {
      let fields = request.fields.all.map { "\($0.name): \($0.value)" }
      return "\(request.method.rawValue) \(request.target) \(fields) \(body)"
    }
  }

  var machine = ConnectionMachine()
  var requests: [Whole] = []
  var outcomes: [String] = []
  /// A request whose body is incomplete.
  var head: HTTPRequest?
  /// What came out of order.
  var strange: String?
  var limits = HTTPProperty.limits

  mutating func receive(_ bytes: [UInt8]) {
    var output = HTTPOutput()
    var position = 0
    while true {
      switch machine.next(bytes.span, at: &position, now: 0, isDraining: false, limits: limits, output: &output) {
      case .wait(_, let deadline):
        if case .linger = deadline, outcomes.last != "closed" { outcomes.append("closed") }
        return
      case .request(let request, let isWhole):
        if head != nil { strange = request.target }
        head = isWhole ? nil : request
        guard isWhole else {
          if !request.body.isEmpty || position < bytes.count { strange = request.target }
          break
        }
        finish(Whole(request: request, body: request.body), &output)
      case .body(let body):
        if let request = head { finish(Whole(request: request, body: body), &output) } else { strange = "a body" }
        head = nil
      case .refused(let refusal):
        outcomes.append("\(refusal)")
        machine.answer(HTTPResponse(refusal.status), date: HTTPDate(second: 0), output: &output)
      case .write: machine.wrote(output.count, of: &output)
      case .expire, .reread, .finishWriting: break
      case .close: return
      }
    }
  }

  private mutating func finish(_ whole: Whole, _ output: inout HTTPOutput) {
    requests.append(whole)
    outcomes.append(whole.words)
    machine.take(
      HTTPCall.Output(response: HTTPResponse(.ok)), date: HTTPDate(second: 0), closing: false, at: 0,
      output: &output)
  }

  mutating func end() {
    machine.endInput()
    receive([])
  }
}
