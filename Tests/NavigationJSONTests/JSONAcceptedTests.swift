import Navigation
import Testing

/// The accepted classes of the public JSON test suite, with our own cases: a text, and its value as compact text.
@Suite struct JSONAcceptedTests {
  static let rows: [(name: String, text: String, compact: String)] = [
    ("structure: empty object", "{}", "{}"),
    ("structure: empty array", "[]", "[]"),
    ("structure: lonely string", #""a""#, #""a""#),
    ("structure: lonely number", "42", "42"),
    ("structure: lonely negative", "-0.1", "-0.1"),
    ("structure: lonely true", "true", "true"),
    ("structure: lonely false", "false", "false"),
    ("structure: lonely null", "null", "null"),
    ("structure: empty string", #""""#, #""""#),
    ("whitespace: all four kinds", " \t\r\n[ \t\r\n1 \t\r\n, \t\r\n2 \t\r\n] \t\r\n", "[1,2]"),
    ("whitespace: around members", " { \"a\" : 1 , \"b\" : [ ] } ", #"{"a":1,"b":[]}"#),
    ("whitespace: trailing newline", "[]\n", "[]"),
    ("array: nested empty", "[[],[[]],{}]", "[[],[[]],{}]"),
    ("array: mixed", #"[null, 1, "1", {}, true]"#, #"[null,1,"1",{},true]"#),
    ("array: several nulls", "[1,null,null,null,2]", "[1,null,null,null,2]"),
    ("object: empty name", #"{"":0}"#, #"{"":0}"#),
    ("object: names that differ in case", #"{"a":1,"A":2}"#, #"{"a":1,"A":2}"#),
    ("object: canonically equivalent names are two", "{\"\u{E9}\":1,\"e\u{301}\":2}", "{\"\u{E9}\":1,\"e\u{301}\":2}"),
    ("object: escaped NUL in a name", #"{"foo\u0000bar": 42}"#, #"{"foo\u0000bar":42}"#),
    ("object: same name on two levels", #"{"a":{"a":{"a":1}}}"#, #"{"a":{"a":{"a":1}}}"#),
    ("number: zero", "[0]", "[0]"),
    ("number: minus zero", "[-0]", "[-0]"),
    ("number: negative", "[-123]", "[-123]"),
    ("number: fraction", "[123.456789]", "[123.456789]"),
    ("number: zero exponents", "[0e1,0e+1,0E-0]", "[0e1,0e+1,0E-0]"),
    ("number: real with exponent", "[1.5E+22,1.5e-22,1E22]", "[1.5E+22,1.5e-22,1E22]"),
    ("number: trailing zeros are kept", "[1.00,10]", "[1.00,10]"),
    ("number: beyond 64 bits", "[123456789012345678901234567890]", "[123456789012345678901234567890]"),
    ("number: beyond a double", "[1e999]", "[1e999]"),
    ("number: close to zero", "[-0.000000000000000000000000000000000001]", "[-0.000000000000000000000000000000000001]"),
    ("string: ASCII", #"["asd"]"#, #"["asd"]"#),
    ("string: longer than one word", #"["the quick brown fox jumps over"]"#, #"["the quick brown fox jumps over"]"#),
    ("escapes: all short ones", #"["\"\\\/\b\f\n\r\t"]"#, #"["\"\\/\b\f\n\r\t"]"#),
    ("escapes: unneeded ones go", #"["\u0061\u0030\/"]"#, #"["a0/"]"#),
    ("escapes: upper and lower digits", #"["\u00e9\u00E9\uABCD\uabcd"]"#, "[\"éé\u{ABCD}\u{ABCD}\"]"),
    ("escapes: backslash before u", #"["\\u0000"]"#, #"["\\u0000"]"#),
    ("escapes: surrogate pair", #"["\uD83D\uDE00\ud834\udd1e"]"#, "[\"\u{1F600}\u{1D11E}\"]"),
    ("escapes: control characters stay escaped", #"["\u0001\u001F\u007f"]"#, #"["\u0001\u001f\u007f"]"#),
    (
      "escapes: last scalars of each length", #"["\u007F\u07FF\uFFFF\uDBFF\uDFFF"]"#,
      "[\"\\u007f\u{7FF}\u{FFFF}\u{10FFFF}\"]"
    ),
    ("escapes: in a name", #"{"\u0061\n":1}"#, #"{"a\n":1}"#),
    ("utf8: two, three and four bytes", "[\"é€\u{10FFFF}\"]", "[\"é€\u{10FFFF}\"]"),
    ("utf8: neighbours of the surrogates", "[\"\u{D7FF}\u{E000}\"]", "[\"\u{D7FF}\u{E000}\"]"),
    ("utf8: noncharacters", "[\"\u{FFFE}\u{FFFF}\"]", "[\"\u{FFFE}\u{FFFF}\"]"),
    ("utf8: line separators stay as they are", "[\"\u{2028}\u{2029}\"]", "[\"\u{2028}\u{2029}\"]"),
    ("utf8: byte order mark within a string", "[\"\u{FEFF}\"]", "[\"\u{FEFF}\"]"),
    ("utf8: DEL", "[\"\u{7F}\"]", #"["\u007f"]"#),
  ]

  @Test(arguments: rows) func accepts(name: String, text: String, compact: String) throws {
    let document = try JSONDocument(text)
    #expect(document.root.compactText() == compact)
    #expect(try JSONDocument(compact).root.compactText() == compact)
  }

  @Test(arguments: [0, 7, 8, 9, 15, 16, 17, 63]) func findsTheEndOfAStringAtEveryAlignment(length: Int) throws {
    let text = String(repeating: "x", count: length)
    #expect(try JSONDocument("\"\(text)\"").root.string() == text)
    #expect(try JSONDocument("\"\(text)\\n\(text)\"").root.string() == "\(text)\n\(text)")
    #expect(try JSONDocument("\"\(text)é\(text)\"").root.string() == "\(text)é\(text)")
  }

  @Test(arguments: [("[", "]"), (#"{"a":"#, "}")]) func nestsUpTo64(open: String, close: String) throws {
    func nested(_ depth: Int) -> String {
      String(repeating: open, count: depth) + (open == "[" ? "" : "1") + String(repeating: close, count: depth)
    }
    #expect(try JSONDocument(nested(63)).root.compactText() == nested(63))
    #expect(try JSONDocument(nested(64)).root.compactText() == nested(64))
    let token = open == "[" ? "/0" : "/a"
    let error = JSONError(
      kind: .malformed, pointer: String(repeating: token, count: 64), offset: 64 * open.utf8.count,
      detail: "nested more than 64 deep")
    #expect(throws: BodyRefusal.json(error)) { try JSONDocument(nested(65)) }
    #expect(try JSONDocument(nested(65), maximumDepth: 65).root.compactText() == nested(65))
    #expect(throws: BodyRefusal.self) { try JSONDocument(String(repeating: open, count: 100_000)) }
  }
}
