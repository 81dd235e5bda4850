import Navigation
import PatchedJSON
import Testing

@Suite struct JSONPatchTests {
  private func text(_ steps: [JSONPatchOperation]) -> String {
    var writer = JSONWriter()
    writer.beginArray()
    for step in steps { step.write(to: &writer) }
    writer.endArray()
    return String(decoding: writer.bytes, as: UTF8.self)
  }

  static let padding =
    #""pad":"a text that makes the whole dearer than the steps, which are then kept, all of them, one by one, as they are""#

  static let rows: [(old: String, new: String, patch: String)] = [
    ("1", "1", "[]"),
    ("1", "2", #"[{"op":"replace","path":"","value":2}]"#),
    ("1", "1.0", #"[{"op":"replace","path":"","value":1.0}]"#),
    (#""a""#, #""\u0061""#, "[]"),
    (#"{"a":1,"b":2}"#, #"{"b":2, "a":1}"#, "[]"),
    ("{\"a\":1,\(padding)}", "{\"a\":2,\(padding)}", #"[{"op":"replace","path":"/a","value":2}]"#),
    ("{\"a\":1,\(padding)}", "{\(padding)}", #"[{"op":"remove","path":"/a"}]"#),
    ("{\(padding)}", "{\"a~/\":1,\(padding)}", #"[{"op":"add","path":"/a~0~1","value":1}]"#),
    ("{\"l\":[1,2,3],\(padding)}", "{\"l\":[1,9,3],\(padding)}", #"[{"op":"replace","path":"/l/1","value":9}]"#),
    ("[{\(padding)},1]", "[{\(padding)},2,1]", #"[{"op":"add","path":"/1","value":2}]"#),
    ("[{\(padding)},1,2]", "[{\(padding)}]", #"[{"op":"remove","path":"/2"},{"op":"remove","path":"/1"}]"#),
    ("[1,2,{\(padding)}]", "[{\(padding)}]", #"[{"op":"remove","path":"/1"},{"op":"remove","path":"/0"}]"#),
    ("[{\(padding)}]", "[1,{\(padding)},2]", "whole"),
    ("[1,{\"x\":1,\(padding)}]", "[1,{\"x\":2,\(padding)}]", #"[{"op":"replace","path":"/1/x","value":2}]"#),
  ]

  @Test(arguments: rows) func finds(old: String, new: String, patch: String) throws {
    let target = try JSONDocument(new).root
    let steps = try JSONPatch.difference(from: JSONDocument(old).root, to: target)
    let whole = "[{\"op\":\"replace\",\"path\":\"\",\"value\":\(target.compactText())}]"
    #expect(text(steps) == (patch == "whole" ? whole : patch))
  }

  @Test func beginsAtAPointer() throws {
    let steps = try JSONPatch.difference(from: JSONDocument("1").root, to: JSONDocument("2").root, at: "/root")
    #expect(text(steps) == #"[{"op":"replace","path":"/root","value":2}]"#)
  }

  @Test(arguments: 0..<600) func aComputedPatchResultsInTheTarget(seed: Int) throws {
    var random = RandomJSON(seed: UInt64(seed))
    let old = try JSONDocument(random.text(depth: 5)).root
    let new = try JSONDocument(random.text(depth: 5)).root
    try check(old, new, seed)
  }

  /// Documents that differ in a few places, like two revisions.
  @Test(arguments: 0..<600) func aComputedPatchResultsInASimilarTarget(seed: Int) throws {
    var random = RandomJSON(seed: UInt64(seed))
    let parts = (0..<8).map { _ in random.text(depth: 3) }
    var changed = parts
    for _ in 0...random.number(below: 3) {
      switch random.number(below: 3) {
      case 0 where !changed.isEmpty: changed.remove(at: random.number(below: changed.count))
      case 1 where !changed.isEmpty: changed[random.number(below: changed.count)] = random.text(depth: 2)
      default: changed.insert(random.text(depth: 2), at: random.number(below: changed.count + 1))
      }
    }
    let old = try JSONDocument("{\"root\":[\(parts.joined(separator: ","))],\"other\":1}").root
    let new = try JSONDocument("{\"root\":[\(changed.joined(separator: ","))],\"other\":1}").root
    try check(old, new, seed)
  }

  private func check(_ old: JSONValue, _ new: JSONValue, _ seed: Int) throws {
    let steps = JSONPatch.difference(from: old, to: new)
    let result = try JSONPatch.apply(steps, to: old)
    #expect(result.root.isSame(as: new), "seed \(seed): \(text(steps))")
    #expect(text(steps).utf8.count <= new.compactText().utf8.count * 2 + 64, "seed \(seed)")
    let read = try JSONDocument(text(steps)).root.elements.map { try JSONPatchOperation(json: $0) }
    #expect(try JSONPatch.apply(read, to: old).root.isSame(as: new), "seed \(seed)")
  }

  static let misplaced: [(value: String, step: String, pointer: String)] = [
    ("{}", #"{"op":"remove","path":"/a"}"#, "/a"),
    ("{}", #"{"op":"replace","path":"/a","value":1}"#, "/a"),
    ("{}", #"{"op":"add","path":"/a/b","value":1}"#, "/a/b"),
    ("[1]", #"{"op":"add","path":"/2","value":1}"#, "/2"),
    ("[1]", #"{"op":"replace","path":"/1","value":1}"#, "/1"),
    ("[1]", #"{"op":"remove","path":"/-"}"#, "/-"),
    ("[1,2]", #"{"op":"remove","path":"/01"}"#, "/01"),
    ("[1,2]", #"{"op":"remove","path":"/+1"}"#, "/+1"),
    ("[1,2]", #"{"op":"remove","path":"/"}"#, "/"),
    ("[1,2]", #"{"op":"remove","path":"/99999999999999999999"}"#, "/99999999999999999999"),
    ("1", #"{"op":"remove","path":""}"#, ""),
    ("1", #"{"op":"add","path":"/a","value":1}"#, "/a"),
  ]

  @Test(arguments: misplaced) func refusesPlacesThatDoNotExist(value: String, step: String, pointer: String) throws {
    let steps = [try JSONPatchOperation(json: JSONDocument(step).root)]
    let error = JSONError(
      kind: .invalid, pointer: pointer, offset: 0, detail: "the patch names a place that does not exist")
    #expect(throws: BodyRefusal.json(error)) { try JSONPatch.apply(steps, to: JSONDocument(value).root) }
  }

  @Test func addsAtTheEnd() throws {
    let step = try JSONPatchOperation(json: JSONDocument(#"{"op":"add","path":"/-","value":2}"#).root)
    #expect(try JSONPatch.apply([step], to: JSONDocument("[1]").root).root.compactText() == "[1,2]")
  }

  @Test(arguments: [
    (#"{"op":"move","from":"/a","path":"/b"}"#, "/op"), (#"{"op":"add","path":"/b"}"#, ""), (#"{"op":"remove"}"#, ""),
    (#"{"op":"remove","path":"a"}"#, "/path"), (#"{"op":"remove","path":"/~2"}"#, "/path"),
    (#"{"op":"remove","path":"/~"}"#, "/path"),
    (#"{"op":"remove","path":"/a","value":1}"#, "/value"),
  ]) func refusesStepsOfAnotherShape(step: String, pointer: String) throws {
    let error = jsonError { () throws(BodyRefusal) in _ = try JSONPatchOperation(json: JSONDocument(step).root) }
    #expect(error?.kind == .invalid)
    #expect(error?.pointer == pointer)
  }
}
