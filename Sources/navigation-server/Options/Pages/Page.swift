/// A page about the command line, generated from `Option.all` and `Verb`.
enum Page: Sendable {
  case manual
  case completions(Shell)
  case environment

  var text: String {
    switch self {
    case .manual: ManualPage.text
    case .completions(.bash): BashCompletions.text
    case .completions(.zsh): ZshCompletions.text
    case .completions(.fish): FishCompletions.text
    case .environment: EnvironmentFile.text
    }
  }
}

/// Every option as a variable, commented out: `/etc/default/navigation-server` of the Debian package.
enum EnvironmentFile {
  static var text: String {
    let entries = Option.all.map { option in
      """
      # \(option.help)\(option.isRepeatable ? ", with commas" : "")\(option.isPlace ? "; not beside navigation-server.socket" : "")
      #\(option.variable)=\(option.placeholder ?? "true")

      """
    }
    return """
      # Variables of navigation-server, which navigation-server.service reads when it starts. Defaults are in brackets. Remove
      # the "#" to set a variable.

      \(entries.joined(separator: "\n"))
      """
  }
}
