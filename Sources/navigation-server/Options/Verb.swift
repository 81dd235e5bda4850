import Commands

/// The table of commands: name, arguments, help text.
enum Verb: String, CaseIterable {
  case demo, healthcheck, explore, verify, check, migrate, backup, copy, man, completions, environment, version, help

  /// A command that `navigation` has, too.
  var design: DesignVerb? {
    switch self {
    case .explore: .explore
    case .verify: .verify
    case .demo, .healthcheck, .check, .migrate, .backup, .copy, .man, .completions, .environment, .version, .help: nil
    }
  }

  /// As in the synopsis: its own options, then the others.
  var arguments: String {
    (options.map { $0.isRequired ? $0.written : "[\($0.written)]" } + (further.isEmpty ? [] : [further])).joined(
      separator: " ")
  }

  private var further: String {
    if let design { return design.files.joined(separator: " ") }
    return switch self {
    case .demo: "[OPTION…] [FILE…]"
    case .healthcheck: "[--host ADDRESS] [--port PORT] [--unix-socket PATH]"
    case .check: "--store sqlite:PATH|postgresql:URI"
    case .migrate: "--store postgresql:URI"
    case .backup: "--store sqlite:PATH FILE"
    case .completions: Shell.allCases.map(\.rawValue).joined(separator: "|")
    case .copy, .explore, .verify, .man, .environment, .version, .help: ""
    }
  }

  var help: String {
    switch self {
    case .demo:
      "serves three example sessions for a browser, or those in FILE: bodies of POST /v1/sessions, or snapshots"
    case .healthcheck: "exits with 0 if a running server is healthy, else with 1"
    case .explore: DesignVerb.explore.help
    case .verify: DesignVerb.verify.help
    case .version: "prints the version"
    case .check: "reads a whole store and reports its faults; a server may be running on it"
    case .migrate: "creates the tables in a database"
    case .backup: "copies a store's file to FILE; a server may be running on it"
    case .copy: "copies all of a store into an empty one; no server may be running on either"
    case .man: "prints the manual page"
    case .completions: "prints the completions of a shell"
    case .environment: "prints every variable as a comment, for a file that a service reads"
    case .help: "prints the text of --help"
    }
  }

  /// The options that it alone takes.
  var options: [VerbOption] {
    switch self {
    case .explore: DesignVerb.explore.options
    case .verify: DesignVerb.verify.options
    case .copy:
      [
        VerbOption(
          name: "from", placeholder: "STORE", help: "sqlite:PATH or postgresql:URI", words: ["sqlite:"],
          isRequired: true),
        VerbOption(
          name: "to", placeholder: "STORE", help: "likewise, empty or a copy that was begun", words: ["sqlite:"],
          isRequired: true),
      ]
    case .demo, .healthcheck, .check, .migrate, .backup, .man, .completions, .environment, .version, .help: []
    }
  }

  /// The completions after it, besides the options.
  var value: VerbOption.Value {
    switch self {
    case .backup, .demo, .explore, .verify: .file
    case .completions: .words(Shell.allCases.map(\.rawValue))
    case .healthcheck, .check, .migrate, .copy, .man, .environment, .version, .help: .none
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

/// A shell with completions.
enum Shell: String, CaseIterable, Sendable {
  case bash, zsh, fish
}
