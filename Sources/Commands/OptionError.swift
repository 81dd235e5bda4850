import Navigation

/// An invalid option, or a file that the command line names and that cannot be used, with the reason.
package struct OptionError: Error, Sendable {
  package let message: String
  package let exit: ExitCode

  package init(_ message: String, exit: ExitCode = .usage) { (self.message, self.exit) = (message, exit) }

  /// - Parameter program: the name in which it is told.
  package func report(as program: String) {
    StandardStream.error.report(message + (exit == .usage ? "\nTry: \(program) --help" : ""), as: program)
  }

  /// A word that is none of those that may be there.
  ///
  /// - Parameter kind: what the word was expected to be.
  package static func unknown(_ kind: String, _ word: String, among words: [String]) -> OptionError {
    OptionError("unknown \(kind): \(word)" + (NearestWord.question(word, among: words).map { ". " + $0 } ?? ""))
  }

  /// The value of an option that is a number; nil where it is absent.
  static func number(_ name: String, _ own: [String: String], in range: ClosedRange<Int>) throws(Self) -> Int? {
    guard let text = own[name] else { return nil }
    if let number = Int(text), range.contains(number) { return number }
    throw Self("--\(name) is a number from \(range.lowerBound) to \(range.upperBound), not \"\(text)\"")
  }

  /// The value of an option that is one of some words.
  ///
  /// - Parameter usual: what it is where it is absent.
  static func word<Word: RawRepresentable<String> & CaseIterable>(
    _ name: String, _ own: [String: String], _ usual: Word
  ) throws(Self) -> Word {
    guard let text = own[name] else { return usual }
    if let word = Word(rawValue: text) { return word }
    throw Self("--\(name) is one of \(Word.allCases.map(\.rawValue).joined(separator: ", ")), not \"\(text)\"")
  }
}
