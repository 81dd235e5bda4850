import Commands
import Navigation

/// The manual page, in the macros of man(7), and the file of variables beside it.
enum ManualPage {
  static var text: String {
    let sections = [title, synopsis, description, commands, options, environment, exitStatus, files, furtherReading]
    return sections.joined().map { $0 + "\n" }.joined()
  }

  private static var title: [String] {
    [
      #".\" Printed by "navigation-server man"."#,
      #".TH NAVIGATION-SERVER 1 "" "navigation-server \#(Release.version)" "User Commands""#,
      ".SH NAME", plain("navigation-server, navigation - navigation sessions over HTTP"),
    ]
  }

  private static var synopsis: [String] { [".SH SYNOPSIS"] + Verb.synopsis.flatMap { [plain($0), ".br"] }.dropLast() }

  private static var description: [String] {
    [
      ".SH DESCRIPTION", plain(Command.summary),
      plain("Without a command it serves until SIGTERM or SIGINT."),
      ".PP", plain("`navigation` has the commands that need no server; `navigation help` tells them."),
    ]
  }

  private static var commands: [String] {
    [".SH COMMANDS"]
      + Verb.allCases.flatMap { verb in
        entry([bold(verb.rawValue), plain(verb.arguments)], verb.help)
          + verb.options.flatMap { [".br", bold("--" + $0.name) + ": " + plain($0.help)] }
      }
  }

  private static var options: [String] {
    let own = Option.all.flatMap { option in
      entry([bold("--" + option.name), option.entry.placeholder.map(italic) ?? ""], option.entry.help) + [
        ".br", "Variable: " + bold(option.variable),
      ]
    }
    return [".SH OPTIONS"] + own
      + ArgumentReader.questions.flatMap { entry([bold($0.short) + ", " + bold($0.long)], $0.help) }
  }

  private static var environment: [String] { [".SH ENVIRONMENT", plain(Command.variables)] }

  private static var exitStatus: [String] {
    [".SH EXIT STATUS"] + ExitCode.allCases.flatMap { entry([bold("\($0.rawValue)")], $0.meaning) }
      + entry([bold("128 + the signal")], "ended by a second signal")
  }

  /// The files of the Debian package.
  private static var files: [String] {
    [".SH FILES"] + entry([italic("/etc/default/navigation-server")], "variables of the service, each as a comment")
      + entry([italic("/var/lib/navigation-server/sessions.db")], "sessions of the service")
  }

  private static var furtherReading: [String] {
    [
      ".SH SEE ALSO", bold("systemctl") + "(1)", ".PP",
      plain("A running server describes its interface at /openapi.yaml."),
    ]
  }

  /// A term and its meaning.
  private static func entry(_ term: [String], _ meaning: String) -> [String] {
    [".TP", term.filter { !$0.isEmpty }.joined(separator: " "), plain(meaning)]
  }

  private static func bold(_ text: String) -> String { #"\fB"# + plain(text) + #"\fR"# }
  private static func italic(_ text: String) -> String { #"\fI"# + plain(text) + #"\fR"# }

  /// Text without formatter requests; text between backticks is bold.
  private static func plain(_ text: String) -> String {
    let escaped = text.escaping(["\\": #"\e"#, "-": #"\-"#, "'": #"\(aq"#, "…": "..."])
    let parts = escaped.split(separator: "`", omittingEmptySubsequences: false).enumerated()
    let line = parts.map { $0.offset.isMultiple(of: 2) ? String($0.element) : #"\fB\#($0.element)\fR"# }.joined()
    return line.hasPrefix(".") ? #"\&"# + line : line
  }

  /// Every option as a variable, commented out: `/etc/default/navigation-server` of the Debian package.
  static var environmentFile: String {
    let entries = Option.all.map { option in
      """
      # \(option.entry.help)\(option.value.isRepeatable ? ", with commas" : "")\(option.isPlace ? "; not beside navigation-server.socket" : "")
      #\(option.variable)=\(option.entry.placeholder ?? "true")

      """
    }
    return """
      # Variables of navigation-server, which navigation-server.service reads when it starts. Defaults are in brackets. Remove
      # the "#" to set a variable.

      \(entries.joined(separator: "\n"))
      """
  }
}

extension ExitCode {
  /// The meaning, in the words of the README's table.
  var meaning: String {
    switch self {
    case .done:
      "stopped on request; `healthcheck`, `check`, `explore` or `verify` found no fault, `backup` or `copy` succeeded"
    case .failed: "`healthcheck`, `check`, `explore` or `verify` found a fault, or the baseline differs"
    case .bounded: "`explore` ended at a bound that its baseline does not accept, before it had seen every state"
    case .usage: "an option or the key file is invalid, or two options contradict each other"
    case .data:
      "the store is damaged, another program's, incomplete or of another schema; `copy` found its target not "
        + "empty, or not the same; a file of `demo`, `explore` or `verify` is refused"
    case .noInput: "`check`, `backup`, `copy`, `demo`, `explore` or `verify` found no file"
    case .unavailable: "the address, the port, the socket or the store is in use or unavailable"
    case .system: "the system refused another resource, such as descriptors or the store's file"
    case .cannotCreate:
      "`backup` cannot write its file, or a file of that name exists; `explore` or `verify` cannot write theirs"
    case .noPrivilege: "the database's user lacks a privilege"
    }
  }
}
