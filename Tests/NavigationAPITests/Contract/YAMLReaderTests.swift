import Testing

/// The reader of the contract file: accepted texts, and ambiguous ones that it refuses.
@Suite struct YAMLReaderTests {
  static let values: [(yaml: String, json: String)] = [
    ("a: 1", #"{"a":1}"#),
    ("a: -1.5", #"{"a":-1.5}"#),
    ("a: null", #"{"a":null}"#),
    ("a: true", #"{"a":true}"#),
    ("a: word  # said", #"{"a":"word"}"#),
    ("a: no#comment", #"{"a":"no#comment"}"#),
    ("a: '1'", #"{"a":"1"}"#),
    ("a: 'it''s'", #"{"a":"it's"}"#),
    (#"a: "b\"\n""#, #"{"a":"b\"\n"}"#),
    ("'200': ok", #"{"200":"ok"}"#),
    ("/v1/{id}: ok", #"{"/v1/{id}":"ok"}"#),
    ("a: f(_:b:)", #"{"a":"f(_:b:)"}"#),
    ("a:\n  b: 1\n\n  # between\n  c: 2\nd: 3", #"{"a":{"b":1,"c":2},"d":3}"#),
    ("- 1\n- b", #"[1,"b"]"#),
    ("- a: 1\n  b: 2\n- a: 3", #"[{"a":1,"b":2},{"a":3}]"#),
    ("-\n  a: 1", #"[{"a":1}]"#),
    ("- - 1\n  - 2\n- 3", "[[1,2],3]"),
    ("a: [x, 'y, z', 1]", #"{"a":["x","y, z",1]}"#),
    ("a: []\nb: {}", #"{"a":[],"b":{}}"#),
    ("a: {b: [1, 2], 'c d': e}", #"{"a":{"b":[1,2],"c d":"e"}}"#),
    ("a: |\n  one\n    two\n\n  three\nb: 1", #"{"a":"one\n  two\n\nthree\n","b":1}"#),
    ("a: |-\n  one\n", #"{"a":"one"}"#),
    ("a: >-\n  one\n  two\n\n  three", #"{"a":"one two\nthree"}"#),
    ("a: |\n  # no comment\n  b: c", ##"{"a":"# no comment\nb: c\n"}"##),
  ]

  @Test(arguments: values)
  func reads(yaml: String, json: String) throws {
    #expect(try YAMLReader.read(yaml).json == json)
  }

  static let refused: [(yaml: String, line: Int)] = [
    ("a: 1\na: 2", 2), ("a: yes", 1), ("a: off", 1), ("a: ~", 1), ("a: True", 1), ("a: 2026-11-20", 1), ("a: 010", 1),
    ("a: +1", 1),
    ("a: 1e3", 1), ("a: 10:30", 1), ("a: &x 1", 1), ("a: *x", 1), ("a: !t 1", 1), ("a: b: c", 1), ("a:\n\tb: 1", 2),
    ("a:", 1),
    ("a:\nb: 1", 1),
    ("a:\n- 1", 1), ("a: 1\n  b: 2", 2), ("a:\n    b: 1\n  c: 2", 3), ("word", 1), ("a: [1, 2", 1), ("a: [1,]", 1),
    ("a: 'b", 1),
    (#"a: "\x41""#, 1), ("a: {b: 1, b: 2}", 1), ("a: |\nb: 1", 1), ("a: >\n  one\n    two", 3), ("a: 'b' c", 1),
    ("", 1),
  ]

  @Test(arguments: refused)
  func refuses(yaml: String, line: Int) {
    let failure = #expect(throws: YAMLReader.Failure.self) { try YAMLReader.read(yaml) }
    #expect(failure?.line == line)
  }
}
