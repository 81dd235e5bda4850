/// What the server prints about its own command line, all of it from `Option.all` and `Verb`.
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

extension String {
  /// With another text in place of each of these characters.
  func escaping(_ characters: [Character: String]) -> String { map { characters[$0] ?? String($0) }.joined() }
}
