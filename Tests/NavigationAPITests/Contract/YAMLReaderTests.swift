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

/// Reads the part of YAML 1.2 that the contract uses, and refuses the rest.
///
/// Block mappings and sequences, plain and quoted scalars on one line, block scalars (`|`, `|-`, `>`, `>-`), flow
/// sequences and mappings on one line, comments. No anchors, tags, multi-line plain scalars, documents, tabs; a
/// sequence is indented deeper than its key. Words that versions of YAML read differently (`yes`, `off`, a bare date)
/// must be quoted, so that all readers agree.
struct YAMLReader {
  struct Failure: Error, Equatable {
    var line: Int
    var detail: String
  }

  /// A line; `content` is its text after the indentation.
  struct Line {
    var number: Int
    var indent: Int
    var content: Substring
  }

  private var lines: [Line]
  private var next = 0

  /// The whole text as one value; throws `Failure` with the line, counted from 1.
  static func read(_ text: String) throws(Failure) -> ContractValue {
    var reader = try YAMLReader(text)
    let value = try reader.block(indent: 0)
    reader.skipEmpty()
    if let line = reader.current { throw Failure(line: line.number, detail: "not indented like what it follows") }
    return value
  }

  private init(_ text: String) throws(Failure) {
    lines = []
    for (index, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
      let content = line.drop { $0 == " " }
      guard !line.contains("\t"), !line.contains("\r") else {
        throw Failure(line: index + 1, detail: "tab or carriage return")
      }
      lines.append(Line(number: index + 1, indent: line.count - content.count, content: content))
    }
  }

  private var current: Line? { lines.indices.contains(next) ? lines[next] : nil }

  private mutating func skipEmpty() {
    while let line = current, line.content.isEmpty || line.content.hasPrefix("#") { next += 1 }
  }

  /// The block that begins at the next line, which must be indented by exactly `indent`.
  private mutating func block(indent: Int) throws(Failure) -> ContractValue {
    skipEmpty()
    guard let first = current else { throw Failure(line: lines.count, detail: "a value is missing") }
    guard first.indent == indent else { throw Failure(line: first.number, detail: "expected \(indent) spaces") }
    return isItem(first) ? try sequence(indent: indent) : try mapping(indent: indent)
  }

  private func isItem(_ line: Line) -> Bool { line.content == "-" || line.content.hasPrefix("- ") }

  private mutating func sequence(indent: Int) throws(Failure) -> ContractValue {
    var elements: [ContractValue] = []
    while true {
      skipEmpty()
      guard let line = current, line.indent == indent, isItem(line) else { break }
      let rest = line.content.dropFirst().drop { $0 == " " }
      var cursor = YAMLScalarReader(text: rest, line: line.number)
      if !rest.isEmpty, try cursor.key() != nil || rest.hasPrefix("- ") {
        let inner = line.indent + (line.content.count - rest.count)
        lines[next] = Line(number: line.number, indent: inner, content: rest)
        elements.append(try block(indent: inner))
      } else {
        next += 1
        elements.append(try value(rest, of: line))
      }
    }
    try refuseDeeper(than: indent)
    return .array(elements)
  }

  private mutating func mapping(indent: Int) throws(Failure) -> ContractValue {
    var members: [ContractValue.Member] = []
    var names: Set<String> = []
    while true {
      skipEmpty()
      guard let line = current, line.indent == indent, !isItem(line) else { break }
      var cursor = YAMLScalarReader(text: line.content, line: line.number)
      guard let name = try cursor.key() else { throw Failure(line: line.number, detail: "expected a key") }
      guard names.insert(name).inserted else { throw Failure(line: line.number, detail: "\(name) stands here twice") }
      next += 1
      members.append(ContractValue.Member(name: name, value: try value(cursor.rest, of: line)))
    }
    try refuseDeeper(than: indent)
    return .object(members)
  }

  private func refuseDeeper(than indent: Int) throws(Failure) {
    if let line = current, line.indent > indent {
      throw Failure(line: line.number, detail: "deeper than what it follows")
    }
  }

  /// The value after a key or a dash: the rest of its line, or the deeper block below it.
  private mutating func value(_ rest: Substring, of line: Line) throws(Failure) -> ContractValue {
    let indicator = rest.prefix { $0 != " " }
    if ["|", "|-", ">", ">-"].contains(indicator) { return .string(try blockScalar(String(indicator), below: line)) }
    if rest.isEmpty || rest.hasPrefix("#") {
      skipEmpty()
      guard let inner = current, inner.indent > line.indent else {
        throw Failure(line: line.number, detail: "a value is missing")
      }
      return try block(indent: inner.indent)
    }
    var scalars = YAMLScalarReader(text: rest, line: line.number)
    return try scalars.whole()
  }

  /// The text of a `|` or `>` block, whose indentation is that of its first line.
  private mutating func blockScalar(_ indicator: String, below line: Line) throws(Failure) -> String {
    guard let first = lines[next...].first(where: { !$0.content.isEmpty }), first.indent > line.indent else {
      throw Failure(line: line.number, detail: "an empty block scalar")
    }
    var paragraphs: [Substring] = []
    while let inner = current, inner.content.isEmpty || inner.indent >= first.indent {
      let isFolded = indicator.hasPrefix(">")
      if isFolded, inner.indent > first.indent, !inner.content.isEmpty {
        throw Failure(line: inner.number, detail: "a folded text keeps one indentation")
      }
      paragraphs.append(Substring(String(repeating: " ", count: max(0, inner.indent - first.indent)) + inner.content))
      next += 1
    }
    while paragraphs.last?.isEmpty == true { paragraphs.removeLast() }
    let text = indicator.hasPrefix("|") ? paragraphs.joined(separator: "\n") : Self.folded(paragraphs)
    return indicator.hasSuffix("-") ? text : text + "\n"
  }

  /// Lines joined by spaces; n empty lines between them are n line ends.
  private static func folded(_ lines: [Substring]) -> String {
    var text = ""
    var empty = 0
    for line in lines {
      if line.isEmpty {
        empty += 1
      } else {
        if !text.isEmpty { text += empty == 0 ? " " : String(repeating: "\n", count: empty) }
        text += line
        empty = 0
      }
    }
    return text
  }
}

/// Reads the parts of a line of YAML: keys, plain and quoted scalars, flow sequences and mappings.
struct YAMLScalarReader {
  private(set) var rest: Substring
  private let line: Int

  init(text: Substring, line: Int) {
    rest = text
    self.line = line
  }

  private func failure(_ detail: String) -> YAMLReader.Failure { YAMLReader.Failure(line: line, detail: detail) }

  private mutating func skipSpaces() { rest = rest.drop { $0 == " " } }

  /// Reads a key and its colon from the front; nil, without reading anything, if there is none.
  mutating func key(inFlow: Bool = false) throws(YAMLReader.Failure) -> String? {
    let start = rest
    let name: String
    if rest.first == "\"" || rest.first == "'" {
      name = try quoted()
    } else if let first = rest.first, !"[]{}#,&*!|>%@`".contains(first) {
      name = String(rest.prefix { $0 != ":" && $0 != " " && !(inFlow && ",]}".contains($0)) })
      rest = rest.dropFirst(name.count)
    } else {
      return nil
    }
    guard rest.first == ":", rest.dropFirst().first == " " || rest.count == 1 else {
      rest = start
      return nil
    }
    rest = rest.dropFirst()
    skipSpaces()
    return name
  }

  /// The one value on the rest of the line; nothing but a comment may follow.
  mutating func whole() throws(YAMLReader.Failure) -> ContractValue {
    let value = try value(inFlow: false)
    skipSpaces()
    guard rest.isEmpty || rest.hasPrefix("#") else { throw failure("unexpected \(rest)") }
    return value
  }

  private mutating func value(inFlow: Bool) throws(YAMLReader.Failure) -> ContractValue {
    switch rest.first {
    case "\"", "'": return .string(try quoted())
    case "[": return try flowSequence()
    case "{": return try flowMapping()
    default: return try plain(inFlow: inFlow)
    }
  }

  private mutating func flowSequence() throws(YAMLReader.Failure) -> ContractValue {
    var elements: [ContractValue] = []
    try list(closing: "]") { (reader) throws(YAMLReader.Failure) in elements.append(try reader.value(inFlow: true)) }
    return .array(elements)
  }

  private mutating func flowMapping() throws(YAMLReader.Failure) -> ContractValue {
    var members: [ContractValue.Member] = []
    try list(closing: "}") { (reader) throws(YAMLReader.Failure) in
      guard let name = try reader.key(inFlow: true) else { throw reader.failure("expected a key") }
      guard !members.contains(where: { $0.name == name }) else { throw reader.failure("\(name) stands here twice") }
      members.append(ContractValue.Member(name: name, value: try reader.value(inFlow: true)))
    }
    return .object(members)
  }

  /// The elements between the bracket at the front and `closing`, with commas between them.
  private mutating func list(
    closing: Character, _ element: (inout YAMLScalarReader) throws(YAMLReader.Failure) -> Void
  ) throws(YAMLReader.Failure) {
    rest = rest.dropFirst()
    skipSpaces()
    while rest.first != closing {
      try element(&self)
      skipSpaces()
      if rest.first == "," {
        rest = rest.dropFirst()
        skipSpaces()
        guard rest.first != closing else { throw failure("a comma before \(closing)") }
      } else if rest.first != closing {
        throw failure("expected , or \(closing)")
      }
    }
    rest = rest.dropFirst()
  }

  private mutating func plain(inFlow: Bool) throws(YAMLReader.Failure) -> ContractValue {
    guard let first = rest.first, !"&*!|>%@`#,]}?:".contains(first) else {
      throw failure("a plain scalar cannot begin like this")
    }
    var text = ""
    while let character = rest.first {
      if inFlow, ",]}[{".contains(character) { break }
      if character == "#", text.last == " " { break }
      let following = rest.dropFirst().first
      if character == ":", following == nil || following == " " { throw failure("a colon here needs quotes") }
      text.append(character)
      rest = rest.dropFirst()
    }
    while text.last == " " { text.removeLast() }
    guard let value = Self.typed(text) else { throw failure("\(text) needs quotes") }
    return value
  }

  /// The value of a plain scalar; nil if readers of YAML disagree.
  private static func typed(_ text: String) -> ContractValue? {
    switch text.lowercased() {
    case "null", "true", "false":
      return text == "null" ? .null : text == "true" ? .bool(true) : text == "false" ? .bool(false) : nil
    case "~", "yes", "no", "on", "off", "y", "n", ".inf", "-.inf", ".nan": return nil
    default: break
    }
    guard let first = text.utf8.first, (0x30...0x39).contains(first) || "-+.".utf8.contains(first) else {
      return .string(text)
    }
    guard text.utf8.allSatisfy({ (0x30...0x39).contains($0) || "+-.eE_:".utf8.contains($0) }) else {
      return .string(text)
    }
    if let value = Int(text), String(value) == text { return .integer(value) }
    if let value = Double(text), text.utf8.contains(UInt8(ascii: ".")), !text.utf8.contains(UInt8(ascii: "+")) {
      return .number(value)
    }
    return nil
  }

  /// The quoted text at the front: '' is the only escape in single quotes; JSON's in double ones.
  private mutating func quoted() throws(YAMLReader.Failure) -> String {
    guard let quote = rest.first else { throw failure("expected a quote") }
    rest = rest.dropFirst()
    var text = ""
    while let character = rest.first {
      rest = rest.dropFirst()
      if character == quote {
        guard quote == "'", rest.first == "'" else { return text }
        rest = rest.dropFirst()
        text.append("'")
      } else if character == "\\", quote == "\"" {
        guard let escaped = rest.first, let meant = Self.escapes[escaped] else {
          throw failure("an escape that is not read here")
        }
        rest = rest.dropFirst()
        text.append(meant)
      } else {
        text.append(character)
      }
    }
    throw failure("a quote is not closed")
  }

  private static let escapes: [Character: Character] = ["\"": "\"", "\\": "\\", "/": "/", "n": "\n", "t": "\t"]
}
