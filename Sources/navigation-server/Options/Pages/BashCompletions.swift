import Commands

/// Completions for bash.
enum BashCompletions {
  static var text: String {
    let own = Verb.allCases.flatMap(\.options)
    let options = (Option.all.map(\.name) + own.map(\.name)).map { "--" + $0 } + ArgumentReader.questions.map(\.long)
    let verbs = Verb.allCases.map(\.rawValue)
    let arms =
      Option.all.compactMap { arm("--" + $0.name, $0.value) } + own.compactMap { arm("--" + $0.name, $0.value) }
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
            words='\(options.joined(separator: " "))'
            if ((COMP_CWORD == 1)); then words="\(verbs.joined(separator: " ")) $words"; fi
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

  /// The completions after a word; nil where that is an option.
  private static func arm(_ word: String, _ value: VerbOption.Value) -> String? {
    switch value {
    case .none: return nil
    case .any: return "    \(word)) return ;;"
    case .file: return #"    \#(word)) _navigation_server_files "$current"; return ;;"#
    case .words(let words):
      let arms = ["    \(word)) words='\(words.joined(separator: " "))' ;;"]
      let isPath = words.contains { $0.hasSuffix(":") }
      return (arms + (isPath ? [#"    \#(word):) _navigation_server_files "$current"; return ;;"#] : [])).joined(
        separator: "\n")
    }
  }
}
