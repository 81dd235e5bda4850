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

extension String {
  /// Replaces each of these characters by its text.
  func escaping(_ characters: [Character: String]) -> String { map { characters[$0] ?? String($0) }.joined() }
}
