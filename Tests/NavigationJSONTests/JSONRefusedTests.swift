import Navigation
import Testing

/// The refused classes of the public JSON test suite, with our own cases: a text, and the pointer and byte offset of
/// the refusal.
@Suite struct JSONRefusedTests {
  typealias Row = (name: String, bytes: [UInt8], pointer: String, offset: Int)

  static func row(_ name: String, _ text: String, _ pointer: String, _ offset: Int) -> Row {
    (name, Array(text.utf8), pointer, offset)
  }

  /// A string of these bytes in an array, which is refused at the first of them.
  static func utf8(_ name: String, _ inside: [UInt8]) -> Row {
    ("utf8: \(name)", Array("[\"".utf8) + inside + Array("\"]".utf8), "/0", 2)
  }

  static let rows: [Row] = [
    row("structure: nothing", "", "", 0),
    row("structure: whitespace alone", "  ", "", 2),
    row("structure: two values", "1 2", "", 2),
    row("structure: trailing bracket", "[1]]", "", 3),
    row("structure: trailing comma behind", "[1],", "", 3),
    row("structure: trailing NUL", "[1]\0", "", 3),
    row("structure: trailing brace", #"{"a":1}}"#, "", 7),
    row("structure: comment", "[1]/**/", "", 3),
    row("structure: comment within", "[/*x*/1]", "/0", 1),
    row("structure: open array", "[", "/0", 1),
    row("structure: open object", "{", "", 1),
    row("structure: array closed as object", "[1}", "", 2),
    row("structure: object closed as array", #"{"a":1]"#, "", 6),
    row("structure: lone bracket", "]", "", 0),
    row("structure: capital literal", "[True]", "/0", 1),
    row("structure: half literal", "[tru]", "/0", 1),
    row("structure: literal cut by the end", "nul", "", 0),
    row("structure: literal with a tail", "[nulls]", "", 5),
    row("structure: single quotes", "['a']", "/0", 1),
    row("structure: bare word", "[a]", "/0", 1),
    row("structure: byte order mark", "\u{FEFF}[]", "", 0),
    ("structure: UTF-16", [0xFF, 0xFE, 0x5B, 0, 0x5D, 0], "", 0),
    row("whitespace: form feed", "[\u{0C}]", "/0", 1),
    row("whitespace: vertical tab", "[1\u{0B}]", "", 2),
    row("whitespace: no-break space", "[\u{A0}1]", "/0", 1),
    row("whitespace: word joiner", "[\u{2060}]", "/0", 1),
    row("array: trailing comma", "[1,]", "/1", 3),
    row("array: leading comma", "[,1]", "/0", 1),
    row("array: double comma", "[1,,2]", "/1", 3),
    row("array: comma alone", "[,]", "/0", 1),
    row("array: no comma", "[1 2]", "", 3),
    row("array: colon", "[1:2]", "", 2),
    row("array: open behind a value", "[1", "", 2),
    row("array: open behind a comma", "[1,", "/1", 3),
    row("array: in an array", "[1,[2,[3}]]", "/1/1", 8),
    row("object: trailing comma", #"{"a":1,}"#, "", 7),
    row("object: comma alone", "{,}", "", 1),
    row("object: double comma", #"{"a":1,,"b":2}"#, "", 7),
    row("object: missing colon", #"{"a" 1}"#, "/a", 5),
    row("object: double colon", #"{"a"::1}"#, "/a", 5),
    row("object: missing value", #"{"a":}"#, "/a", 5),
    row("object: name without value", #"{"a"}"#, "/a", 4),
    row("object: bare name", "{a:1}", "", 1),
    row("object: number as name", "{1:1}", "", 1),
    row("object: name in single quotes", "{'a':1}", "", 1),
    row("object: open behind a name", #"{"a""#, "/a", 4),
    row("object: open behind a colon", #"{"a":"#, "/a", 5),
    row("object: open behind a value", #"{"a":1"#, "", 6),
    row("object: missing comma", #"{"a":1 "b":2}"#, "", 7),
    row("object: repeated name", #"{"a":1,"b":2,"a":3}"#, "/a", 13),
    row("object: repeated name, escaped", #"{"a":1,"\u0061":3}"#, "/a", 7),
    row("object: repeated name within", #"{"x":[{"a/b~":1,"a/b~":1}]}"#, "/x/0/a~1b~0", 16),
    row("object: repeated empty name", #"{"":1,"":1}"#, "/", 6),
    row("object: repeated name far behind", "{" + (0..<40).map { "\"n\($0)\":0," }.joined() + "\"n3\":0}", "/n3", 311),
    row("object: repeated name after 16", "{" + (0..<16).map { "\"n\($0)\":0," }.joined() + "\"n15\":0}", "/n15", 119),
    row(
      "object: escaped repetition far behind", "{" + (0..<20).map { "\"n\($0)\":0," }.joined() + #""\u006e7":0}"#,
      "/n7", 151),
    row("number: plus", "[+1]", "/0", 1),
    row("number: leading zero", "[01]", "/0", 1),
    row("number: leading zero, negative", "[-012]", "/0", 1),
    row("number: double zero", "[00]", "/0", 1),
    row("number: minus alone", "[-]", "/0", 2),
    row("number: double minus", "[--1]", "/0", 2),
    row("number: minus at the end", "-", "", 1),
    row("number: no digit before the point", "[.5]", "/0", 1),
    row("number: no digit behind the point", "[1.]", "/0", 3),
    row("number: point and exponent", "[1.e1]", "/0", 3),
    row("number: two points", "[1.2.3]", "", 4),
    row("number: empty exponent", "[1e]", "/0", 3),
    row("number: signed empty exponent", "[1e+]", "/0", 4),
    row("number: double sign in exponent", "[1e+-2]", "/0", 4),
    row("number: fraction in exponent", "[1e1.5]", "", 4),
    row("number: NaN", "[NaN]", "/0", 1),
    row("number: Infinity", "[Infinity]", "/0", 1),
    row("number: minus Infinity", "[-Infinity]", "/0", 2),
    row("number: hexadecimal", "[0x1]", "", 2),
    row("number: full-width digit", "[１]", "/0", 1),
    row("number: underscore", "[1_000]", "", 2),
    row("number: letter behind", "[1a]", "", 2),
    row("number: space within", "[1 000]", "", 3),
    row("string: open", "[\"a", "/0", 3),
    row("string: open, alone", "\"", "", 1),
    row("string: open behind a backslash", "[\"\\", "/0", 3),
    row("string: escaped closing mark", "[\"\\\"]", "/0", 5),
    row("string: raw newline", "[\"a\nb\"]", "/0", 3),
    row("string: raw tab", "[\"\t\"]", "/0", 2),
    row("string: raw NUL", "[\"\0\"]", "/0", 2),
    row("string: raw unit separator, far in", "[\"0123456789abcde\u{1F}\"]", "/0", 17),
    row("string: in a name", "{\"a\nb\":1}", "", 3),
    row("string: in a member", "{\"a\":[{\"b\":\"\n\"}]}", "/a/0/b", 12),
    row("escapes: unknown letter", #"["\x00"]"#, "/0", 2),
    row("escapes: capital U", #"["\U0041"]"#, "/0", 2),
    row("escapes: single quote", #"["\'"]"#, "/0", 2),
    row("escapes: not ASCII", "[\"\\é\"]", "/0", 2),
    row("escapes: three digits", #"["\u00A"]"#, "/0", 2),
    row("escapes: no digit", #"["\u"]"#, "/0", 2),
    row("escapes: not a digit", #"["\u00AG"]"#, "/0", 2),
    row("escapes: sign in digits", #"["\u+041"]"#, "/0", 2),
    row("escapes: cut by the end", #"["\u00"#, "/0", 2),
    row("escapes: lone high surrogate", #"["\uD800"]"#, "/0", 2),
    row("escapes: lone low surrogate", #"["\uDC00"]"#, "/0", 2),
    row("escapes: swapped surrogates", #"["\uDC00\uD800"]"#, "/0", 2),
    row("escapes: two high surrogates", #"["\uD800\uD800"]"#, "/0", 2),
    row("escapes: high surrogate and text", #"["\uD800abcdef"]"#, "/0", 2),
    row("escapes: high surrogate and short escape", #"["\uD800\n"]"#, "/0", 2),
    row("escapes: high surrogate and half an escape", #"["\uD800\u"]"#, "/0", 2),
    row("escapes: high surrogate at the end", #"["\uD800"#, "/0", 2),
    row("escapes: lone surrogate in a name", #"{"\uDFFF":1}"#, "", 2),
    utf8("lone continuation", [0x80]),
    utf8("overlong, two bytes", [0xC0, 0xAF]),
    utf8("overlong NUL", [0xC1, 0x80]),
    utf8("overlong, three bytes", [0xE0, 0x80, 0xAF]),
    utf8("overlong, four bytes", [0xF0, 0x80, 0x80, 0xAF]),
    utf8("first surrogate", [0xED, 0xA0, 0x80]),
    utf8("last surrogate", [0xED, 0xBF, 0xBF]),
    utf8("above U+10FFFF", [0xF4, 0x90, 0x80, 0x80]),
    utf8("five bytes", [0xF8, 0x88, 0x80, 0x80, 0x80]),
    utf8("0xFE", [0xFE]),
    utf8("0xFF", [0xFF]),
    utf8("cut after one of two", [0xC3]),
    utf8("cut after two of three", [0xE2, 0x82]),
    utf8("cut after three of four", [0xF0, 0x9F, 0x98]),
    utf8("ISO 8859-1", [0xE9, 0x61, 0x62]),
    ("utf8: cut by the end", [0x22, 0xF0, 0x9F], "", 1),
    ("utf8: outside a string", [0x5B, 0xC3, 0xA9, 0x5D], "/0", 1),
    ("utf8: in a name", [0x7B, 0x22, 0xFF, 0x22, 0x3A, 0x31, 0x7D], "", 2),
  ]

  @Test(arguments: rows) func refuses(row: Row) throws {
    let error = try #require(jsonError { () throws(BodyRefusal) in _ = try JSONDocument(row.bytes) })
    #expect(error.kind == .malformed)
    #expect(error.pointer == row.pointer, "\(row.name): \(error)")
    #expect(error.offset == row.offset, "\(row.name): \(error)")
    #expect(!error.detail.isEmpty)
  }

  /// Every prefix of a text is refused, and none traps.
  @Test func refusesEveryPrefix() throws {
    let text = Array(#"{"a":[1.5e+10,true,null,"\ud83d\ude00é"],"b":{"c":-1}}"#.utf8)
    #expect(try JSONDocument(text).root.kind == .object)
    for length in text.indices { #expect(throws: BodyRefusal.self) { try JSONDocument(Array(text.prefix(length))) } }
  }

  @Test func aLongTextIsNotRepeatedInADetail() throws {
    let name = String(repeating: "n", count: 1000)
    let error = jsonError { () throws(BodyRefusal) in _ = try JSONDocument("{\"\(name)\":1,\"\(name)\":1}") }
    #expect(error?.detail == "repeated member \"" + String(repeating: "n", count: 64) + "…\"")
    // A single character of great length.
    let accents = "n" + String(repeating: "\u{301}", count: 1000)
    let long = jsonError { () throws(BodyRefusal) in _ = try JSONDocument("{\"\(accents)\":1,\"\(accents)\":1}") }
    #expect(long?.detail == "repeated member \"n" + String(repeating: "\u{301}", count: 63) + "…\"")
  }
}

/// What the body throws, where it is about the JSON itself.
func jsonError(_ body: () throws(BodyRefusal) -> Void) -> JSONError? {
  do { try body() } catch .json(let error) { return error } catch {}
  return nil
}
