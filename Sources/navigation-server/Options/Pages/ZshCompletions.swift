import Commands
import Navigation

/// Completions for zsh.
enum ZshCompletions {
  static var text: String {
    let verbs = Verb.allCases.map { "    " + quoted("\($0.rawValue):\($0.help)") }
    let behind = Verb.allCases.compactMap { verb in action(verb.value).map { "    \(verb.rawValue)) \($0) ;;" } }
    let options =
      Option.all.map { option in
        let name = (option.isRepeatable ? "*" : "") + "--" + option.name + (option.value == .none ? "" : "=")
        let value =
          option.placeholder.map { ":\($0):\(action(option.value).map { "{ \($0.escaping([":": #"\:"#])) }" } ?? " ")" }
          ?? ""
        return quoted("\(name)[\(bracketed(option.help))]\(value)")
      }
      + Verb.allCases.flatMap(\.options).map { option in
        let value = option.placeholder.map { ":\($0):\(action(option.value).map { "{ \($0) }" } ?? " ")" } ?? ""
        return quoted("--\(option.name)\(value.isEmpty ? "" : "=")[\(bracketed(option.help))]\(value)")
      }
      + ArgumentReader.questions.flatMap { question in
        [question.short, question.long].map { quoted("\($0)[\(bracketed(question.help))]") }
      }
    return """
      #compdef navigation-server
      # Completions of navigation-server for zsh, printed by "navigation-server completions zsh".

      _navigation-server_commands() {
        local -a commands=(
      \(verbs.joined(separator: "\n"))
        )
        _describe command commands
      }
      _navigation-server_argument() {
        case $words[2] in
      \(behind.joined(separator: "\n"))
        esac
      }
      _navigation-server() {
        _arguments '1: :_navigation-server_commands' '2: :_navigation-server_argument' \\
      \(options.map { "    " + $0 }.joined(separator: " \\\n"))
      }
      # The file is a function's body where zsh loads it, and a script where it is sourced.
      if [[ $funcstack[1] == _navigation-server ]]; then _navigation-server "$@"; else compdef _navigation-server navigation-server; fi

      """
  }

  /// The action that completes a value; nil without one.
  private static func action(_ value: VerbOption.Value) -> String? {
    switch value {
    case .none, .any: return nil
    case .file: return "_files"
    case .words(let words):
      let whole = words.filter { !$0.hasSuffix(":") }
      let offers = (whole.isEmpty ? [] : ["compadd " + whole.joined(separator: " ")])
      let prefixes = words.filter { $0.hasSuffix(":") }
      return prefixes.reduce(offers.joined()) { rest, prefix in
        #"if compset -P "\#(prefix)"; then _files; else \#(rest); compadd -S "" \#(prefix); fi"#
      }
    }
  }

  private static func bracketed(_ text: String) -> String { text.escaping(["\\": #"\\"#, "[": #"\["#, "]": #"\]"#]) }
  private static func quoted(_ text: String) -> String { "'" + text.escaping(["'": #"'\''"#]) + "'" }
}
