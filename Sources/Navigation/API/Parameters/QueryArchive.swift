import WireText

/// The parameters of an operation, each of which it names once: they are read from a query or written to one.
public protocol Query: Hashable, Sendable {
  /// Each parameter as where it is absent.
  static var empty: Self { get }
  mutating func parameters(_ q: inout QueryArchive)
}

extension Query {
  /// - Parameter query: what follows the `?`; nil without one.
  public init(_ query: ArraySlice<UInt8>?) throws(Problem) {
    self = Self.empty
    guard let query else { return }
    var archive = try QueryArchive(query)
    parameters(&archive)
    try archive.finish()
  }

  /// The query with its `?`; empty for defaults only.
  public var text: String {
    var (query, archive) = (self, QueryArchive())
    query.parameters(&archive)
    return archive.text
  }
}

/// Reads or writes the parameters of a query.
///
/// A query is `name=value` pairs separated by `&`; `+` and `%20` are spaces (WHATWG URL §5.1). Names are unique. The
/// archive keeps the first fault, after which nothing more is read, and `finish` throws it.
public struct QueryArchive: Sendable {
  private var parameters: [(name: String, value: String)] = []
  private let isWriting: Bool
  private var fault: Problem?
  /// What is written, with its `?`; empty without parameters.
  fileprivate private(set) var text = ""

  /// Maximum parameters of a query; no operation has more.
  public static let countLimit = 16

  fileprivate init() { isWriting = true }

  /// Reads.
  ///
  /// - Parameter query: what follows the `?`; nil without one.
  public init(_ query: ArraySlice<UInt8>?) throws(Problem) {
    isWriting = false
    guard let query, !query.isEmpty else { return }
    for pair in query.split(separator: UInt8(ascii: "&"), omittingEmptySubsequences: false) {
      let end = pair.firstIndex(of: UInt8(ascii: "=")) ?? pair.endIndex
      guard let name = PercentEncoding.text(of: pair[pair.startIndex..<end], plusIsSpace: true), !name.isEmpty else {
        throw Problem.invalidParameter(
          "", "The query has a part without a name: parameters are name=value, with & between them.")
      }
      guard end < pair.endIndex, let value = PercentEncoding.text(of: pair[(end + 1)...], plusIsSpace: true) else {
        throw Problem.invalidParameter(
          name, "The parameter has no readable value: parameters are name=value, percent-encoded UTF-8.")
      }
      if parameters.contains(where: { $0.name == name }) {
        throw Problem.invalidParameter(name, "The parameter is given twice.")
      }
      guard parameters.count < Self.countLimit else {
        throw Problem.invalidParameter(name, "A query has at most \(Self.countLimit) parameters.")
      }
      parameters.append((name, value))
    }
  }

  /// Reads the text of a parameter that is there, or else writes it where it is not nil.
  mutating func parameter(_ name: String, _ written: String?, read: (String) throws(Problem) -> Void) {
    if isWriting {
      if let written { text += (text.isEmpty ? "?" : "&") + name + "=" + PercentEncoding.encoded(written) }
    } else if fault == nil, let index = parameters.firstIndex(where: { $0.name == name }) {
      do throws(Problem) { try read(parameters.remove(at: index).value) } catch { fault = error }
    }
  }

  /// Refuses a parameter that is there.
  mutating func refuse(_ name: String, _ detail: String) {
    parameter(name, nil) { (_) throws(Problem) in throw Problem.invalidParameter(name, detail) }
  }

  /// A decimal number within the range, without sign or leading zeros.
  mutating func int(_ name: String, _ value: inout Int?, in range: ClosedRange<Int>) {
    parameter(name, value.map(String.init)) { (text) throws(Problem) in
      guard let int = Int(text), String(int) == text, range.contains(int) else {
        throw Problem.invalidParameter(
          name, "The parameter is a number from \(range.lowerBound) to \(range.upperBound).")
      }
      value = int
    }
  }

  mutating func int(_ name: String, _ value: inout Int, in range: ClosedRange<Int>, unless standard: Int) {
    var other = value == standard ? nil : value
    int(name, &other, in: range)
    value = other ?? standard
  }

  mutating func flag(_ name: String, _ value: inout Bool) {
    parameter(name, value ? "true" : nil) { (text) throws(Problem) in
      guard let flag = Bool(text) else { throw Problem.invalidParameter(name, "The parameter is true or false.") }
      value = flag
    }
  }

  /// A decimal number within the range: digits with an optional point between them; no sign, exponent or leading zeros.
  mutating func decimal(_ name: String, _ value: inout Double, in range: ClosedRange<Double>, unless standard: Double) {
    parameter(name, value == standard ? nil : "\(value)") { (text) throws(Problem) in
      guard Self.isDecimal(text), let decimal = Double(text), range.contains(decimal) else {
        throw Problem.invalidParameter(
          name, "The parameter is a decimal number from \(range.lowerBound) to \(range.upperBound).")
      }
      value = decimal
    }
  }

  private static func isDecimal(_ text: String) -> Bool {
    let parts = text.utf8.split(separator: UInt8(ascii: "."), maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.allSatisfy({ part in !part.isEmpty && part.allSatisfy { (0x30...0x39).contains($0) } }) else {
      return false
    }
    return parts[0].count == 1 || parts[0].first != 0x30
  }

  mutating func word<Word: MemberWord>(_ name: String, _ value: inout Word, unless standard: Word) {
    parameter(name, value == standard ? nil : value.rawValue) { (text) throws(Problem) in
      guard let word = Word(rawValue: text) else {
        let (question, allowed) = Self.words(Word.self, for: text)
        throw Problem.invalidParameter(name, question + "The parameter is one of: \(allowed).")
      }
      value = word
    }
  }

  /// Words of a closed set, separated by commas, each at most once.
  mutating func words<Word: MemberWord>(_ name: String, _ value: inout Set<Word>) {
    let written = Word.allCases.filter(value.contains).map(\.rawValue).joined(separator: ",")
    parameter(name, written.isEmpty ? nil : written) { (text) throws(Problem) in
      for part in text.split(separator: ",", omittingEmptySubsequences: false).map(String.init) {
        let word = Word(rawValue: part)
        if let word, value.insert(word).inserted { continue }
        let (question, allowed) = Self.words(Word.self, for: part)
        throw Problem.invalidParameter(
          name,
          (word == nil ? question : "")
            + "The parameter lists words with commas between them, each once: \(allowed).")
      }
    }
  }

  /// The question after the nearest word, if one is near, and all words.
  private static func words<Word: MemberWord>(_: Word.Type, for text: String) -> (question: String, allowed: String) {
    let allowed = Word.allCases.map(\.rawValue)
    return (NearestWord.question(text, among: allowed).map { $0 + " " } ?? "", allowed.joined(separator: ", "))
  }

  /// Throws the first fault, or refuses the first parameter that was not read.
  public func finish() throws(Problem) {
    if let fault { throw fault }
    guard let first = parameters.first else { return }
    throw Problem.invalidParameter(first.name, "The resource has no such parameter.")
  }
}
