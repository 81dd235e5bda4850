import Commands
import Navigation

extension Command {
  /// Reads the environment, then the arguments, which take precedence. Throws at the first invalid option.
  init(arguments: [String], environment: [String: String]) throws(OptionError) {
    var arguments = arguments[...]
    let verb = arguments.first.flatMap(Verb.init(rawValue:))
    if verb != nil { arguments = arguments.dropFirst() }
    if verb == .help || arguments.contains("--help") || arguments.contains("-h")
      || verb?.isHelpRequested(by: arguments) == true
    {
      self = .help(verb == .help ? arguments.first.flatMap(DesignVerb.init(rawValue:)) : verb?.design)
    } else if verb == .version || arguments.contains("--version") || arguments.contains("-v") {
      self = .version
    } else if let verb, let page = try Self.page(verb, arguments) {
      self = .page(page)
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
      case .help, .version, .man, .completions, .environment: self = .help(nil)
      case nil: self = .serve(options)
      case .demo: self = .demo(options, files: names)
      case .healthcheck: self = .healthCheck(options)
      case .check: self = .check(options)
      case .migrate: self = .migrate(options)
      case .copy: self = .copy(from: try Self.store(own["from"], "from"), to: try Self.store(own["to"], "to"))
      case .explore: self = .design(try DesignCommand(.explore, names, own, usualBytes: options.exploreBytes))
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
  private static func page(_ verb: Verb, _ arguments: ArraySlice<String>) throws(OptionError) -> Page? {
    var rest = arguments
    let page: Page
    switch verb {
    case .demo, .healthcheck, .explore, .verify, .check, .migrate, .backup, .copy, .version, .help: return nil
    case .man: page = .manual
    case .environment: page = .environment
    case .completions:
      guard let name = rest.popFirst() else {
        throw OptionError("completions needs a shell: \(verb.arguments)")
      }
      guard let shell = Shell(rawValue: name) else {
        throw .unknown("shell", name, among: Shell.allCases.map(\.rawValue))
      }
      page = .completions(shell)
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
      let values = option.isRepeatable ? text.split(separator: ",").map(String.init) : [text]
      for value in values { try set(option, to: value, in: &options, named: option.variable) }
    }
  }

  /// Reads the options, and returns the other arguments, and the values of the verb's own options.
  private static func read(
    _ arguments: ArraySlice<String>, of verb: Verb?, into options: inout ServerOptions
  ) throws(OptionError) -> (names: [String], own: [String: String]) {
    let known =
      Option.all.map { ArgumentReader.Known(name: $0.name, placeholder: $0.placeholder, isRepeatable: $0.isRepeatable) }
      + (verb?.options ?? []).map { ArgumentReader.Known(name: $0.name, placeholder: $0.placeholder) }
    let (names, given) = try ArgumentReader.read(arguments, known: known)
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
    _ option: Option, to value: String, in options: inout ServerOptions, named name: String
  ) throws(OptionError) {
    if let reason = option.set(&options, value) { throw OptionError("\(name) \(reason), not \"\(value)\"") }
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
  static var helpText: String {
    let options = Option.all.map { ("--\($0.name)" + ($0.placeholder.map { " " + $0 } ?? ""), $0.help) }
    return """
      usage: \(Verb.synopsis.joined(separator: "\n       "))

      \(summary)

      \(HelpColumns.text(Verb.allCases.flatMap { [($0.rawValue, $0.help)] + $0.options.map { ("  " + $0.written, $0.help) } }))

      \(HelpColumns.text(options + ArgumentReader.questions.map { ("\($0.short), \($0.long)", $0.help) }))

      \(variables)

      """
  }
}
