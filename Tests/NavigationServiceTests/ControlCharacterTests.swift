import HTTPMessages
import Navigation
import Testing

/// Characters that a terminal acts on are escaped in every JSON answer, and stored unchanged.
@Suite struct ControlCharacterTests {
  typealias Service = ServiceUnderTest

  /// The one-character CSI, DEL, and marks for right-to-left text.
  private static let hostile = "a\u{9B}31m\u{7F}\u{202E}txt\u{2066}\u{61C}\u{200F} “é”"
  private static let written = #"a\u009b31m\u007f\u202etxt\u2066\u061c\u200f “é”"#
  private static let creation = """
    {"client": "\(hostile)", "labels": {"\(hostile)": "\(hostile)"},
     "root": {"kind": "stack", "id": "s", "children": [
       {"kind": "screen", "id": "a", "route": "\(hostile)", "title": "\(hostile)", "params": {"\(hostile)": ["\(hostile)"]}}]}}
    """

  /// The text of an answer, checked for the absence of such characters.
  private static func text(_ response: HTTPResponse) -> String {
    for scalar in response.text.unicodeScalars {
      switch scalar.value {
      case 0..<0x20, 0x7F...0x9F, 0x61C, 0x200E...0x200F, 0x202A...0x202E, 0x2066...0x2069:
        Issue.record("\(scalar.value) in \(response.text)")
      case _: break
      }
    }
    return response.text
  }

  /// Also without resident sessions, so that each is read from its form at rest.
  @Test(arguments: [100, 0]) func storedTextIsEscaped(residentSessions: Int) throws {
    let service = Service(residentSessions: residentSessions)
    let created = try service.post("/v1/sessions", Self.creation)
    let path = try #require(created.value(of: "Location"))
    #expect(Self.text(created).contains(Self.written))
    _ = try service.post("/v1/sessions", Self.creation)
    service.wait(seconds: 3_600)
    service.service.removeExpired()
    for target in [path, path + "/snapshot", path + "/transitions?include=session", "/v1/sessions"] {
      #expect(Self.text(try service.get(target)).contains(Self.written), "\(target)")
    }
    let snapshot = try service.get(path + "/snapshot")
    let copy = try #require(service.post("/v1/sessions", snapshot.text).value(of: "Location"))
    #expect(try service.get(copy + "/snapshot").text == snapshot.text)
  }

  @Test func aRepeatedRequestIsAnsweredWithTheSameBytes() throws {
    let service = Service()
    let path = try service.created() + "/transitions"
    let body =
      #"{"type": "push", "screen": {"route": "r", "title": "\#(Self.hostile)", "params": {"p": "\#(Self.hostile)"}}}"#
    let first = try service.post(path, body, [("Idempotency-Key", "k")])
    let second = try service.post(path, body, [("Idempotency-Key", "k")])
    #expect(
      Self.text(first).contains(Self.written) && second.text == first.text
        && second.value(of: "Idempotency-Replayed") == "true")
    let item = #"{"type": "removeItem", "route": "r", "params": {"p": "\#(Self.written)"}}"#
    #expect(try service.post(path, item).record().events.isEmpty == false)
  }

  @Test(arguments: [
    ("/v1/sessions", #"{"\#(hostile)": 1}"#), ("/v1/sessions", #"{"\#(hostile)": 1, "\#(hostile)": 2}"#),
    ("/v1/sessions", #"{"environment": {"device": "\#(hostile)"}}"#), ("/v1/sessions?x%C2%9B=1", "{}"),
    ("/v1/sessions", #"{"root": {"kind": "\#(hostile)"}}"#),
    ("/v1/sessions", #"{"root": {"kind": "screen", "id": "\#(hostile)"}}"#),
  ]) func aProblemIsEscaped(target: String, body: String) throws {
    let response = try Service().post(target, body)
    #expect(response.code != nil && !Self.text(response).isEmpty)
  }
}
