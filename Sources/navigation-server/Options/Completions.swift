import Commands
import Navigation

/// A shell that completes command lines, and the script that makes it: all from the tables of options and commands.
enum Completions: String, CaseIterable {
  case bash, zsh

  var text: String {
    switch self {
    case .bash: Self.bashScript
    case .zsh: Self.zshScript
    }
  }

  /// Every option, of the server and of its commands.
  private static let options: [(entry: VerbOption, isRepeatable: Bool)] =
    Option.all.map { ($0.entry, $0.value.isRepeatable) } + Verb.allCases.flatMap(\.options).map { ($0, false) }

  private static var bashScript: String {
    let names = options.map { "--" + $0.entry.name } + ArgumentReader.questions.map(\.long)
    let arms =
      options.compactMap { arm("--" + $0.entry.name, $0.entry.value) }
      + Verb.allCases.compactMap { arm($0.rawValue, $0.value) }
    return """
      # Completions of navigation-server for bash, printed by "navigation-server completions bash".

      _navigation_server() {
        local current=${COMP_WORDS[COMP_CWORD]} place=$((COMP_CWORD - 1)) colon='' key words
        # "=" and ":" are words of their own.
        if [[ $current == [=:] ]]; then current='' place=$COMP_CWORD; fi
        if [[ ${COMP_WORDS[place]} == : ]]; then colon=: place=$((place - 2)); fi
        if [[ ${COMP_WORDS[place]} == = ]]; then place=$((place - 1)); fi
        key=${COMP_WORDS[place]}$colon
        if [[ $current == -* ]]; then key=''; fi
        COMPREPLY=()
        case $key in
      \(arms.joined(separator: "\n"))
          *)
            words='\(names.joined(separator: " "))'
            if ((COMP_CWORD == 1)); then words="\(Verb.allCases.map(\.rawValue).joined(separator: " ")) $words"; fi
            ;;
        esac
        mapfile -t COMPREPLY < <(compgen -W "$words" -- "$current")
        if [[ ${#COMPREPLY[@]} -eq 1 && ${COMPREPLY[0]} == *: ]]; then compopt -o nospace 2>/dev/null; fi
      }
      _navigation_server_files() {
        compopt -o filenames 2>/dev/null
        mapfile -t COMPREPLY < <(compgen -f -- "$1")
      }
      complete -F _navigation_server navigation-server

      """
  }

  /// The completions of bash after a word; nil where that is an option.
  private static func arm(_ word: String, _ value: VerbOption.Value) -> String? {
    switch value {
    case .none: return nil
    case .any: return "    \(word)) return ;;"
    case .file: return #"    \#(word)) _navigation_server_files "$current"; return ;;"#
    case .words(let words):
      let isPath = words.contains { $0.hasSuffix(":") }
      return "    \(word)) words='\(words.joined(separator: " "))' ;;"
        + (isPath ? "\n" + #"    \#(word):) _navigation_server_files "$current"; return ;;"# : "")
    }
  }

  private static var zshScript: String {
    let verbs = Verb.allCases.map { "    " + quoted("\($0.rawValue):\($0.help)") }
    let behind = Verb.allCases.compactMap { verb in action(verb.value).map { "    \(verb.rawValue)) \($0) ;;" } }
    let specifications =
      options.map { entry, isRepeatable in
        let action = action(entry.value).map { "{ \($0.escaping([":": #"\:"#])) }" } ?? " "
        let value = entry.placeholder.map { ":\($0):\(action)" } ?? ""
        let name = (isRepeatable ? "*" : "") + "--" + entry.name + (value.isEmpty ? "" : "=")
        return quoted("\(name)[\(bracketed(entry.help))]\(value)")
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
      \(specifications.map { "    " + $0 }.joined(separator: " \\\n"))
      }
      # The file is a function's body where zsh loads it, and a script where it is sourced.
      if [[ $funcstack[1] == _navigation-server ]]; then _navigation-server "$@"; else compdef _navigation-server navigation-server; fi

      """
  }

  /// The action of zsh that completes a value; nil without one.
  private static func action(_ value: VerbOption.Value) -> String? {
    switch value {
    case .none, .any: return nil
    case .file: return "_files"
    case .words(let words):
      let whole = words.filter { !$0.hasSuffix(":") }
      let offers = whole.isEmpty ? "" : "compadd " + whole.joined(separator: " ")
      return words.filter { $0.hasSuffix(":") }.reduce(offers) { rest, prefix in
        let others = rest.isEmpty ? "" : rest + "; "
        return #"if compset -P "\#(prefix)"; then _files; else \#(others)compadd -S "" \#(prefix); fi"#
      }
    }
  }

  private static func bracketed(_ text: String) -> String { text.escaping(["\\": #"\\"#, "[": #"\["#, "]": #"\]"#]) }
  private static func quoted(_ text: String) -> String { "'" + text.escaping(["'": #"'\''"#]) + "'" }
}
