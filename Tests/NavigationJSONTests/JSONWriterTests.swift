import Navigation
import SeededRandom
import Testing

@Suite struct JSONWriterTests {
  struct Row: Sendable {
    let json: String
    let write: @Sendable (inout JSONWriter) -> Void

    init(_ json: String, _ write: @escaping @Sendable (inout JSONWriter) -> Void) {
      (self.json, self.write) = (json, write)
    }
  }

  static func text(_ writer: borrowing JSONWriter) -> String { String(decoding: writer.bytes, as: UTF8.self) }

  static let rows: [Row] = [
    Row("null") { $0.null() },
    Row("true") { $0.bool(true) },
    Row("false") { $0.bool(false) },
    Row("0") { $0.int(0) },
    Row("9") { $0.int(9) },
    Row("10") { $0.int(10) },
    Row("-1") { $0.int(-1) },
    Row("9223372036854775807") { $0.int(.max) },
    Row("-9223372036854775808") { $0.int(.min) },
    Row("834") { $0.double(834) },
    Row("-834") { $0.double(-834) },
    Row("0") { $0.double(-0.0) },
    Row("0.5") { $0.double(0.5) },
    Row("0.1") { $0.double(0.1) },
    Row("0.30000000000000004") { $0.double(0.1 + 0.2) },
    Row("9007199254740991") { $0.double(0x1p53 - 1) },
    Row("9007199254740992") { $0.double(0x1p53) },
    Row("1e+16") { $0.double(1e16) },
    Row("1e-07") { $0.double(1e-7) },
    Row("5e-324") { $0.double(.leastNonzeroMagnitude) },
    Row("1.7976931348623157e+308") { $0.double(.greatestFiniteMagnitude) },
    Row("null") { $0.double(.nan) },
    Row("null") { $0.double(.infinity) },
    Row("null") { $0.double(-.infinity) },
    Row(#""""#) { $0.string("") },
    Row(#""é€😀""#) { $0.string("é€😀") },
    Row(#""\"\\/\b\t\n\f\r""#) { $0.string("\"\\/\u{8}\t\n\u{C}\r") },
    Row(#""\u0000\u0001\u000b\u000f\u0010\u001a\u001f""#) { $0.string("\u{0}\u{1}\u{B}\u{F}\u{10}\u{1A}\u{1F}") },
    Row("\"~\u{A0}¿\u{61B}؝\u{200D}‐\u{2028}\u{2029}\u{202F}\u{2065}\u{206A}\u{85A}ԀÂØâ\"") {
      $0.string("~\u{A0}¿\u{61B}؝\u{200D}‐\u{2028}\u{2029}\u{202F}\u{2065}\u{206A}\u{85A}ԀÂØâ")
    },
    Row(#""\u007f\u0080\u0085\u009b\u009f""#) { $0.string("\u{7F}\u{80}\u{85}\u{9B}\u{9F}") },
    Row(#""\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069""#) {
      $0.string("\u{61C}\u{200E}\u{200F}\u{202A}\u{202B}\u{202C}\u{202D}\u{202E}\u{2066}\u{2067}\u{2068}\u{2069}")
    },
    Row(#"{"\u009b31m":"\u202etxt.exe é"}"#) {
      $0.beginObject()
      $0.key("\u{9B}" + "31m")
      $0.string("\u{202E}txt.exe é")
      $0.endObject()
    },
    Row(#""a\nb""#) { $0.string("a\nb") },
    Row(#"[1,{"raw":true}]"#) {
      $0.raw("[1,{\"raw\":true}]")
    },
    Row("{}") {
      $0.beginObject()
      $0.endObject()
    },
    Row("[[],{},[1,2],null]") {
      $0.beginArray()
      $0.beginArray()
      $0.endArray()
      $0.beginObject()
      $0.endObject()
      $0.beginArray()
      $0.int(1)
      $0.int(2)
      $0.endArray()
      $0.null()
      $0.endArray()
    },
    Row(#"{"a":1,"b":{"c":[true]},"d":[1,2],"e\"":"x"}"#) {
      $0.beginObject()
      $0.member("a", 1)
      $0.key("b")
      $0.beginObject()
      $0.key("c")
      $0.beginArray()
      $0.bool(true)
      $0.endArray()
      $0.endObject()
      $0.key("d")
      $0.raw("[1,2]")
      $0.key("e" + "\"")
      $0.string("x")
      $0.endObject()
    },
    Row(#"{"s":"x","i":1,"d":1.5,"b":false}"#) {
      $0.beginObject()
      $0.member("s", "x")
      $0.member("s2", nil as String?)
      $0.member("i", 1 as Int?)
      $0.member("i2", nil as Int?)
      $0.member("d", 1.5)
      $0.member("d2", nil as Double?)
      $0.member("b", false)
      $0.member("b2", nil as Bool?)
      $0.endObject()
    },
  ]

  @Test(arguments: rows) func writes(row: Row) throws {
    var writer = JSONWriter(reserving: 64)
    row.write(&writer)
    #expect(Self.text(writer) == row.json)
    #expect(try JSONDocument(writer.bytes).root.compactText() == row.json)
  }

  /// A value read without escapes is written with them, and the written text has the same value.
  @Test(arguments: [
    ("\u{7F}", #"\u007f"#), ("a\u{9B}31mb", #"a\u009b31mb"#), ("\u{202E}", #"\u202e"#),
    ("long enough for a word \u{2066}", #"long enough for a word \u2066"#),
    ("é’😀", "é’😀"),
  ]) func readTextIsEscapedWhenWritten(text: String, written: String) throws {
    let value = try JSONDocument("{\"\(text)\": [\"\(text)\"]}").root
    #expect(value.compactText() == "{\"\(written)\":[\"\(written)\"]}")
    var reader = try JSONDocument("{\"\(written)\": \"\(text)\"}").root.object()
    let given = reader.given(text)
    let member = try #require(given)
    #expect(try member.string() == text && member.compactText() == "\"\(written)\"")
  }

  @Test func isReusable() {
    var writer = JSONWriter()
    writer.beginArray()
    writer.int(1)
    writer.removeAll()
    writer.int(2)
    #expect(Self.text(writer) == "2")
  }

  @Test func writesPartsOfADocument() throws {
    let document = try JSONDocument(#"{"a": [ {"b": "\u0041"}, [ ] ], "c": 1.0}"#)
    var writer = JSONWriter()
    writer.beginArray()
    for member in try reading(document).members { writer.value(member.value) }
    writer.endArray()
    #expect(Self.text(writer) == #"[[{"b":"A"},[]],1.0]"#)
  }

  private func reading(_ document: JSONDocument) throws -> (members: JSONMembers, Void) {
    var reader = try document.root.object()
    return (reader.members, ())
  }
}

extension JSONWriterTests {
  /// The fast path for thousandths writes the same text as the standard library.
  @Test(arguments: 0..<100) func writesDecimalsAsTheStandardLibraryDoes(seed: Int) throws {
    var generator = Seeded(UInt64(seed))
    for exponent in 0..<16 {
      let limit = (0..<exponent).reduce(1) { power, _ in power * 10 }
      for value in [
        Double(Int.random(in: -limit...limit, using: &generator)) / 1000,
        .random(in: 0...Double(limit), using: &generator),
      ] {
        var writer = JSONWriter()
        writer.double(value)
        let expected =
          value == 0
          ? "0" : value.description.hasSuffix(".0") ? String(value.description.dropLast(2)) : value.description
        #expect(Self.text(writer) == expected)
      }
    }
  }

  @Test(arguments: 0..<19) func writesIntegersOfEveryLength(digits: Int) {
    let power = (0..<digits).reduce(1) { value, _ in value * 10 }
    for value in [power, power - 1, -power, 1 - power, power / 7 * 3] {
      var writer = JSONWriter()
      writer.int(value)
      #expect(Self.text(writer) == "\(value)")
    }
  }
}

/// Texts are copied eight bytes at a time, with an overlap at the end: every length, and every place of an escape.
@Suite struct JSONWriterLengthTests {
  @Test(arguments: 0..<41) func escapesAtEveryPlace(length: Int) {
    let plain = String(repeating: "x", count: length)
    #expect(Self.written(plain) == Self.expected(plain))
    for place in 0..<length {
      for special in ["\"", "\\", "\n", "\u{1F}", "\u{7F}", "é", "\u{9B}", "\u{61C}", "\u{202E}", "’", "😀", "©\u{9B}"] {
        let text = String(repeating: "x", count: place) + special + String(repeating: "y", count: length - place - 1)
        #expect(Self.written(text) == Self.expected(text))
      }
    }
  }

  /// A text as value, member and name, many times in one growing buffer.
  private static func written(_ text: String) -> String {
    var writer = JSONWriter()
    writer.beginArray()
    for _ in 0..<20 {
      writer.string(text)
      writer.beginObject()
      writer.member("name", text)
      writer.key(text)
      writer.bool(false)
      writer.endObject()
    }
    writer.endArray()
    return String(decoding: writer.bytes, as: UTF8.self)
  }

  private static func expected(_ text: String) -> String {
    let escapes: [Unicode.Scalar: String] = [
      "\"": #"\""#, "\\": #"\\"#, "\n": #"\n"#, "\u{1F}": #"\u001f"#, "\u{7F}": #"\u007f"#, "\u{9B}": #"\u009b"#,
      "\u{61C}": #"\u061c"#,
      "\u{202E}": #"\u202e"#,
    ]
    let quoted = "\"" + text.unicodeScalars.map { escapes[$0] ?? String($0) }.joined() + "\""
    let once = quoted + #",{"name":"# + quoted + "," + quoted + ":false}"
    return "[" + Array(repeating: once, count: 20).joined(separator: ",") + "]"
  }
}
