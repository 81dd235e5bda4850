import Navigation
import Testing

/// A malformed or refused request, and its answer. `{id}` in the head is replaced by a session's id.
struct MalformedRequest: Sendable, CustomTestStringConvertible {
  /// The place that the problem names beside its code.
  enum Place: Sendable, Equatable {
    case nowhere
    case pointer(String)
    case parameter(String)
    case header(String)
    case controller(String)
    case revision(Int)
    case index(Int, pointer: String?)
  }

  var name: String
  var head: String
  var body: [UInt8]
  var code: ProblemCode
  var place: Place
  /// The connection closes, since the start of the next request is unknown.
  var closes: Bool
  /// The client sends its end after the request.
  var ends: Bool

  var testDescription: String { name }

  func bytes(_ id: SessionID) -> [UInt8] { Array(head.replacing("{id}", with: id.description).utf8) + body }

  /// A request with a JSON body: a transition of the session, or another target.
  static func post(
    _ name: String, to target: String = "/v1/sessions/{id}/transitions", _ body: [UInt8], fields: [String] = [],
    type: String? = "application/json", _ code: ProblemCode, _ place: Place = .nowhere
  ) -> MalformedRequest {
    let own = ["Host: localhost", "Content-Length: \(body.count)"] + (type.map { ["Content-Type: \($0)"] } ?? [])
    return MalformedRequest(
      name: name, head: lines(["POST \(target) HTTP/1.1"] + own + fields), body: body, code: code, place: place,
      closes: false, ends: false)
  }

  static func post(
    _ name: String, to target: String = "/v1/sessions/{id}/transitions", _ body: String, fields: [String] = [],
    type: String? = "application/json", _ code: ProblemCode, _ place: Place = .nowhere
  ) -> MalformedRequest {
    post(name, to: target, Array(body.utf8), fields: fields, type: type, code, place)
  }

  /// A request without a body.
  static func bare(
    _ name: String, _ line: String, fields: [String] = [], _ code: ProblemCode, _ place: Place = .nowhere
  ) -> MalformedRequest {
    MalformedRequest(
      name: name, head: lines(["\(line) HTTP/1.1", "Host: localhost"] + fields), body: [], code: code, place: place,
      closes: false,
      ends: false)
  }

  /// Unchanged bytes, after which the server closes.
  static func broken(_ name: String, _ text: String, ends: Bool = false, _ code: ProblemCode) -> MalformedRequest {
    MalformedRequest(name: name, head: text, body: [], code: code, place: .nowhere, closes: true, ends: ends)
  }

  /// A head of lines, each with its line end, and an empty line; the server closes after it.
  static func broken(
    _ name: String, _ lines: [String], body: String = "", ends: Bool = false, _ code: ProblemCode
  ) -> MalformedRequest {
    broken(name, Self.lines(lines) + body, ends: ends, code)
  }

  private static func lines(_ lines: [String]) -> String { lines.joined(separator: "\r\n") + "\r\n\r\n" }
}
