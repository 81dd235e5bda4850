@testable import HTTPMessages

/// What a connection made of some bytes: each request as a line of text, or the refusal that ended it.
enum Outcome: Equatable, Sendable {
  case request(String)
  case refused(HTTPRefusal)
}

/// How the bytes of a case come in.
enum Arrival: CaseIterable, Sendable {
  case whole
  case byteByByte
  case withNextRequest
}

/// One run of a connection over some input.
final class Transcript {
  var connection = HTTPConnection()
  var output = HTTPOutput()
  var outcomes: [Outcome] = []
  var requests: [HTTPRequest] = []
  /// Heads whose bodies had not come with them.
  var heads: [HTTPRequest] = []
  /// Whether those are answered without their bodies.
  var answersHeads = false
  let limits: HTTPLimits

  static let nextRequest = "GET /next HTTP/1.1\r\nHost: next\r\n\r\n"
  static let date = HTTPDate(second: 784_111_777)

  init(limits: HTTPLimits = HTTPLimits()) {
    self.limits = limits
  }

  /// The outcomes of `bytes` arriving in one of three ways; what a next request behind them made is left out.
  static func outcomes(of bytes: [UInt8], arriving arrival: Arrival, limits: HTTPLimits = HTTPLimits()) -> [Outcome] {
    let transcript = Transcript(limits: limits)
    switch arrival {
    case .whole: transcript.receive(bytes)
    case .byteByByte: for byte in bytes { transcript.receive([byte]) }
    case .withNextRequest: transcript.receive(bytes + Array(nextRequest.utf8))
    }
    return transcript.outcomes.filter { $0 != .request("GET /next host=next") }
  }

  func receive(_ bytes: [UInt8], answering response: HTTPResponse = HTTPResponse(.ok)) {
    var position = 0
    while position < bytes.count {
      switch connection.next(bytes.span, at: &position, limits: limits) {
      case .needsMore: position = bytes.count
      case .head(let head):
        heads.append(head)
        guard answersHeads else { return connection.takeBody(output: &output) }
        connection.refuseBody()
        connection.respond(response, date: Transcript.date, closing: true, output: &output)
      case .request(let request):
        outcomes.append(.request(Transcript.line(request)))
        requests.append(request)
        connection.respond(response, date: Transcript.date, closing: false, output: &output)
      case .refused(let refusal):
        outcomes.append(.refused(refusal))
        connection.respond(HTTPResponse(refusal.status), date: Transcript.date, closing: true, output: &output)
      }
    }
  }

  func receive(_ text: String, answering response: HTTPResponse = HTTPResponse(.ok)) {
    receive(Array(text.utf8), answering: response)
  }

  var written: String { String(decoding: output.bytes(), as: UTF8.self) }

  private static func line(_ request: HTTPRequest) -> String {
    var line = "\(request.method.rawValue) \(request.target)"
    if let authority = request.authority { line += " host=\(authority)" }
    if !request.body.isEmpty { line += " body=\(String(decoding: request.body, as: UTF8.self))" }
    return line
  }
}
