import Navigation
import NavigationPicture

/// A command about a design, with its options.
package enum DesignCommand: Sendable {
  case explore(ExploreCommand)
  case verify(VerifyCommand)
  case way(WayCommand)
  case picture(PictureCommand)

  /// - Parameters:
  ///   - names: the arguments beside the options.
  ///   - own: the values of the command's own options.
  package init(_ verb: DesignVerb, _ names: [String], _ own: [String: String]) throws(OptionError) {
    guard names.count >= verb.files.count else {
      throw OptionError("\(verb.rawValue) needs \(verb.files[names.count]), a file to read")
    }
    guard names.count == verb.files.count else {
      throw OptionError("unexpected argument: \(names[verb.files.count])")
    }
    self =
      switch verb {
      case .explore: .explore(try ExploreCommand(file: names[0], own))
      case .verify: .verify(try VerifyCommand(design: names[0], log: names[1], own))
      case .way: .way(try WayCommand(design: names[0], log: names[1], own))
      case .picture: .picture(try PictureCommand(file: names[0], own))
      }
  }

  /// Performs it; what ends it early is told on standard error.
  ///
  /// - Parameter program: the name in which that is told.
  package func run(as program: String) async -> ExitCode {
    do throws(CommandFailure) {
      return switch self {
      case .explore(let command): try await command.run()
      case .verify(let command): try command.run()
      case .way(let command): try command.run()
      case .picture(let command): try command.run()
      }
    } catch {
      StandardStream.error.report(error.message, as: program)
      return error.exit
    }
  }
}

/// `explore`: looks at every state of an app.
package struct ExploreCommand: Sendable {
  private static let jobCounts = 1...256
  private static let byteCounts = 1_048_576...1_099_511_627_776
  /// States that are handed out at once, of each job.
  private static let statesAtOnce = 256

  /// Ways to a finding, of which one is chosen whose windows a simulator can do. More would take the room of the others.
  private static let waysToChooseFrom = 8

  private let file: String
  private let format: ExploreFormat
  private let baseline: String?
  private let updates: Bool
  private let reportsAll: Bool
  private let suggests: Bool
  /// The folder for a test of each finding; nil for none.
  private let ways: String?
  private let locators: String?
  /// Nil: those of the file.
  private let states: Int?
  private let jobs: Int
  private let bytes: Int

  /// - Parameter own: the values of the command's own options.
  init(file: String, _ own: [String: String]) throws(OptionError) {
    self.file = file
    format = try OptionError.word("format", own, .text)
    (baseline, updates) = (own["baseline"], own["update"] != nil)
    guard !updates || baseline != nil else { throw OptionError("--update needs --baseline FILE") }
    (reportsAll, suggests) = (own["all"] != nil, own["suggest"] != nil)
    (ways, locators) = (own["ways"], own["locators"])
    guard locators == nil || ways != nil else { throw OptionError("--locators needs --ways DIR") }
    states = try OptionError.number("states", own, in: Design.stateCounts)
    jobs = try OptionError.number("jobs", own, in: Self.jobCounts) ?? Machine.processors
    bytes = try OptionError.number("bytes", own, in: Self.byteCounts) ?? SearchLimits.usual.bytes
  }

  func run() async throws(CommandFailure) -> ExitCode {
    let bytes = try CommandFailure.bytes(of: file)
    var explored: Explored
    do throws(Problem) { explored = try await explore(bytes) } catch {
      throw CommandFailure(.data, "\(file): \(error.sentences)")
    }
    if let ways {
      let locators = try CommandFailure.locators(in: locators)
      let files: [ExploreAnswer.WayFile]
      do throws(Rejection) {
        files = try explored.answer.ways(of: explored.design, file: file, locators: locators)
      } catch { throw CommandFailure(.data, "\(file): \(Problem(error).sentences)") }
      try CommandFailure.write(files, into: ways)
      let without = explored.answer.findings.count { $0.examples.isEmpty }
      if without > 0 {
        StandardStream.error.write("\(ways): no test of \(without) findings, which have no way\n")
      }
      if !reportsAll { explored.keepShortestWays() }
    }
    let found = ExploreBaseline(of: explored)
    if let baseline, !updates {
      let accepted = try CommandFailure.bytes(of: baseline, otherwise: "; --update writes it")
      explored.comparison = found.comparison(with: String(decoding: accepted, as: UTF8.self))
    }
    StandardStream.output.write(format.text(of: explored, file: file == "-" ? nil : file, bytes: bytes))
    guard updates, let baseline else { return explored.exit }
    try CommandFailure.write(Array(found.text.utf8), to: baseline)
    return .done
  }

  /// Looks at every state of the app in a body of `POST /v1/explore`.
  func explore(_ bytes: [UInt8]) async throws(Problem) -> Explored {
    var design = try Design(json: bytes)
    if suggests { design.suggests = true }
    var limits = design.usualLimits
    if let states { limits.states = states }
    limits.bytes = self.bytes
    if reportsAll { limits.examples = .max } else if ways != nil { limits.examples = Self.waysToChooseFrom }
    var search = try design.exploration(limits: limits)
    let isWatched = StandardStream.error.isTerminal
    while !search.isOver {
      await search.run(states: Self.statesAtOnce * jobs, jobs: jobs)
      if isWatched { StandardStream.error.write("\r\(search.stateCount) states") }
    }
    if isWatched { StandardStream.error.write("\r\u{1B}[K") }
    return design.explored(by: search, limits: limits)
  }
}

extension Explored {
  /// What it means for a build. A baseline may accept a bound, and then only what it does not accept fails.
  var exit: ExitCode {
    guard let comparison else { return !isComplete ? .bounded : answer.findings.isEmpty ? .done : .failed }
    if comparison.changes.contains(where: ExploreBaseline.isBound) { return .bounded }
    return comparison.isSame ? .done : .failed
  }
}

/// `verify`: plays an app's own log on its design, and tells the first difference.
package struct VerifyCommand: Sendable {
  enum Format: String, CaseIterable {
    case text, json
  }

  private let design, log: String
  private let format: Format
  private let suggests: Bool
  /// The file for what was learned, a design.
  private let output: String?

  /// - Parameter own: the values of the command's own options.
  init(design: String, log: String, _ own: [String: String]) throws(OptionError) {
    (self.design, self.log) = (design, log)
    format = try OptionError.word("format", own, .text)
    (suggests, output) = (own["suggest"] != nil, own["write"])
    guard output == nil || suggests else { throw OptionError("--write needs --suggest") }
  }

  func run() throws(CommandFailure) -> ExitCode {
    let app = try CommandFailure.design(in: design)
    let bytes = try CommandFailure.bytes(of: log)
    let report: (text: [UInt8], isEmpty: Bool, learned: Design?)
    do throws(VerificationFault) { report = try verify(app, bytes) } catch {
      throw CommandFailure(error, design: design, log: log)
    }
    StandardStream.output.write(report.text)
    if let output, let learned = report.learned {
      try CommandFailure.write(learned.json() + [UInt8(ascii: "\n")], to: output)
    }
    return report.isEmpty ? .done : .failed
  }

  /// What became of the log, and with which answers it agrees most.
  private func verify(_ app: Design, _ bytes: [UInt8]) throws(VerificationFault) -> (
    text: [UInt8], isEmpty: Bool, learned: Design?
  ) {
    guard suggests else {
      let result = try app.verify(log: bytes)
      return (
        format == .json ? result.json() + [UInt8(ascii: "\n")] : Array(result.text(log: log).utf8), result.isEmpty, nil
      )
    }
    let learned = try app.learn(from: bytes)
    let text = format == .json ? learned.json() + [UInt8(ascii: "\n")] : Array(learned.text(log: log).utf8)
    return (text, learned.given.isEmpty, learned.design)
  }
}

/// `way`: an app's log as a test on its simulator.
package struct WayCommand: Sendable {
  enum Format: String, CaseIterable {
    case xcuitest, maestro
  }

  private let design, log: String
  private let format: Format
  /// The folder for both texts; nil: one is printed.
  private let output: String?
  private let locators: String?

  /// - Parameter own: the values of the command's own options.
  init(design: String, log: String, _ own: [String: String]) throws(OptionError) {
    (self.design, self.log) = (design, log)
    format = try OptionError.word("format", own, .xcuitest)
    (output, locators) = (own["output"], own["locators"])
  }

  func run() throws(CommandFailure) -> ExitCode {
    let app = try CommandFailure.design(in: design)
    let bytes = try CommandFailure.bytes(of: log)
    let locators = try CommandFailure.locators(in: locators)
    let way: SimulatorWay
    do throws(VerificationFault) {
      let (start, steps) = try app.steps(of: bytes)
      do throws(Rejection) {
        way = try SimulatorWay(steps, in: start, of: app, file: design, locators: locators)
      } catch { throw .design(app.app.problem(of: error)) }
    } catch { throw CommandFailure(error, design: design, log: log) }
    if let output {
      try CommandFailure.write(way.files, into: output)
    } else {
      StandardStream.output.write(Array((format == .xcuitest ? way.xcuiTest : way.maestroFlow).utf8))
    }
    return .done
  }
}

/// `picture`: draws an app as it starts.
package struct PictureCommand: Sendable {
  enum Format: String, CaseIterable {
    case text, svg
  }

  private let file: String
  private let format: Format
  /// Nil: standard output.
  private let output: String?

  /// - Parameter own: the values of the command's own options.
  init(file: String, _ own: [String: String]) throws(OptionError) {
    self.file = file
    format = try OptionError.word("format", own, .text)
    output = own["output"]
  }

  func run() throws(CommandFailure) -> ExitCode {
    let bytes = try CommandFailure.bytes(of: file)
    let picture: [UInt8]
    do throws(Problem) { picture = try draw(bytes) } catch {
      throw CommandFailure(.data, "\(file): \(error.sentences)")
    }
    guard let output else {
      StandardStream.output.write(picture)
      return .done
    }
    try CommandFailure.write(picture, to: output)
    return .done
  }

  /// The picture of the app in a body of `POST /v1/explore`.
  func draw(_ bytes: [UInt8]) throws(Problem) -> [UInt8] {
    let picture = try Design(json: bytes).picture()
    return switch format {
    case .text: picture.text()
    case .svg: picture.svg(sheet: .embedded)
    }
  }
}

/// Why a command ends before it has done its work.
struct CommandFailure: Error, Sendable {
  let exit: ExitCode
  let message: String

  init(_ exit: ExitCode, _ message: String) { (self.exit, self.message) = (exit, message) }

  /// The content of a file.
  ///
  /// - Parameters:
  ///   - file: `-` for standard input.
  ///   - hint: what follows the reason, where it cannot be read.
  static func bytes(of file: String, otherwise hint: String = "") throws(Self) -> [UInt8] {
    do throws(FileError) { return try Files.read(file) } catch {
      throw Self(.noInput, "\(file): \(error.reason)\(hint)")
    }
  }

  static func design(in file: String) throws(Self) -> Design {
    let bytes = try bytes(of: file)
    do throws(Problem) { return try Design(json: bytes) } catch { throw Self(.data, "\(file): \(error.sentences)") }
  }

  init(_ fault: VerificationFault, design: String, log: String) {
    switch fault {
    case .design(let problem): self.init(.data, "\(design): \(problem.sentences)")
    case .log(let line, let detail): self.init(.data, "\(log):\(line): \(detail)")
    }
  }

  /// Creates a file, or replaces its content.
  static func write(_ bytes: [UInt8], to file: String) throws(Self) {
    do throws(FileError) { try Files.write(bytes, to: file) } catch {
      throw Self(.cannotCreate, "\(file) cannot be written: \(error.reason)")
    }
  }

  /// Writes files into a folder, which is made unless it is there.
  static func write(_ files: [ExploreAnswer.WayFile], into folder: String) throws(Self) {
    do throws(FileError) { try Files.makeFolder(folder) } catch {
      throw Self(.cannotCreate, "\(folder) cannot be made: \(error.reason)")
    }
    for file in files { try write(Array(file.text.utf8), to: "\(folder)/\(file.name)") }
  }

  /// What replaces controls by the names of moves; nothing without a file.
  static func locators(in file: String?) throws(Self) -> Locators {
    guard let file else { return Locators() }
    let bytes = try bytes(of: file)
    do throws(BodyRefusal) { return try Locators(request: bytes) } catch {
      throw Self(.data, "\(file): \(Problem(error).sentences)")
    }
  }
}
