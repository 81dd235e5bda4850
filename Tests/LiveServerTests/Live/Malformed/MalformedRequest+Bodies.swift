import Navigation

extension MalformedRequest {
  /// Bodies that are not JSON, or JSON of another shape.
  static let bodies: [MalformedRequest] = [
    post("no body", "", .malformedJSON, .pointer("")),
    post("half an object", #"{"type": "pop""#, .malformedJSON, .pointer("")),
    post("bytes after the text", #"{"type": "pop"} x"#, .malformedJSON, .pointer("")),
    post("a member twice", #"{"type": "pop", "type": "pop"}"#, .malformedJSON, .pointer("/type")),
    post("a member twice, by an escape", #"{"type": "pop", "t\u0079pe": "pop"}"#, .malformedJSON, .pointer("/type")),
    post("single quotes", "{'type': 'pop'}", .malformedJSON, .pointer("")),
    post("a comma too many", #"{"type": "pop",}"#, .malformedJSON, .pointer("")),
    post("NaN", #"{"type": "pop", "count": NaN}"#, .malformedJSON, .pointer("/count")),
    post("a leading zero", #"{"type": "pop", "count": 01}"#, .malformedJSON, .pointer("/count")),
    post("a lone surrogate", #"{"type": "\ud800"}"#, .malformedJSON, .pointer("/type")),
    post("a control character", "{\"type\": \"p\u{1}p\"}", .malformedJSON, .pointer("/type")),
    post("invalid UTF-8", Array(#"{"type": ""#.utf8) + [0xFF, 0x22, 0x7D], .malformedJSON, .pointer("/type")),
    post("overlong UTF-8", Array(#"{"type": ""#.utf8) + [0xC0, 0xAF, 0x22, 0x7D], .malformedJSON, .pointer("/type")),
    post("a byte order mark", [0xEF, 0xBB, 0xBF] + Array(#"{"type": "pop"}"#.utf8), .malformedJSON, .pointer("")),
    post("nesting of 193", [UInt8](repeating: 0x5B, count: 193) + [UInt8](repeating: 0x5D, count: 193), .malformedJSON),
    post("nesting of 100000", [UInt8](repeating: 0x5B, count: 100_000), .malformedJSON),
    post("an array", "[]", .invalidBody, .pointer("")),
    post("null", "null", .invalidBody, .pointer("")),
    post("nothing in it", "{}", .invalidBody, .pointer("")),
    post("a type that is no text", #"{"type": 7}"#, .invalidBody, .pointer("/type")),
    post("an unknown type", #"{"type": "fly"}"#, .invalidBody, .pointer("/type")),
    post("an unknown member", #"{"type": "pop", "stak": "chats"}"#, .invalidBody, .pointer("/stak")),
    post("a member of another type", #"{"type": "pop", "tab": "chats"}"#, .invalidBody, .pointer("/tab")),
    post("a count of 0", #"{"type": "pop", "count": 0}"#, .invalidBody, .pointer("/count")),
    post("half a count", #"{"type": "pop", "count": 1.5}"#, .invalidBody, .pointer("/count")),
    post("a count past all numbers", #"{"type": "pop", "count": 1e400}"#, .invalidBody, .pointer("/count")),
    post("an id with a space", #"{"type": "popTo", "controller": "chat list"}"#, .invalidBody, .pointer("/controller")),
    post(
      "an id of 129 bytes", #"{"type": "popTo", "controller": "\#(String(repeating: "a", count: 129))"}"#, .invalidBody,
      .pointer("/controller")),
    post("a screen without a route", #"{"type": "push", "screen": {"id": "x"}}"#, .invalidBody, .pointer("/screen")),
    post(
      "params that are no object", #"{"type": "push", "screen": {"route": "x", "params": 1}}"#, .invalidBody,
      .pointer("/screen/params")),
    post("a way back to no revision", #"{"type": "revert"}"#, .invalidBody, .pointer("")),
    post(
      "a way back to before the beginning", #"{"type": "revert", "revision": -1}"#, .invalidBody, .pointer("/revision")),
    post("an empty batch", #"{"transitions": []}"#, .invalidBody, .pointer("/transitions")),
    post(
      "a batch with a member that is wrong", #"{"transitions": [{"type": "pop"}, {"type": "pop", "count": "two"}]}"#,
      .invalidBody,
      .pointer("/transitions/1/count")),
  ]

  /// Bodies of a new session.
  static let sessions: [MalformedRequest] = [
    create("neither layout nor root", "{}", .invalidBody, .pointer("")),
    create(
      "both layout and root",
      #"{"layout": {"name": "stack", "screen": {"route": "a"}}, "root": {"kind": "screen", "route": "a"}}"#,
      .invalidBody, .pointer("")),
    create("an unknown layout", #"{"layout": {"name": "spiral"}}"#, .invalidBody, .pointer("/layout/name")),
    create("an unknown kind", #"{"root": {"kind": "page", "id": "a"}}"#, .invalidBody, .pointer("/root/kind")),
    create("no tabs", #"{"layout": {"name": "tabBar", "tabs": []}}"#, .emptyContainer, .controller("tabs")),
    create(
      "one id for two",
      #"{"root": {"kind": "stack", "id": "a", "children": [{"kind": "screen", "id": "a", "route": "r"}]}}"#,
      .duplicateController, .controller("a")),
    create(
      "an unknown device", environment(#"{"device": "iPhone 3"}"#), .unknownDevice, .pointer("/environment/device")),
    create(
      "Slide Over on a phone", environment(#"{"device": "iPhone 15", "multitasking": "slideOver"}"#),
      .noSuchMultitasking,
      .pointer("/environment/multitasking")),
    create("a window without a height", environment(#"{"width": 400}"#), .invalidBody, .pointer("/environment")),
    create(
      "a window of nothing", environment(#"{"width": 0, "height": 800}"#), .invalidSize, .pointer("/environment/width")),
    create(
      "an unknown schema", #"{"schema": 2, "root": {"kind": "screen", "route": "a"}}"#, .unknownSchema,
      .pointer("/schema")),
    create("no time to live", stack(#""timeToLive": 0"#), .invalidBody, .pointer("/timeToLive")),
    create("a label that is no text", stack(#""labels": {"a": 1}"#), .invalidBody, .pointer("/labels/a")),
    create("an empty client", stack(#""client": """#), .invalidBody, .pointer("/client")),
    create(
      "a member that is computed",
      #"{"root": {"kind": "stack", "children": [{"kind": "screen", "route": "a"}], "backButton": {"visible": false, "title": null}}}"#,
      .invalidBody, .pointer("/root/backButton")),
    post(
      "resolve: an unknown member", to: "/v1/resolve", #"{"environment": {}, "column": 1}"#, .invalidBody,
      .pointer("/column")),
  ]

  private static func create(_ name: String, _ body: String, _ code: ProblemCode, _ place: Place) -> MalformedRequest {
    post(name, to: "/v1/sessions", body, code, place)
  }

  private static func environment(_ json: String) -> String { stack(#""environment": \#(json)"#) }

  private static func stack(_ member: String) -> String {
    #"{"layout": {"name": "stack", "screen": {"route": "a"}}, \#(member)}"#
  }
}
