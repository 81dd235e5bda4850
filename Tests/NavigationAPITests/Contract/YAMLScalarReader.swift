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
