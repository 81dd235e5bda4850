import Commands
import Navigation

/// The command given by the command line.
enum Command: Sendable {
  case serve(ServerOptions)
  /// Serves example sessions, or those of files.
  case demo(ServerOptions, files: [String])
  /// Checks the health of a running server.
  case healthCheck(ServerOptions)
  /// Does what `navigation` does, without a server.
  case design(DesignCommand)
  /// Reads a whole store.
  case check(ServerOptions)
  /// Creates or upgrades the tables of a database.
  case migrate(ServerOptions)
  /// Copies a store to a new file.
  case backup(ServerOptions, file: String)
  /// Copies a store into an empty one.
  case copy(from: StoreChoice, to: StoreChoice)
  /// Prints a text about the program.
  case text(String)

  /// Reads the environment, then the arguments, which take precedence. Throws at the first invalid option.
  init(arguments: [String], environment: [String: String]) throws(OptionError) {
    var arguments = arguments[...]
    let verb = arguments.first.flatMap(Verb.init(rawValue:))
    if verb != nil { arguments = arguments.dropFirst() }
    if verb == .help || arguments.contains("--help") || arguments.contains("-h")
      || verb?.isHelpRequested(by: arguments) == true
    {
      let design = verb == .help ? arguments.first.flatMap(DesignVerb.init(rawValue:)) : verb?.design
      self = .text(design?.ownHelp(of: Self.program) ?? Self.helpText)
    } else if verb == .version || arguments.contains("--version") || arguments.contains("-v") {
      self = .text("\(Self.program) \(Release.version)\n")
    } else if let verb, let page = try Self.page(verb, arguments) {
      self = .text(page)
    } else {
      var options = ServerOptions()
      try Self.read(environment, into: &options)
      let (names, own) = try Self.read(arguments, of: verb, into: &options)
      let expected = verb == .demo || verb == .explore || verb == .verify ? Int.max : verb == .backup ? 1 : 0
      if verb == nil, let name = names.first {
        throw .unknown("command", name, among: Verb.allCases.map(\.rawValue))
      }
      guard names.count <= expected else { throw OptionError("unexpected argument: \(names[expected])") }
      switch verb {
      // Handled above, as they take no option.
      case .help, .version, .man, .completions, .environment: self = .text(Self.helpText)
      case nil: self = .serve(options)
      case .demo: self = .demo(options, files: names)
      case .healthcheck: self = .healthCheck(options)
      case .check: self = .check(options)
      case .migrate: self = .migrate(options)
      case .copy: self = .copy(from: try Self.store(own["from"], "from"), to: try Self.store(own["to"], "to"))
      case .explore: self = .design(try DesignCommand(.explore, names, own))
      case .verify: self = .design(try DesignCommand(.verify, names, own))
      case .backup:
        guard let file = names.first else { throw OptionError("backup needs the FILE to write to") }
        self = .backup(options, file: file)
      }
    }
  }

  /// A store of `copy`.
  private static func store(_ text: String?, _ name: String) throws(OptionError) -> StoreChoice {
    guard let text else { throw OptionError("copy needs two stores: \(Verb.copy.arguments)") }
    guard let store = StoreChoice(text), store != .memory else {
      throw OptionError("--\(name) needs a store: sqlite:PATH or postgresql:URI")
    }
    return store
  }

  /// The page that a verb prints, which options do not change; nil for other verbs.
  private static func page(_ verb: Verb, _ arguments: ArraySlice<String>) throws(OptionError) -> String? {
    var rest = arguments
    let page: String
    switch verb {
    case .demo, .healthcheck, .explore, .verify, .check, .migrate, .backup, .copy, .version, .help: return nil
    case .man: page = ManualPage.text
    case .environment: page = ManualPage.environmentFile
    case .completions:
      guard let name = rest.popFirst() else {
        throw OptionError("completions needs a shell: \(verb.arguments)")
      }
      guard let completions = Completions(rawValue: name) else {
        throw .unknown("shell", name, among: Completions.allCases.map(\.rawValue))
      }
      page = completions.text
    }
    if let argument = rest.first { throw OptionError("unexpected argument: \(argument)") }
    return page
  }

  private static func read(_ environment: [String: String], into options: inout ServerOptions) throws(OptionError) {
    let variables = Option.all.map(\.variable)
    let named = environment.keys.filter { $0.hasPrefix("NAVIGATION_") }
    options.unknownVariables = named.filter { !variables.contains($0) }.sorted()
    for option in Option.all {
      guard let text = environment[option.variable] else { continue }
      let values = option.value.isRepeatable ? text.split(separator: ",").map(String.init) : [text]
      for value in values { try set(option, to: value, in: &options, named: option.variable) }
    }
  }

  /// Reads the options, and returns the other arguments, and the values of the verb's own options.
  private static func read(
    _ arguments: ArraySlice<String>, of verb: Verb?, into options: inout ServerOptions
  ) throws(OptionError) -> (names: [String], own: [String: String]) {
    let known =
      Option.all.map { ($0.entry, $0.value.isRepeatable) } + (verb?.options ?? []).map { ($0, false) }
    let (names, given) = try ArgumentReader.read(
      arguments,
      known: known.map { ArgumentReader.Known(name: $0.name, placeholder: $0.placeholder, isRepeatable: $1) })
    var own: [String: String] = [:]
    for (name, value) in given {
      if let option = Option.all.first(where: { $0.name == name }) {
        try set(option, to: value, in: &options, named: "--" + name)
      } else {
        own[name] = value
      }
    }
    return (names, own)
  }

  private static func set(
    _ option: Option, to text: String, in options: inout ServerOptions, named name: String
  ) throws(OptionError) {
    if let reason = option.value.set(&options, text) { throw OptionError("\(name) \(reason), not \"\(text)\"") }
    if option.isPlace { options.places.append(name) }
  }

  static let program = "navigation-server"

  /// The product in one sentence.
  static let summary =
    "An HTTP service that keeps the navigation state of an app's windows and answers as UIKit's containers would."

  /// The mapping from options to variables.
  static let variables = """
    Every option is also a variable: --allowed-host is NAVIGATION_ALLOWED_HOST, repeatable ones with commas, those without a
    value true or false. The command line wins.
    """

  /// The text of `--help`.
  private static var helpText: String {
    let commands = Verb.allCases.flatMap { verb in
      [(verb.rawValue, verb.help)] + verb.options.map { ("  " + $0.written, $0.help) }
    }
    let options = Option.all.map { ($0.entry.written, $0.entry.help) }
    return """
      usage: \(Verb.synopsis.joined(separator: "\n       "))

      \(summary)

      \(HelpColumns.text(commands))

      \(HelpColumns.text(options + ArgumentReader.questions.map { ("\($0.short), \($0.long)", $0.help) }))

      \(variables)

      """
  }
}

/// The table of commands: name, arguments, help text.
enum Verb: String, CaseIterable {
  case demo, healthcheck, explore, verify, check, migrate, backup, copy, man, completions, environment, version, help

  private typealias Row = (
    /// The arguments after its own options.
    arguments: String,
    help: String,
    /// The completions after it, besides the options.
    value: VerbOption.Value
  )

  private var row: Row {
    switch self {
    case .demo:
      (
        "[OPTION…] [FILE…]",
        "serves three example sessions for a browser, or those in FILE: bodies of POST /v1/sessions, or snapshots",
        .file
      )
    case .healthcheck:
      (
        "[--host ADDRESS] [--port PORT] [--unix-socket PATH]",
        "exits with 0 if a running server is healthy, else with 1", .none
      )
    case .explore: (DesignVerb.explore.files.joined(separator: " "), DesignVerb.explore.help, .file)
    case .verify: (DesignVerb.verify.files.joined(separator: " "), DesignVerb.verify.help, .file)
    case .check:
      (
        "--store sqlite:PATH|postgresql:URI",
        "reads a whole store and reports its faults; a server may be running on it", .none
      )
    case .migrate: ("--store postgresql:URI", "creates the tables in a database", .none)
    case .backup: ("--store sqlite:PATH FILE", "copies a store's file to FILE; a server may be running on it", .file)
    case .copy: ("", "copies all of a store into an empty one; no server may be running on either", .none)
    case .man: ("", "prints the manual page", .none)
    case .completions:
      (
        Completions.allCases.map(\.rawValue).joined(separator: "|"), "prints the completions of a shell",
        .words(Completions.allCases.map(\.rawValue))
      )
    case .environment: ("", "prints every variable as a comment, for a file that a service reads", .none)
    case .version: ("", "prints the version", .none)
    case .help: ("", "prints the text of --help", .none)
    }
  }

  var help: String { row.help }
  var value: VerbOption.Value { row.value }

  /// As in the synopsis: its own options, then the others.
  var arguments: String {
    (options.map { $0.isRequired ? $0.written : "[\($0.written)]" } + [row.arguments].filter { !$0.isEmpty })
      .joined(separator: " ")
  }

  /// A command that `navigation` has, too.
  var design: DesignVerb? {
    switch self {
    case .explore: .explore
    case .verify: .verify
    case .demo, .healthcheck, .check, .migrate, .backup, .copy, .man, .completions, .environment, .version, .help: nil
    }
  }

  /// The options that it alone takes.
  var options: [VerbOption] {
    guard self == .copy else { return design?.options ?? [] }
    return [("from", "sqlite:PATH or postgresql:URI"), ("to", "likewise, empty or a copy that was begun")].map {
      VerbOption(name: $0, placeholder: "STORE", help: $1, words: ["sqlite:"], isRequired: true)
    }
  }

  /// Whether `help` follows it; after `backup`, `explore` and `verify` that is a file name.
  func isHelpRequested(by arguments: ArraySlice<String>) -> Bool {
    self != .backup && design == nil && arguments.first == Verb.help.rawValue
  }

  /// The synopsis: the server first, then each command.
  static var synopsis: [String] {
    ["navigation-server [OPTION…]"]
      + allCases.map { "navigation-server \($0.rawValue)" + ($0.arguments.isEmpty ? "" : " \($0.arguments)") }
  }
}
