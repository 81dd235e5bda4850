/// A function, an initialiser, or a property with a body, as `swift format` lays it out.
struct SourceFunction: Sendable {
  /// The file and the line.
  var place: String
  var parameters: [String] = []
  /// The lines between the braces, without their indentation beyond that of the head.
  var body: [Substring] = []

  static func all(in file: SourceTree.File) -> [Self] {
    file.code.indices.compactMap { Self(file, line: $0) }
  }

  private init?(_ file: SourceTree.File, line: Int) {
    let (indent, lines) = (String(file.code[line].text.prefix { $0 == " " }), file.code[line...].map(\.text))
    let declaration = /^ *(?:@?\w+(?:\(\w+\))? )*(?:func |init[?(<]|subscript[(<]|var [^=]+\{$)/
    guard lines[0].contains(declaration) else { return nil }
    place = "\(file.path):\(line + 1)"
    let isOfHead = { (text: String) in
      text.hasPrefix(indent + " ") || text == indent + "{" || text.hasPrefix(indent + ")")
    }
    var head = lines[0]
    var rest = lines.dropFirst()
    while !head.hasSuffix("{"), let next = rest.first, isOfHead(next) {
      head += next
      rest.removeFirst()
    }
    if !lines[0].contains("var ") { parameters = Self.parameters(of: head) }
    if head.hasSuffix("{") { body = rest.prefix { !$0.hasPrefix(indent + "}") }.map { $0.dropFirst(indent.count) } }
  }

  /// The parts between the commas of the first list in round brackets.
  private static func parameters(of head: String) -> [String] {
    var (parts, depth) = ([""], 0)
    for character in head.drop(while: { $0 != "(" }) {
      if ")]}".contains(character) { depth -= 1 }
      if depth == 0, character == ")" { break }
      if depth == 1, character == "," {
        parts.append("")
      } else if depth > 0 {
        parts[parts.count - 1].append(character)
      }
      if "([{".contains(character) { depth += 1 }
    }
    return parts.map { String($0.drop { $0 == " " }) }
  }

  /// The lines of the body, where a `switch` is a table and counts as its longest row.
  var length: Int {
    var (length, row, longest) = (0, 0, 0)
    var table: Int?
    for line in body {
      let indentation = line.prefix { $0 == " " }.count
      if table == nil, indentation <= 4, line.contains("switch "), line.hasSuffix("{") {
        (table, row, longest) = (indentation, 0, 0)
      } else if table == nil {
        length += 1
      } else if indentation == table, line.hasSuffix("}"), !line.contains("case ") {
        table = nil
        length += longest
      } else {
        row = indentation == table ? 1 : row + 1
        longest = max(longest, row)
      }
    }
    return length
  }

  /// The number of parameters without a label.
  var unlabelled: Int { parameters.count { $0.hasPrefix("_ ") } }
}
