/// Texts of an app within texts of others.
extension String {
  /// A literal of Swift.
  var asSwiftLiteral: String { quoted { "\\u{\(String($0.value, radix: 16))}" } }

  /// A double-quoted text of YAML (YAML 1.2, 5.7), which JSON has, too.
  var asYAML: String {
    quoted { scalar in
      let digits = String(scalar.value, radix: 16)
      return "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
    }
  }

  /// - Parameter number: what stands for a scalar that breaks a line, or is not seen.
  private func quoted(_ number: (Unicode.Scalar) -> String) -> String {
    unicodeScalars.reduce(into: "\"") { text, scalar in
      if scalar == "\"" || scalar == "\\" { text += "\\" }
      if scalar.isUnseen { text += number(scalar) } else { text.unicodeScalars.append(scalar) }
    } + "\""
  }

  /// A pattern that Maestro, whose texts and ids are patterns, matches with this text. A dot stays: it matches itself,
  /// and names of screens are read better so. No `${` is left, within which Maestro would run a script.
  var asPattern: String {
    unicodeScalars.map { #"\^$|?*+()[]{}"#.unicodeScalars.contains($0) ? "\\\($0)" : "\($0)" }.joined()
  }

  /// A URL in which Maestro finds no script: a URL has no braces, and may have any sign by its number (RFC 3986, 2.1).
  var withoutScripts: String {
    unicodeScalars.map { $0 == "{" ? "%7B" : $0 == "}" ? "%7D" : "\($0)" }.joined()
  }

  /// A comment, which nothing may end but its line.
  var onOneLine: String { unicodeScalars.map { $0.isUnseen ? " " : "\($0)" }.joined() }

  /// Whether it has a scheme, as a URL that is a path has not.
  var hasScheme: Bool {
    guard let colon = utf8.firstIndex(of: UInt8(ascii: ":")) else { return false }
    return !utf8[..<colon].contains(UInt8(ascii: "/"))
  }
}

extension [String] {
  /// Comments, broken into lines at spaces, each after a mark.
  func comment(_ mark: String, columns: Int = 118) -> [String] {
    flatMap { text in
      var lines: [String] = []
      for word in text.onOneLine.split(separator: " ") {
        if let last = lines.last, last.count + word.count < columns {
          lines[lines.count - 1] += " \(word)"
        } else {
          lines.append("\(mark) \(word)")
        }
      }
      return lines
    }
  }
}

extension Unicode.Scalar {
  /// Whether it breaks a line, or is not seen in one.
  fileprivate var isUnseen: Bool {
    switch properties.generalCategory {
    case .control, .lineSeparator, .paragraphSeparator, .surrogate: true
    // Emoji are joined by one, and flags are written with those above.
    case .format: value != 0x200D && value < 0x10000
    case _: false
    }
  }
}
