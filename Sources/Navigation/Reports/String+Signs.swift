extension String {
  /// Without line breaks and other control characters, which names of an app may have.
  var oneLine: String {
    var line = String.UnicodeScalarView()
    for scalar in unicodeScalars { line.append(Self.breaksLine(scalar) ? " " : scalar) }
    return String(line)
  }

  private static func breaksLine(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .control, .lineSeparator, .paragraphSeparator: true
    case _: false
    }
  }

  /// Replaces each of these by its text, also where a combining mark follows it.
  package func escaping(_ scalars: [Unicode.Scalar: String]) -> String {
    unicodeScalars.map { scalars[$0] ?? String($0) }.joined()
  }
}
