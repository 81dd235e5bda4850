import Navigation

/// The command given by the command line of `navigation`.
enum NavigationCommand: Sendable {
  case design(DesignCommand)
  case version
  /// Of one command; nil: of all.
  case help(DesignVerb?)

  static let program = "navigation"

  /// Throws at the first invalid option.
  init(arguments: [String]) throws(OptionError) {
    if arguments.first == "help" || arguments.contains("--help") || arguments.contains("-h") {
      self = .help(arguments.lazy.compactMap(DesignVerb.init(rawValue:)).first)
    } else if arguments.first == "version" || arguments.contains("--version") || arguments.contains("-v") {
      self = .version
    } else {
      guard let word = arguments.first else { throw OptionError("it needs a command: \(Self.words)") }
      guard let verb = DesignVerb(rawValue: word) else {
        throw .unknown("command", word, among: Self.rows.map(\.name))
      }
      let (names, options) = try ArgumentReader.read(
        arguments.dropFirst(), known: verb.options.map { .init(name: $0.name, placeholder: $0.placeholder) })
      self = .design(try DesignCommand(verb, names, options.reduce(into: [:]) { $0[$1.name] = $1.value }))
    }
  }

  /// Performs it, and tells an error on standard error.
  static func run(_ arguments: [String]) async -> ExitCode {
    do throws(OptionError) {
      switch try NavigationCommand(arguments: arguments) {
      case .design(let command): return await command.run(as: program)
      case .version: StandardStream.output.write("\(program) \(Release.version)\n")
      case .help(let verb): StandardStream.output.write(verb?.ownHelp(of: program) ?? helpText)
      }
      return .done
    } catch {
      error.report(as: program)
      return error.exit
    }
  }

  private static let rows: [(name: String, arguments: String, help: String)] =
    DesignVerb.allCases.map { ($0.rawValue, $0.arguments, $0.help) } + [
      ("version", "", "prints the version"), ("help", "", "prints this text"),
    ]

  private static var words: String { rows.map(\.name).joined(separator: ", ") }

  static var helpText: String {
    let synopsis = rows.map { "\(program) \($0.name)" + ($0.arguments.isEmpty ? "" : " \($0.arguments)") }
    let verbs = DesignVerb.allCases.flatMap { verb in
      [(verb.rawValue, verb.help)] + verb.options.map { ("  " + $0.written, $0.help) }
    }
    return """
      usage: \(synopsis.joined(separator: "\n       "))

      Tries out an app's navigation by its design, without a server.

      \(HelpColumns.text(verbs + rows.dropFirst(DesignVerb.allCases.count).map { ($0.name, $0.help) }))

      """
  }
}

/// Two columns of a help text, names and what they mean.
package enum HelpColumns {
  package static func text(_ rows: [(name: String, text: String)]) -> String {
    let width = rows.map(\.name.count).max() ?? 0
    return rows.map { "  \($0.name)" + String(repeating: " ", count: width - $0.name.count + 2) + $0.text }.joined(
      separator: "\n")
  }
}

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

/// Exit codes of the programs, as in sysexits.h.
package enum ExitCode: Int32, CaseIterable, Sendable {
  case done = 0
  case failed = 1
  /// A search that a bound ended.
  case bounded = 2
  /// EX_USAGE.
  case usage = 64
  /// EX_DATAERR.
  case data = 65
  /// EX_NOINPUT.
  case noInput = 66
  /// EX_UNAVAILABLE.
  case unavailable = 69
  /// EX_OSERR.
  case system = 71
  /// EX_CANTCREAT.
  case cannotCreate = 73
  /// EX_NOPERM.
  case noPrivilege = 77
}
