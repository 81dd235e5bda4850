import Navigation

/// An option of one command.
package struct VerbOption: Sendable {
  package let name: String
  /// Nil for a flag.
  package let placeholder: String?
  package let help: String
  package let isRequired: Bool
  private let words: [String]

  package init(name: String, placeholder: String? = nil, help: String, words: [String] = [], isRequired: Bool = false) {
    (self.name, self.placeholder, self.help) = (name, placeholder, help)
    (self.words, self.isRequired) = (words, isRequired)
  }

  /// As in a synopsis.
  package var written: String { "--" + name + (placeholder.map { " " + $0 } ?? "") }

  /// The completions of a value.
  package enum Value: Hashable, Sendable {
    /// Takes no value.
    case none
    /// A value without completions.
    case any
    /// A file name.
    case file
    /// One of these words; one ending with a colon continues with a file name.
    case words([String])
  }

  package var value: Value { Value(placeholder, words) }
}

extension VerbOption.Value {
  /// - Parameters:
  ///   - placeholder: the value's name in the help; nil for a flag.
  ///   - words: the possible values; empty where too many.
  package init(_ placeholder: String?, _ words: [String]) {
    self =
      switch placeholder {
      case nil: .none
      case _ where !words.isEmpty: .words(words)
      case "FILE", "PATH": .file
      case _?: .any
      }
  }
}
