import Navigation

/// The table of commands about a design: name, arguments, options, help text. `navigation` has all of them, and
/// `navigation-server` those of its own table.
package enum DesignVerb: String, CaseIterable, Sendable {
  case explore, verify, way, picture

  /// The names of the files that it needs.
  package var files: [String] {
    switch self {
    case .explore, .picture: ["DESIGN"]
    case .verify, .way: ["DESIGN", "LOG"]
    }
  }

  package var help: String {
    switch self {
    case .explore: "looks at every state of the app in DESIGN, a body of POST /v1/explore; - for standard input"
    case .verify: "plays an app's own LOG on its DESIGN, and tells the first difference"
    case .way: "makes a test on the app's simulator of a LOG: an XCUITest, or a flow of Maestro"
    case .picture: "draws the app in DESIGN as it starts"
    }
  }

  package var options: [VerbOption] {
    switch self {
    case .explore:
      [
        VerbOption(
          name: "format", placeholder: "FORMAT", help: "text, json, junit, github or markdown (text)",
          words: ExploreFormat.allCases.map(\.rawValue)),
        VerbOption(name: "baseline", placeholder: "FILE", help: "compare with this file: what it has is accepted"),
        VerbOption(name: "update", help: "write the baseline anew"),
        VerbOption(name: "all", help: "tell each way to a finding, and each of its windows"),
        VerbOption(name: "suggest", help: "search with other answers of the delegate, too: which mends what is found"),
        VerbOption(
          name: "ways", placeholder: "DIR", help: "write a test on the app's simulator for each finding"),
        VerbOption(name: "locators", placeholder: "FILE", help: "identifiers of controls, by the names of moves"),
        VerbOption(
          name: "states", placeholder: "COUNT", help: "states of the search, before those of the file (50000)"),
        VerbOption(name: "bytes", placeholder: "BYTES", help: "approximate bytes of the search (268435456)"),
        VerbOption(name: "jobs", placeholder: "COUNT", help: "cores at once (all); what is found is the same"),
      ]
    case .verify:
      [
        VerbOption(
          name: "format", placeholder: "FORMAT", help: "text or json (text)",
          words: VerifyCommand.Format.allCases.map(\.rawValue)),
        VerbOption(name: "suggest", help: "try other answers of the delegate, too: which agree with more of the log"),
        VerbOption(name: "write", placeholder: "FILE", help: "write the design with the answers that agree with most"),
      ]
    case .way:
      [
        VerbOption(
          name: "format", placeholder: "FORMAT", help: "xcuitest or maestro (xcuitest)",
          words: WayCommand.Format.allCases.map(\.rawValue)),
        VerbOption(name: "output", placeholder: "DIR", help: "write both into this folder (standard output)"),
        VerbOption(name: "locators", placeholder: "FILE", help: "identifiers of controls, by the names of moves"),
      ]
    case .picture:
      [
        VerbOption(
          name: "format", placeholder: "FORMAT", help: "text, or svg with its colours (text)",
          words: PictureCommand.Format.allCases.map(\.rawValue)),
        VerbOption(name: "output", placeholder: "FILE", help: "write to this file (standard output)"),
      ]
    }
  }

  /// As in a synopsis: its options, then its files.
  package var arguments: String {
    (options.map { "[\($0.written)]" } + files).joined(separator: " ")
  }

  /// The text of `--help` after it.
  ///
  /// - Parameter program: the one that has it.
  package func ownHelp(of program: String) -> String {
    """
    usage: \(program) \(rawValue) [OPTION…] \(files.joined(separator: " "))

    \(help.prefix(1).uppercased() + help.dropFirst()).

    \(HelpColumns.text(options.map { ($0.written, $0.help) }))

    """
  }
}

/// An option of one command.
package struct VerbOption: Sendable {
  package let name: String
  /// Nil for a flag.
  package let placeholder: String?
  package let help: String
  package let isRequired: Bool
  private let words: [String]

  package init(name: String, placeholder: String? = nil, help: String, words: [String] = [], isRequired: Bool = false) {
    (self.name, self.placeholder, self.help) = (name, placeholder, help)
    (self.words, self.isRequired) = (words, isRequired)
  }

  /// As in a synopsis.
  package var written: String { "--" + name + (placeholder.map { " " + $0 } ?? "") }

  /// The completions of a value.
  package enum Value: Hashable, Sendable {
    /// Takes no value.
    case none
    /// A value without completions.
    case any
    /// A file name.
    case file
    /// One of these words; one ending with a colon continues with a file name.
    case words([String])
  }

  package var value: Value {
    switch placeholder {
    case nil: .none
    case _ where !words.isEmpty: .words(words)
    case "FILE", "PATH": .file
    case _?: .any
    }
  }
}
