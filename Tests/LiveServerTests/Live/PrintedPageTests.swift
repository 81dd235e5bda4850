import Foundation
import Testing

/// The printed descriptions of the command line: manual page, completions and variables. All have the options of
/// `--help`.
@Suite struct PrintedPageTests {
  private static let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()

  private static func page(_ arguments: String...) async throws -> String {
    let run = try await Run(LiveServer.executable, arguments, environment: ["NAVIGATION_PORT": "no"])
    #expect(run.end == .exit(0) && run.error.isEmpty, "\(arguments) \(run.error)")
    return run.output
  }

  /// A page without the escapes of its formatter or shell.
  private static func plain(_ page: String) -> String {
    [(#"\-"#, "-"), (#"\(aq"#, "'"), (#"'\''"#, "'"), (#"\'"#, "'"), (#"\["#, "["), (#"\]"#, "]")].reduce(page) {
      $0.replacingOccurrences(of: $1.0, with: $1.1)
    }
  }

  /// The options of the server, those of one command, and the commands of `--help`, with their texts.
  private static func table() async throws -> (
    options: [String: String], own: [String: String], commands: [String: String]
  ) {
    let help = try await page("--help")
    func rows(_ pattern: Regex<(Substring, Substring, Substring)>) -> [String: String] {
      Dictionary(
        help.matches(of: pattern).map { (String($0.1), String($0.2)) }, uniquingKeysWith: { first, _ in first })
    }
    let options = rows(/(?m)^  (?:-[a-z], )?--([a-z-]+)(?: [A-Z]+)? +(.+)$/)
    let own = rows(/(?m)^    --([a-z-]+)(?: [A-Z]+)? +(.+)$/)
    let commands = rows(/(?m)^  ([a-z]+)  +(.+)$/)
    #expect(
      options.count > 20 && own["baseline"] != nil && commands.count > 5 && options["version"] != nil
        && commands["demo"] != nil)
    return (options, own, commands)
  }

  /// The command for a page, its notation of an option, and whether it has the texts.
  @Test(
    arguments: [
      (["man"], #"fB--([a-z-]+)\\fR"#, true), (["completions", "bash"], #"--([a-z][a-z-]*)(?=[ '])"#, false),
      (["completions", "zsh"], #"--([a-z-]+)"#, true),
    ] as [([String], String, Bool)])
  func `a page has every option and every command, and no other option`(page: [String], pattern: String, hasTexts: Bool)
    async throws
  {
    let (options, own, commands) = try await Self.table()
    let text = Self.plain(try await Run(LiveServer.executable, page).output)
    let names = text.matches(of: try Regex(pattern, as: (Substring, Substring).self)).map { String($0.1) }
    #expect(Set(names).symmetricDifference(options.keys).symmetricDifference(own.keys) == [])
    for (name, help) in options.merging(own, uniquingKeysWith: { first, _ in first }) where hasTexts {
      #expect(text.contains(help), "--\(name): \(help)")
    }
    for (name, help) in commands {
      #expect(
        text.contains(try Regex("(?m)(^|[^a-z])\(name)($|[^a-z])")) && (!hasTexts || text.contains(help)),
        "\(name): \(help)")
    }
    #expect(text.utf8.max() ?? 0 < 128)
  }

  @Test func `each variable of an option is in the file, as a comment`() async throws {
    let options = try await Self.table().options.keys.filter { $0 != "help" && $0 != "version" }
    let variables = Set(options.map { "NAVIGATION_" + $0.uppercased().replacing("-", with: "_") })
    let lines = try await Self.page("environment").split(separator: "\n")
    #expect(lines.allSatisfy { $0.hasPrefix("#") })
    let written = lines.compactMap { $0.wholeMatch(of: /#(NAVIGATION_[A-Z_]+)=\S+/).map { String($0.1) } }
    #expect(Set(written) == variables && written.count == variables.count)
    let manual = try await Self.page("man").matches(of: /Variable: \\fB(\w+)\\fR/).map { String($0.1) }
    #expect(manual == written)
  }

  @Test func `the manual page's exit codes are the README's`() async throws {
    let readme = try String(
      contentsOf: Self.root.appending(path: "Sources/navigation-server/README.md"), encoding: .utf8)
    let table = readme.split(separator: "| Exit code |")[1].prefix(while: { $0 != "#" })
    let rows = table.matches(of: /(?m)^\| (\d+[^|]*) \| (.+) \|$/).map {
      "\($0.1): \($0.2)".replacingOccurrences(of: "`", with: "")
    }
    let manual = Self.plain(try await Self.page("man")).split(separator: ".SH EXIT STATUS\n")[1].prefix(while: {
      $0 != "S"
    })
    let entries = manual.matches(of: /\.TP\n\\fB([^\\]+)\\fR\n(.+)\n/).map {
      "\($0.1): \($0.2)".replacingOccurrences(of: #"\fB"#, with: "").replacingOccurrences(of: #"\fR"#, with: "")
    }
    #expect(entries == rows && rows.count > 5)
  }

  /// The words after the command's name, and bash's completions of the last one. `=` and `:` are separate words.
  @Test(
    arguments: [
      (["--st"], ["--store", "--store-connections", "--states"]),
      (["de"], ["demo"]),
      (["demo", "de"], []),
      (["demo", "--port", "0", "--drain"], ["--drain-timeout"]),
      (["--port", ""], []),
      (["--port", "--sh"], ["--shards"]),
      (["--allow-anonymous", "--v"], ["--version"]),
      (["--durability", ""], ["full", "normal"]),
      (["--durability", "="], ["full", "normal"]),
      (["--log-level", "=", "e"], ["error"]),
      (["--store", "s"], ["sqlite:"]),
      (["--store", "sqlite", ":", "/et"], ["/etc"]),
      (["--store", "=", "sqlite", ":", "/et"], ["/etc"]),
      (["--api-key-file", "/et"], ["/etc"]),
      (["completions", ""], ["bash", "zsh"]),
      (["backup", "--store", "sqlite", ":", "a", "/et"], []),
      (["backup", "/et"], ["/etc"]),
      (["backup", "--sto"], ["--store", "--store-connections"]),
    ] as [([String], [String])])
  func `bash offers the possible completions`(words: [String], offered: [String]) async throws {
    let script = #"""
      source <("$0" completions bash)
      COMP_WORDS=(navigation-server "$@") COMP_CWORD=$#
      _navigation_server
      for word in "${COMPREPLY[@]}"; do printf '%s\n' "$word"; done
      """#
    let run = try await Run("/bin/bash", ["-uc", script, LiveServer.executable] + words)
    #expect(run.end == .exit(0) && run.error.isEmpty, "\(run)")
    #expect(run.output.split(separator: "\n").map(String.init) == offered)
  }
}
