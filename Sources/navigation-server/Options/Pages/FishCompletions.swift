import Commands
import Navigation

/// Completions for fish.
enum FishCompletions {
  static var text: String {
    let verbs = Verb.allCases.map { "-n __fish_is_first_token -a \($0.rawValue) -d \(quoted($0.help))" }
    let behind = Verb.allCases.compactMap { verb in
      switch verb.value {
      case .none, .any: nil as String?
      case .file: "-n '__fish_seen_subcommand_from \(verb.rawValue)' -F"
      case .words(let words): "-n '__fish_seen_subcommand_from \(verb.rawValue)' -a '\(words.joined(separator: " "))'"
      }
    }
    let options = Option.all.map { "-l \($0.name)\(value($0.value)) -d \(quoted($0.help))" }
    let own = Verb.allCases.flatMap { verb in
      verb.options.map {
        "-n '__fish_seen_subcommand_from \(verb.rawValue)' -l \($0.name)\(value($0.value)) -d \(quoted($0.help))"
      }
    }
    let questions = ArgumentReader.questions.map {
      "-s \($0.short.dropFirst()) -l \($0.long.dropFirst(2)) -d \(quoted($0.help))"
    }
    let lines = ["-f"] + verbs + behind + options + own + questions
    return """
      # Completions of navigation-server for fish, printed by "navigation-server completions fish".

      \(lines.map { "complete -c navigation-server " + $0 }.joined(separator: "\n"))

      """
  }

  private static func value(_ value: VerbOption.Value) -> String {
    switch value {
    case .none: ""
    case .any: " -x"
    case .file: " -r -F"
    case .words(let words): " -x -a '\(words.joined(separator: " "))'"
    }
  }

  private static func quoted(_ text: String) -> String { "'" + text.escaping(["\\": #"\\"#, "'": #"\'"#]) + "'" }
}
