@testable import NavigationClient

/// Answers for `RawServer`.
extension RawServer {
  static func reply(_ status: String, _ fields: [String] = [], _ body: [UInt8] = []) -> Reply {
    let lines = ["HTTP/1.1 \(status)"] + fields + ["Content-Length: \(body.count)", "", ""]
    return .bytes(Array(lines.joined(separator: "\r\n").utf8) + body)
  }

  static func raw(_ text: String) -> Reply { .bytes(Array(text.utf8)) }

  @Sendable static func connectionNumber(_ request: Request) -> Reply {
    reply("200 OK", [], Array("\(request.connection)".utf8))
  }

  @Sendable static func echo(_ request: Request) -> Reply { reply("200 OK", [], request.body) }

  @Sendable static func echoHead(_ request: Request) -> Reply { reply("200 OK", [], Array(request.head.utf8)) }

  /// A problem whose detail is the target of the request.
  @Sendable static func problemAboutTarget(_ request: Request) -> Reply {
    let target = request.head.split(separator: " ").dropFirst().first ?? ""
    let problem = #"{"title": "t", "status": 404, "code": "no-such-resource", "detail": "\#(target)"}"#
    return reply("404 Not Found", ["Content-Type: application/problem+json"], Array(problem.utf8))
  }

  /// The answer of a healthy server on the first two connections; later ones are closed.
  @Sendable static func healthOfTwo(_ request: Request) -> Reply {
    request.connection > 2
      ? .bytesThenClose([]) : reply("200 OK", ["Content-Type: application/json"], Array(#"{"status": "ok"}"#.utf8))
  }

  /// The first connection closes instead of answering the path `/second`; every other one answers it.
  @Sendable static func secondRequestCloses(_ request: Request) -> Reply {
    request.connection == 1 && request.head.contains(" /second ") ? .bytesThenClose([]) : reply("200 OK")
  }

  static func always(_ reply: Reply) -> @Sendable (Request) -> Reply { { _ in reply } }
}

extension CurlTransport {
  /// A word for a request's outcome, without libcurl's text.
  func outcome(_ request: TransportRequest) async -> String {
    do {
      _ = try await send(request)
      return "whole"
    } catch {
      switch error {
      case .nothingListens: return "nothingListens"
      case .couldNotConnect: return "couldNotConnect"
      case .timedOut: return "timedOut"
      case .cancelled: return "cancelled"
      case .connectionLost: return "lost"
      case .responseTooLarge: return "tooLarge"
      case .closed: return "closed"
      case .other: return "other"
      }
    }
  }
}
