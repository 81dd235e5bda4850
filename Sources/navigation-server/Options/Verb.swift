/// The table of commands: name, arguments, help text.
enum Verb: String, CaseIterable {
  case demo, healthcheck, check, migrate, backup, man, completions, environment, help

  /// As in the synopsis.
  var arguments: String {
    switch self {
    case .demo: "[OPTION…]"
    case .healthcheck: "[--host ADDRESS] [--port PORT] [--unix-socket PATH]"
    case .check: "--store sqlite:PATH|postgresql:URI"
    case .migrate: "[--finish] --store postgresql:URI"
    case .backup: "--store sqlite:PATH FILE"
    case .completions: Shell.allCases.map(\.rawValue).joined(separator: "|")
    case .man, .environment, .help: ""
    }
  }

  var help: String {
    switch self {
    case .demo: "serves three example sessions for a browser"
    case .healthcheck: "exits with 0 if a running server is healthy, else with 1"
    case .check: "reads a whole store and reports its faults; a server may be running on it"
    case .migrate: "creates or upgrades the tables in a database; finished, older versions can no longer share it"
    case .backup: "copies a store's file to FILE; a server may be running on it"
    case .man: "prints the manual page"
    case .completions: "prints the completions of a shell"
    case .environment: "prints every variable as a comment, for a file that a service reads"
    case .help: "prints the text of --help"
    }
  }

  /// A flag of `migrate`.
  static let finish = "--finish"

  /// The completions after it, besides the options.
  var value: Option.Value {
    switch self {
    case .backup: .file
    case .completions: .words(Shell.allCases.map(\.rawValue))
    case .demo, .healthcheck, .check, .migrate, .man, .environment, .help: .none
    }
  }

  /// Whether `help` follows it; after `backup` that is a file name.
  func isHelpRequested(by arguments: ArraySlice<String>) -> Bool {
    self != .backup && arguments.first == Verb.help.rawValue
  }

  /// The synopsis: the server first, then each command.
  static var synopsis: [String] {
    ["navigation-server [OPTION…]"]
      + allCases.map { "navigation-server \($0.rawValue)" + ($0.arguments.isEmpty ? "" : " \($0.arguments)") }
  }
}

/// A shell with completions.
enum Shell: String, CaseIterable, Sendable {
  case bash, zsh, fish
}
