/// The largest session that one body makes.
enum HeavySession {
  /// Screens on its stack.
  static let screens = 1_900

  /// Screens whose ids begin with `prefix`, or which the session names, each with a title of 300 bytes.
  private static func children(_ prefix: String?) -> String {
    let title = String(repeating: "t", count: 300)
    return (0..<screens).map { number in
      let id = prefix.map { #""id": "\#($0)\#(number)", "# } ?? ""
      return #"{"kind": "screen", \#(id)"route": "item", "title": "\#(title)", "params": {"item": \#(number)}}"#
    }.joined(separator: ",")
  }

  /// Makes one with a hundred records, and says where it is.
  static func open(on server: ChildProcess) throws -> String {
    let created = try SingleExchange(server, "POST", "/v1/sessions", body: creation)
    guard created.status == 201, let path = created.field("Location") else {
      throw BenchmarkFailure.unexpectedAnswer(path: "/v1/sessions", status: created.status)
    }
    for number in 0..<100 {
      let body = #"{"type": "updateScreen", "controller": "a8", "title": "\#(number)"}"#
      _ = try SingleExchange(server, "POST", path + "/transitions", body: body)
    }
    return path
  }

  static let creation = #"{"root": {"kind": "stack", "id": "s", "children": [\#(children("a"))]}}"#

  /// The same stack with other screens.
  static let setStack = #"{"type": "setStack", "stack": "s", "children": [\#(children(nil))]}"#

  /// So many pushes and as many pops at once.
  static func batch(_ count: Int) -> String {
    let pair = #"{"type": "push", "stack": "s", "screen": {"route": "item"}}, {"type": "pop", "stack": "s"}"#
    return #"{"transitions": ["# + Array(repeating: pair, count: count / 2).joined(separator: ", ") + "]}"
  }
}
