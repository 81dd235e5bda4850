/// Splits the arguments after a command into options and others.
package enum ArgumentReader {
  /// An option that may be there.
  package struct Known: Sendable {
    let name: String
    /// The value's name; nil for a flag, which takes no value as an argument of its own.
    let placeholder: String?
    let isRepeatable: Bool

    package init(name: String, placeholder: String?, isRepeatable: Bool = false) {
      (self.name, self.placeholder, self.isRepeatable) = (name, placeholder, isRepeatable)
    }
  }

  /// Texts that are asked for anywhere on the command line.
  package static let questions = [
    (short: "-h", long: "--help", help: "this text, as does the command help"),
    (short: "-v", long: "--version", help: "the version"),
  ]

  /// Returns the other arguments, and the options in their order; a flag's value is `true`.
  package static func read(
    _ arguments: ArraySlice<String>, known: [Known]
  ) throws(OptionError) -> (names: [String], options: [(name: String, value: String)]) {
    var rest = arguments
    var options: [(name: String, value: String)] = []
    var names: [String] = []
    while let argument = rest.popFirst() {
      guard argument.hasPrefix("-"), argument != "-" else {
        names.append(argument)
        continue
      }
      guard argument.hasPrefix("--") else { throw .unknown("option", argument, among: []) }
      let parts = argument.dropFirst(2).split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        .map(String.init)
      guard let option = known.first(where: { $0.name == parts[0] }) else {
        let words = known.map { "--" + $0.name } + questions.map(\.long)
        throw .unknown("option", "--" + parts[0], among: words)
      }
      guard option.isRepeatable || !options.contains(where: { $0.name == option.name }) else {
        throw OptionError("--\(option.name) is given twice")
      }
      options.append((option.name, try value(of: option, given: parts.count > 1 ? parts[1] : nil, &rest)))
    }
    return (names, options)
  }

  /// The value after `=`, else the next argument, unless the option takes none.
  private static func value(
    of option: Known, given: String?, _ rest: inout ArraySlice<String>
  ) throws(OptionError) -> String {
    if let given { return given }
    guard let placeholder = option.placeholder else { return "true" }
    guard let value = rest.popFirst() else { throw OptionError("--\(option.name) needs a value: \(placeholder)") }
    return value
  }
}
