import Navigation
import Testing

private enum Phase: String, CaseIterable {
  case began, cancelled, finished
}

/// Values read from a text, and the refusals of those of another shape.
@Suite struct JSONReadingTests {
  struct Refusal: Sendable {
    let text: String
    let pointer: String
    let offset: Int
    let detail: String
    let read: @Sendable (inout JSONObjectReader) throws -> Void

    init(
      _ text: String, _ pointer: String, _ offset: Int, _ detail: String,
      _ read: @escaping @Sendable (inout JSONObjectReader) throws -> Void
    ) {
      (self.text, self.pointer, self.offset, self.detail, self.read) = (text, pointer, offset, detail, read)
    }
  }

  static let refusals: [Refusal] = [
    .init(#"{"a":1}"#, "/a", 5, "expected a string, found a number") { _ = try $0.string("a") },
    .init(#"{"a":null}"#, "/a", 5, "expected a string, found null") { _ = try $0.requireString("a") },
    .init(#"{"a":"x"}"#, "/a", 5, "expected a boolean, found a string") { _ = try $0.bool("a") },
    .init(#"{"a":true}"#, "/a", 5, "expected an integer, found a boolean") { _ = try $0.int("a") },
    .init(#"{"a":{}}"#, "/a", 5, "expected a number, found an object") { _ = try $0.require("a").double() },
    .init(#"{"a":[]}"#, "/a", 5, "expected an object, found an array") { _ = try $0.object("a") },
    .init(#"{"a":{}}"#, "/a", 5, "expected an array, found an object") { _ = try $0.require("a").elements },
    .init(#"{"a":1.5}"#, "/a", 5, "expected an integer, found a number with a fraction") { _ = try $0.int("a") },
    .init(#"{"a":15e-1}"#, "/a", 5, "expected an integer, found a number with a fraction") { _ = try $0.int("a") },
    .init(#"{"a":1e-99999999999}"#, "/a", 5, "expected an integer, found a number with a fraction") {
      _ = try $0.int("a")
    },
    .init(#"{"a":1e19}"#, "/a", 5, "the integer does not fit in 64 bits") { _ = try $0.int("a") },
    .init(#"{"a":1e99999999999}"#, "/a", 5, "the integer does not fit in 64 bits") { _ = try $0.int("a") },
    .init(#"{"a":9223372036854775808}"#, "/a", 5, "the integer does not fit in 64 bits") { _ = try $0.int("a") },
    .init(#"{"a":-9223372036854775809}"#, "/a", 5, "the integer does not fit in 64 bits") { _ = try $0.int("a") },
    .init(#"{"a":99999999999999999999}"#, "/a", 5, "the integer does not fit in 64 bits") { _ = try $0.int("a") },
    .init(#"{"a":11}"#, "/a", 5, "expected an integer from 1 to 10") { _ = try $0.require("a").int(in: 1...10) },
    .init(#"{"a":1e400}"#, "/a", 5, "the number is out of range") { _ = try $0.require("a").double() },
    .init(#"{"a":-1e400}"#, "/a", 5, "the number is out of range") { _ = try $0.require("a").double() },
    .init("{\"a\":1\(String(repeating: "0", count: 1024))}", "/a", 5, "the number is longer than 1024 bytes") {
      _ = try $0.require("a").double()
    },
    .init(#"{"a":1}"#, "", 0, #"missing member "route""#) { _ = try $0.require("route") },
    .init(#"{"rute":1}"#, "", 0, #"missing member "route", unknown member "rute". Did you mean route?"#) {
      _ = try $0.require("route")
    },
    .init(#"{"route":1,"rot":1}"#, "", 0, #"missing member "root", unknown member "rot". Did you mean root?"#) {
      _ = ($0.optional("route"), try $0.require("root"))
    },
    .init(#"{"a":{"b":1}}"#, "/a", 5, #"missing member "route""#) {
      var inner = try $0.require("a").object()
      _ = try inner.require("route")
    },
    .init(#"{"a":[0,{"~/":"x"}]}"#, "/a/1/~0~1", 14, "expected a boolean, found a string") {
      for element in try $0.require("a").elements where element.kind == .object {
        var inner = try element.object()
        _ = try inner.bool("~/")
      }
    },
    .init(#"{"a":"over"}"#, "/a", 5, #"expected one of "began", "cancelled", "finished", found "over""#) {
      _ = try $0.word("a", Phase.self)
    },
    .init(
      #"{"a":"begun"}"#, "/a", 5,
      #"Did you mean began? Expected one of "began", "cancelled", "finished", found "begun""#
    ) { _ = try $0.word("a", Phase.self) },
    .init(#"{"a":7}"#, "/a", 5, "expected a string, found a number") { _ = try $0.word("a", Phase.self) },
    .init(#"{"a":1,"foo":2}"#, "/foo", 7, #"unknown member "foo""#) { _ = try $0.int("a") },
    .init(#"{"foo":2}"#, "/foo", 1, #"unknown member "foo""#) { _ in },
    .init(#"{"a":{"b":{}}}"#, "/a/b", 6, #"unknown member "b""#) { try $0.require("a").object().finish() },
    .init(#"{"a":[[1,2],[3,"x"]]}"#, "/a/1/1", 15, "expected an integer, found a string") {
      for row in try $0.require("a").elements { for element in try row.elements { _ = try element.int() } }
    },
    .init(#"{"a":5}"#, "/a", 5, "must be even") { throw try $0.require("a").refused("must be even") },
  ]

  @Test(arguments: refusals) func refuses(row: Refusal) throws {
    var reader = try JSONDocument(row.text).root.object()
    let error = JSONError(kind: .invalid, pointer: row.pointer, offset: row.offset, detail: row.detail)
    #expect(throws: BodyRefusal.json(error)) {
      try row.read(&reader)
      try reader.finish()
    }
  }

  static let whole: [(String, Int)] = [
    ("2.0", 2), ("-2.50e1", -25), ("1e2", 100), ("1E+2", 100), ("2000e-3", 2), ("0.0", 0), ("-0e-9", 0), ("0.02e2", 2),
    ("0e99999999999", 0), ("9223372036854775807.0", .max), ("-922337203685477580.8e1", .min),
  ]

  @Test(arguments: whole) func anIntegerMayHaveAFractionOfZeros(text: String, value: Int) throws {
    #expect(try JSONDocument(text).root.int() == value)
  }

  @Test func aMemberBehindTheObjectIsNone() throws {
    var reader = try JSONDocument(#"{"a":{"x":1},"y":2}"#).root.object()
    var inner = try reader.require("a").object()
    #expect(try inner.int("x") == 1)
    #expect(try inner.int("y") == nil)
    #expect(try reader.int("y") == 2)
  }

  @Test func aMemberThatIsAbsentIsNil() throws {
    var reader = try JSONDocument(#"{"n":null}"#).root.object()
    #expect(try reader.string("a") == nil)
    #expect(try reader.bool("a") == nil)
    #expect(try reader.word("a", Phase.self) == nil)
    #expect(try reader.object("a") == nil)
    #expect(reader.given("n")?.isNull == true && reader.optional("n") == nil)
    try reader.finish()
  }

  @Test func readsMembersInAnyOrder() throws {
    var reader = try JSONDocument(#"{"a":"x","b":true,"c":-7,"d":2.5,"e":[1],"f":"began"}"#).root.object()
    #expect(try reader.word("f", Phase.self) == .began)
    #expect(try reader.optional("e")?.elements.map { try $0.int() } == [1])
    #expect(try reader.optional("d")?.double() == 2.5)
    #expect(try reader.string("a") == "x")
    #expect(try reader.int("c") == -7)
    #expect(try reader.bool("b") == true)
    try reader.finish()
  }

  @Test func findsNamesThatAreEscaped() throws {
    var reader = try JSONDocument(#"{"\u0061bc":1,"d\/":2,"\u0078":3,"\ud83d\ude00":4}"#).root.object()
    #expect(try reader.int("abc") == 1)
    #expect(try reader.given("d" + "/")?.int() == 2)
    #expect(try reader.int("x") == 3)
    #expect(try reader.int("😀") == 4)
    #expect(try reader.int("xx") == nil)
    try reader.finish()
  }

  @Test func membersCountAsAskedFor() throws {
    var reader = try JSONDocument(#"{"b":1,"a\n":[2]}"#).root.object()
    let members = reader.members
    #expect(members.count == 2)
    #expect(members.map { "\($0.name)=\($0.value.compactText())" } == ["b=1", "a\n=[2]"])
    try reader.finish()
  }

  @Test(arguments: [0, 1, 63, 64, 65, 128, 129, 200]) func remembersEachOfManyMembers(count: Int) throws {
    let text = "{" + (0..<count).map { "\"m\($0)\":\($0)" }.joined(separator: ",") + "}"
    var reader = try JSONDocument(text).root.object()
    for index in (0..<count).reversed() { #expect(try reader.given("m\(index)")?.int() == index) }
    try reader.finish()
    for missing in [0, count / 2, count - 1] where count > 0 {
      var reader = try JSONDocument(text).root.object()
      for index in 0..<count where index != missing { #expect(reader.given("m\(index)") != nil) }
      let error = try #require(throws: BodyRefusal.self) { try reader.finish() }
      #expect(error.pointer == "/m\(missing)")
    }
  }

  @Test func aClientSkipsUnknownMembers() throws {
    var reader = try JSONDocument(#"{"a":1,"new":2}"#, unknownMembers: .skip).root.object()
    #expect(try reader.int("a") == 1)
    try reader.finish()
  }

  @Test(arguments: [
    ("0", 0), ("-0", 0), ("7", 7), ("-7", -7), ("9223372036854775807", Int.max), ("-9223372036854775808", Int.min),
  ]) func readsIntegers(text: String, value: Int) throws {
    #expect(try JSONDocument(text).root.int() == value)
  }

  @Test(arguments: [
    "0", "-0", "1", "834", "0.1", "0.5", "-2.25", "123456789.125", "999999999999999", "9999999999999999", "1e22",
    "1E-7", "0.000001",
    "5e-324", "1e-400", "1.7976931348623157e308", "123456789012345678901234567890", "9007199254740993",
    "0.30000000000000004", "4.35",
  ]) func readsDoublesAsTheStandardLibraryDoes(text: String) throws {
    #expect(try JSONDocument(text).root.double() == Double(text))
  }
}
