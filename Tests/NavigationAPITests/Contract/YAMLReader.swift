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
