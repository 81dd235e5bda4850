import Navigation

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
  /// Bytes of a search.
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
    var search = try DesignSearch(design, limits: limits)
    let isWatched = StandardStream.error.isTerminal
    while !search.exploration.isOver {
      await search.exploration.run(states: Self.statesAtOnce * jobs, jobs: jobs)
      if isWatched { StandardStream.error.write("\r\(search.exploration.stateCount) states") }
    }
    if isWatched { StandardStream.error.write("\r\u{1B}[K") }
    return search.explored
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
