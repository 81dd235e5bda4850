import FoundationEssentials
import Glibc
import Navigation
import NavigationService

/// `explore`: looks at every state of an app, without a server.
struct ExploreCommand: Sendable {
  /// States where neither the command nor the file names a limit.
  static let usualStates = 50_000
  private static let jobCounts = 1...256
  /// States that are handed out at once, of each job.
  private static let statesAtOnce = 256

  private let file: String
  private let format: ExploreFormat
  private let baseline: String?
  private let updates: Bool
  private let tellsAll: Bool
  private let suggests: Bool
  /// Nil: those of the file.
  private let states: Int?
  private let jobs: Int
  /// Bytes of a search.
  private let bytes: Int

  /// - Parameter own: the values of the command's own options.
  init(file: String, _ own: [String: String], _ options: ServerOptions) throws(OptionError) {
    self.file = file
    guard let format = ExploreFormat(rawValue: own["format"] ?? "text") else {
      let words = ExploreFormat.allCases.map(\.rawValue).joined(separator: ", ")
      throw OptionError(message: "--format is one of \(words), not \"\(own["format"] ?? "")\"")
    }
    self.format = format
    (baseline, updates) = (own["baseline"], own["update"] != nil)
    guard !updates || baseline != nil else { throw OptionError(message: "--update needs --baseline FILE") }
    (tellsAll, suggests) = (own["all"] != nil, own["suggest"] != nil)
    states = try Self.number("states", own, in: Design.stateCounts)
    jobs = try Self.number("jobs", own, in: Self.jobCounts) ?? ServerOptions.processors
    bytes = options.exploreBytes
  }

  private static func number(
    _ name: String, _ own: [String: String], in range: ClosedRange<Int>
  ) throws(OptionError) -> Int? {
    guard let text = own[name] else { return nil }
    if let number = Int(text), range.contains(number) { return number }
    throw OptionError(
      message: "--\(name) is a number from \(range.lowerBound) to \(range.upperBound), not \"\(text)\"")
  }

  func run() async -> ServerProcess.Exit {
    guard let bytes = Self.bytes(of: file) else {
      StandardStream.error.report("\(file): \(String(cString: strerror(errno)))")
      return .noInput
    }
    var explored: Explored
    do throws(Problem) { explored = try await explore(bytes) } catch {
      StandardStream.error.report("\(file): \(error.sentences)")
      return .data
    }
    let found = ExploreBaseline(of: explored)
    if let baseline, !updates {
      guard let accepted = Self.bytes(of: baseline) else {
        StandardStream.error.report("\(baseline): \(String(cString: strerror(errno))); --update writes it")
        return .noInput
      }
      explored.comparison = found.comparison(with: String(decoding: accepted, as: UTF8.self))
    }
    StandardStream.output.write(format.text(of: explored, file: file == "-" ? nil : file, bytes: bytes))
    if updates, let baseline, !Self.write(found.text, to: baseline) {
      StandardStream.error.report("\(baseline) cannot be written")
      return .cannotCreate
    }
    return updates ? .done : explored.exit
  }

  /// Nil where it cannot be read; `errno` says why.
  static func bytes(of file: String) -> [UInt8]? {
    guard file == "-" else { return (try? Data(contentsOf: URL(filePath: file))).map(Array.init) }
    var (bytes, chunk) = ([UInt8](), [UInt8](repeating: 0, count: 65_536))
    while case let count = read(STDIN_FILENO, &chunk, chunk.count), count != 0 {
      guard count > 0 else { return nil }
      bytes += chunk[..<count]
    }
    return bytes
  }

  private static func write(_ text: String, to file: String) -> Bool {
    (try? Data(text.utf8).write(to: URL(filePath: file))) != nil
  }

  /// Looks at every state of the app in a body of `POST /v1/explore`.
  func explore(_ bytes: [UInt8]) async throws(Problem) -> Explored {
    var design: Design
    do throws(BodyRefusal) { design = try Design(request: bytes) } catch { throw Problem(error) }
    if suggests { design.suggests = true }
    let limits = SearchLimits(
      states: states ?? design.states ?? Self.usualStates, bytes: self.bytes, examples: tellsAll ? .max : 1)
    var search: Exploration
    do throws(Rejection) {
      search = Exploration(
        try design.space(), variants: design.suggests ? design.variants() : [], limits: limits)
    } catch { throw design.app.problem(of: error) }
    let isWatched = isatty(StandardStream.error.rawValue) == 1
    while !search.isOver {
      await search.run(states: Self.statesAtOnce * jobs, jobs: jobs)
      if isWatched { StandardStream.error.write("\r\(search.stateCount) states") }
    }
    if isWatched { StandardStream.error.write("\r\u{1B}[K") }
    return Explored(
      design: design, answer: ExploreAnswer(search.report()), limits: limits, tellsAll: tellsAll)
  }
}

extension Exploration {
  /// Goes on, for about so many states, with several at once.
  mutating func run(states: Int, jobs: Int) async {
    let batch = takeUp(states: states)
    let parts = await withTaskGroup(of: (Int, SearchBatch.Part).self) { group in
      for part in 0..<jobs { group.addTask { (part, batch.expand(part: part, of: jobs)) } }
      var parts: [(number: Int, part: SearchBatch.Part)] = []
      for await part in group { parts.append(part) }
      return parts.sorted { $0.number < $1.number }
    }
    join(batch, parts.map(\.part))
  }
}

extension Explored {
  /// What it means for a build. A baseline may accept a bound, and then only what it does not accept fails.
  var exit: ServerProcess.Exit {
    guard let comparison else { return !isComplete ? .bounded : answer.findings.isEmpty ? .done : .failed }
    if comparison.changes.contains(where: ExploreBaseline.isBound) { return .bounded }
    return comparison.isSame ? .done : .failed
  }
}

extension Problem {
  /// Its detail, and where in the body.
  var sentences: String { self.detail + (self.pointer.map { $0.isEmpty ? "" : " At \($0)." } ?? "") }
}
