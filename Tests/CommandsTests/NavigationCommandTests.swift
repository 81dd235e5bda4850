import Foundation
import NavigationPicture
import Testing

@testable import Commands
@testable import Navigation

/// The command line of `navigation`.
@Suite struct NavigationCommandTests {
  @Test(arguments: [
    (["explore"], "explore needs DESIGN, a file to read"),
    (["explore", "a", "b"], "unexpected argument: b"),
    (["verify", "a"], "verify needs LOG, a file to read"),
    (["verify", "a", "b", "--write", "c"], "--write needs --suggest"), (["way", "a"], "way needs LOG, a file to read"),
    (["explore", "a", "--locators", "c"], "--locators needs --ways DIR"),
    (["picture", "a", "b"], "unexpected argument: b"),
    (["picture", "a", "--format", "png"], "--format is one of text, svg, not \"png\""),
    (["explore", "a", "--format"], "--format needs a value: FORMAT"),
    (["explore", "a", "--all", "--all"], "--all is given twice"),
    (["explore", "a", "--state", "3"], "unknown option: --state. Did you mean --states?"),
    (["explore", "-x"], "unknown option: -x"),
    (["explre", "a"], "unknown command: explre. Did you mean explore?"),
    ([], "it needs a command: explore, verify, way, picture, version, help"),
  ])
  func `what it does not know is refused`(arguments: [String], message: String) {
    let error = #expect(throws: OptionError.self) { try NavigationCommand(arguments: arguments) }
    #expect(error?.message == message)
  }

  private static func word(_ arguments: [String]) throws -> String {
    switch try NavigationCommand(arguments: arguments) {
    case .design(.explore): "explore"
    case .design(.verify): "verify"
    case .design(.way): "way"
    case .design(.picture): "picture"
    case .version: "version"
    case .help: "help"
    }
  }

  @Test(arguments: [
    (["explore", "-"], "explore"), (["explore", "--states=7", "a", "--all"], "explore"), (["picture", "a"], "picture"),
    (["verify", "a", "b", "--suggest"], "verify"), (["way", "a", "b", "--output", "c"], "way"),
    (["version"], "version"), (["--version"], "version"), (["-v"], "version"), (["help"], "help"), (["-h"], "help"),
    (["explore", "--help"], "help"),
  ])
  func `a command is read`(arguments: [String], word: String) throws { #expect(try Self.word(arguments) == word) }

  @Test(arguments: DesignVerb.allCases) func `the help of a command has its options, and no others`(_ verb: DesignVerb)
  {
    for arguments in [[verb.rawValue, "--help"], ["help", verb.rawValue], ["-h", verb.rawValue]] {
      guard case .help(verb)? = try? NavigationCommand(arguments: arguments) else {
        Issue.record("\(arguments)")
        continue
      }
    }
    let help = verb.ownHelp(of: "navigation")
    #expect(help.hasPrefix("usage: navigation \(verb.rawValue) [OPTION…] \(verb.files.joined(separator: " "))\n"))
    let rows = help.matches(of: #/(?m)^  (--[a-z]+(?: [A-Z]+)?)  /#).map { String($0.1) }
    #expect(rows == verb.options.map(\.written))
  }

  @Test func `the help has every command and every option`() {
    for verb in DesignVerb.allCases {
      #expect(NavigationCommand.helpText.contains("navigation \(verb.rawValue) \(verb.arguments)\n"))
      for option in verb.options { #expect(NavigationCommand.helpText.contains("    \(option.written)  ")) }
    }
    #expect(NavigationCommand.helpText.contains("\n  version  "))
  }

  @Test func `the manual has every command and every option`() throws {
    let tests = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    let path = tests.deletingLastPathComponent().appending(path: "Sources/Commands/README.md")
    let manual = try String(contentsOf: path, encoding: .utf8)
    let rows = manual.matches(of: /(?m)^\| `(--[a-z]+(?: [A-Z]+)?)` \|/).map { String($0.1) }
    let options = [DesignVerb.explore, .verify, .way].flatMap(\.options)
    #expect(rows.sorted() == options.map(\.written).sorted())
    for verb in DesignVerb.allCases {
      let files = verb.files.joined(separator: " ")
      #expect(manual.contains("| `navigation \(verb.rawValue) \(files)` |"))
      for option in verb.options { #expect(manual.contains("--\(option.name)")) }
    }
  }

  /// A folder of its own, which is deleted.
  private func inFolder(_ work: (URL) async throws -> Void) async throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "navigation-\(UUID())")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    try await work(folder)
  }

  @Test func `its files, and how it ends`() async throws {
    try await inFolder { folder in
      func path(_ name: String) -> String { folder.appending(path: name).path }
      func run(_ arguments: String...) async -> ExitCode { await NavigationCommand.run(arguments) }
      try Data(Sample.file.utf8).write(to: folder.appending(path: "app.json"))
      try Data(#"{"layout": {"name": "stack"}}"#.utf8).write(to: folder.appending(path: "bad.json"))
      #expect(await run("explore", path("no.json")) == .noInput)
      #expect(await run("explore", path("bad.json")) == .data)
      #expect(await run("explore", "--format", "xml", path("app.json")) == .usage)
      #expect(await run("explore", "--states", "3", path("app.json")) == .bounded)
      let own = ["explore", path("app.json"), "--baseline", path("baseline")]
      #expect(await NavigationCommand.run(own) == .noInput)
      #expect(await NavigationCommand.run(own + ["--update"]) == .done)
      #expect(await NavigationCommand.run(own) == .done)
      #expect(await run("explore", path("app.json"), "--baseline", path("a/b"), "--update") == .cannotCreate)
      #expect(await run("picture", path("app.json"), "--format", "svg", "--output", path("app.svg")) == .done)
      let picture = try Design(json: Sample.file.utf8).picture()
      #expect(try Array(Data(contentsOf: folder.appending(path: "app.svg"))) == picture.svg(sheet: .embedded))
      #expect(await run("picture", path("bad.json")) == .data)
      #expect(await run("picture", path("app.json"), "--output", path("a/b")) == .cannotCreate)
    }
  }

  @Test func `a log: how verify and way end, and what they write`() async throws {
    try await inFolder { folder in
      func path(_ name: String) -> String { folder.appending(path: name).path }
      func run(_ arguments: String...) async -> ExitCode { await NavigationCommand.run(arguments) }
      func write(_ name: String, _ text: String) throws { try Data(text.utf8).write(to: folder.appending(path: name)) }
      let start = #"{"visible": ["inbox", "none"]}"#
      let narrow = #"{"transition": {"type": "setMultitasking", "multitasking": "slideOver"}, "visible": ["inbox"]}"#
      let letter = #"{"transition": "Open letter", "visible": ["inbox", "letter"]}"#
      try write("app.json", Sample.file)
      try write("given.json", Sample.file.replacing(#""topColumnForCollapsing": "primary""#, with: ""))
      try write("log", [start, letter, narrow].joined(separator: "\n"))
      try write("bad", "[")
      #expect(await run("verify", path("app.json"), path("log")) == .done)
      #expect(await run("verify", path("given.json"), path("log"), "--format", "json") == .failed)
      #expect(await run("verify", path("given.json"), path("bad")) == .data)
      #expect(await run("verify", path("bad"), path("log")) == .data)
      #expect(await run("verify", path("app.json"), path("no")) == .noInput)
      #expect(
        await run("verify", path("given.json"), path("log"), "--suggest", "--write", path("learned")) == .failed)
      #expect(await run("verify", path("learned"), path("log")) == .done)
      #expect(await run("verify", path("app.json"), path("log"), "--suggest", "--write", path("a/b")) == .cannotCreate)
      #expect(await run("way", path("app.json"), path("log"), "--output", path("ways")) == .done)
      #expect(await run("way", path("app.json"), path("log"), "--output", path("a/b")) == .cannotCreate)
      #expect(await run("way", path("given.json"), path("log")) == .data)
      #expect(await run("way", path("app.json"), path("log"), "--locators", path("bad")) == .data)
      #expect(await run("explore", path("app.json"), "--ways", path("ways")) == .failed)
      let files = try FileManager.default.contentsOfDirectory(atPath: path("ways")).sorted()
      let findings = try Design(json: Sample.file.utf8).explore().answer.findings.filter { !$0.examples.isEmpty }
      #expect(files.count == 2 + 2 * findings.count && !findings.isEmpty, "\(files)")
      #expect(files.contains("WayToInboxSlideOver.swift") && files.contains("WayToInboxSlideOver.yaml"), "\(files)")
    }
  }

  @Test func `a file is read and written as it is`() async throws {
    try await inFolder { folder in
      let (path, bytes) = (folder.appending(path: "bytes").path, (0..<200_000).map { UInt8(truncatingIfNeeded: $0) })
      try Files.write(bytes, to: path)
      #expect(try Files.read(path) == bytes)
      try Files.write([1], to: path)
      #expect(try Files.read(path) == [1])
      #expect(throws: FileError.self) { try Files.read(folder.path) }
    }
  }
}
