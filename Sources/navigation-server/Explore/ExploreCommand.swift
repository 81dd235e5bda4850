import FoundationEssentials
import Glibc
import Navigation
import NavigationService

/// `explore`: looks at every state of an app, without a server.
struct ExploreCommand: Sendable {
  private enum Format: String {
    case text, json
  }

  private let file: String
  private let format: Format
  private let baseline: String?
  private let updates: Bool
  private let limits: SearchLimits

  /// - Parameter own: the values of the command's own options.
  init(file: String, _ own: [String: String], _ options: ServerOptions) throws(OptionError) {
    self.file = file
    guard let format = Format(rawValue: own["format"] ?? "text") else {
      throw OptionError(message: "--format is text or json, not \"\(own["format"] ?? "")\"")
    }
    self.format = format
    (baseline, updates) = (own["baseline"], own["update"] != nil)
    guard !updates || baseline != nil else { throw OptionError(message: "--update needs --baseline FILE") }
    limits = SearchLimits(states: options.exploreStates, bytes: options.exploreBytes)
  }

  func run() -> ServerProcess.Exit {
    guard let bytes = Self.bytes(of: file) else {
      StandardStream.error.report("\(file): \(String(cString: strerror(errno)))")
      return .noInput
    }
    let answer: ExploreAnswer
    do throws(Problem) { answer = try explore(bytes) } catch {
      StandardStream.error.report("\(file): \(error.sentences)")
      return .data
    }
    switch format {
    case .text: StandardStream.output.write(ExploreText.text(of: answer))
    case .json: StandardStream.output.write(answer.json() + [UInt8(ascii: "\n")])
    }
    return exit(after: answer)
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

  private func explore(_ bytes: [UInt8]) throws(Problem) -> ExploreAnswer {
    let request: ExploreRequest
    do throws(BodyRefusal) { request = try ExploreRequest(request: bytes) } catch { throw Problem(error) }
    let states = request.states ?? SearchLimits.usual.states
    var search: Exploration
    do throws(Rejection) {
      search = Exploration(
        try request.exploration(), variants: request.suggests ? request.variants() : [],
        limits: SearchLimits(states: min(states, limits.states), bytes: limits.bytes))
    } catch { throw request.design.problem(of: error) }
    let isWatched = isatty(StandardStream.error.rawValue) == 1
    while !search.isOver {
      search.run(transitions: 10_000)
      if isWatched { StandardStream.error.write("\r\(search.stateCount) states") }
    }
    if isWatched { StandardStream.error.write("\r\u{1B}[K") }
    return ExploreAnswer(search.report())
  }

  private func exit(after answer: ExploreAnswer) -> ServerProcess.Exit {
    guard let baseline else {
      if answer.bound != nil { return .bounded }
      return answer.findings.isEmpty ? .done : .failed
    }
    let found = ExploreText.baseline(of: answer)
    if updates {
      do { try Data(found.map { $0 + "\n" }.joined().utf8).write(to: URL(filePath: baseline)) } catch {
        StandardStream.error.report("\(baseline) cannot be written")
        return .cannotCreate
      }
      return answer.bound == nil ? .done : .bounded
    }
    guard let bytes = Self.bytes(of: baseline) else {
      StandardStream.error.report("\(baseline): \(String(cString: strerror(errno))); --update writes it")
      return .noInput
    }
    let accepted = String(decoding: bytes, as: UTF8.self).split(separator: "\n").map(String.init)
    let gone = accepted.filter { !found.contains($0) }
    let new = found.filter { !accepted.contains($0) }
    for line in gone { StandardStream.error.report("no longer: \(line)") }
    for line in new { StandardStream.error.report("new: \(line)") }
    if answer.bound != nil { return .bounded }
    return gone.isEmpty && new.isEmpty ? .done : .failed
  }
}

extension Problem {
  /// Its detail, and where in the body.
  var sentences: String { self.detail + (self.pointer.map { $0.isEmpty ? "" : " At \($0)." } ?? "") }
}
