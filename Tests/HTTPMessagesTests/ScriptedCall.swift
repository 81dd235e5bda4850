import Waiting

@testable import HTTPMessages

/// A call as the task of a handler leaves it, without a task.
final class ScriptedCall {
  let request: HTTPRequest
  private let script: Script
  /// Pieces written.
  private var count = 0

  enum Script {
    case answer(HTTPResponse)
    /// Waits; `late` with the first news, 304 where a wait for news is over, 503 where one for work is.
    case late(Patience.Purpose)
    /// A stream with a piece for each news; with `ends` the first news ends it.
    case feed(ends: Bool)
    /// A stream with a piece whenever there is room; nil ends it.
    case pieces((_ number: Int) -> [UInt8]?)
    /// A stream that breaks off.
    case lost
    /// No response.
    case none
  }

  init(_ request: HTTPRequest, _ script: Script) { (self.request, self.script) = (request, script) }

  /// What it waits for.
  var purpose: Patience.Purpose? {
    switch script {
    case .late(let purpose): purpose
    case .feed, .pieces: .news(milliseconds: nil)
    case .answer, .lost, .none: nil
    }
  }

  var waitsForNews: Bool { if case .news? = purpose { true } else { false } }

  func begin() -> HTTPCall.Output {
    let head = HTTPResponse(.ok, stream: HTTPStream(heartbeat: Array(".".utf8)) { _ in .complete })
    switch script {
    case .answer(let response): return HTTPCall.Output(response: response)
    case .late: return HTTPCall.Output()
    case .none: return HTTPCall.Output(end: .lost)
    case .lost: return HTTPCall.Output(response: head, pieces: [Array("x".utf8)], end: .lost)
    case .feed, .pieces:
      guard request.method != .head else { return HTTPCall.Output(response: head) }
      var output = room() ?? HTTPCall.Output()
      output.response = head
      return output
    }
  }

  /// What news make it put in.
  func news() -> HTTPCall.Output? {
    switch script {
    case .late: return HTTPCall.Output(response: HTTPResponse(.ok, body: Array("late".utf8)))
    case .feed(let ends):
      count += 1
      return ends
        ? HTTPCall.Output(pieces: [Array("end".utf8)], end: HTTPCall.End.complete)
        : HTTPCall.Output(pieces: [Array("piece \(count)".utf8)])
    case .answer, .pieces, .lost, .none: return nil
    }
  }

  /// What room for pieces makes it put in.
  func room() -> HTTPCall.Output? {
    guard case .pieces(let next) = script else { return nil }
    count += 1
    guard let piece = next(count - 1) else {
      return HTTPCall.Output(pieces: [Array("end".utf8)], end: HTTPCall.End.complete)
    }
    return HTTPCall.Output(pieces: [piece])
  }

  /// What the end of its wait makes it put in; nil where that does not end it. `isWork`: also waits for work are over.
  func end(_ end: WaitEnd, isWork: Bool = true) -> HTTPCall.Output? {
    switch (script, end) {
    case (.late(.news), .overdue): HTTPCall.Output(response: HTTPResponse(.notModified))
    case (.late(.work), .overdue), (.late(.longWork), .overdue):
      isWork ? HTTPCall.Output(response: HTTPResponse(.serviceUnavailable)) : nil
    case (.late(.news), .left), (.late(.longWork), .left), (.feed, _), (.pieces, _):
      HTTPCall.Output(end: HTTPCall.End.complete)
    case (.late(.work), .left), (.answer, _), (.lost, _), (.none, _): nil
    }
  }
}

/// The script of a request by its path.
func script(for request: HTTPRequest) -> ScriptedCall.Script {
  switch request.pathSegments.first {
  case "close": .answer(HTTPResponse(.ok, closes: true))
  case "large": .answer(HTTPResponse(.ok, body: [UInt8](repeating: 0x78, count: HTTPOutput.referenceBytes)))
  case "later": .late(.news(milliseconds: 50))
  case "kept": .late(.work)
  case "long": .late(.longWork)
  // In a walk, with a number in its path, the stream ends with the first news.
  case "stream": .feed(ends: request.pathSegments.count > 1)
  case "flood": .pieces { _ in [UInt8](repeating: 0x78, count: 150) }
  case "lost": .lost
  case "none": .none
  default: .answer(HTTPResponse(.ok, body: Array(request.target.utf8)))
  }
}
