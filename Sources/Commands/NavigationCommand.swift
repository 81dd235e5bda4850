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

  /// The text of `--help`.
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
