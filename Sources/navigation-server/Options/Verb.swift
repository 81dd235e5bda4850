/// What may come first on the command line: its name, what stands behind it, and its text in the help. The one table.
enum Verb: String, CaseIterable {
  case demo, healthcheck, check, migrate, backup, man, completions, environment, help

  /// As the synopsis has it.
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
    case .demo: "serves three sessions to look at in a browser"
    case .healthcheck: "asks a running server, and exits with 0 where it is well, else with 1"
    case .check: "reads all of a store and says what is wrong with it; a server may be running on it"
    case .migrate: "makes the tables in a database that this version needs; finished, older versions no longer share it"
    case .backup: "copies a store's file to FILE; a server may be running on it"
    case .man: "prints the manual page"
    case .completions: "prints the completions of a shell"
    case .environment: "prints every variable as a comment, for a file that a service reads"
    case .help: "prints what --help does"
    }
  }

  /// What `migrate` alone takes.
  static let finish = "--finish"

  /// What a shell offers behind it, beside the options.
  var value: Option.Value {
    switch self {
    case .backup: .file
    case .completions: .words(Shell.allCases.map(\.rawValue))
    case .demo, .healthcheck, .check, .migrate, .man, .environment, .help: .none
    }
  }

  /// Whether `help` stands behind it; behind `backup` it is the name of a file.
  func isAskedAbout(by arguments: ArraySlice<String>) -> Bool {
    self != .backup && arguments.first == Verb.help.rawValue
  }

  /// How it is called: first as a server, then each command.
  static var synopsis: [String] {
    ["navigation-server [OPTION…]"]
      + allCases.map { "navigation-server \($0.rawValue)" + ($0.arguments.isEmpty ? "" : " \($0.arguments)") }
  }
}

/// A shell with completions.
enum Shell: String, CaseIterable, Sendable {
  case bash, zsh, fish
}
