import NavigationJSON
import WireText

/// Reads the parameters of a query by name; `finish` refuses those not read.
///
/// A query is `name=value` pairs separated by `&`; `+` and `%20` are spaces (WHATWG URL §5.1). Names are unique.
public struct QueryReader: Sendable {
  private var parameters: [(name: String, value: String)] = []

  /// Maximum parameters of a query; no operation has more.
  public static let countLimit = 16

  /// - Parameter query: what follows the `?`; nil without one.
  public init(_ query: ArraySlice<UInt8>?) throws(Problem) {
    guard let query, !query.isEmpty else { return }
    for pair in query.split(separator: UInt8(ascii: "&"), omittingEmptySubsequences: false) {
      let end = pair.firstIndex(of: UInt8(ascii: "=")) ?? pair.endIndex
      guard let name = Self.decoded(pair[pair.startIndex..<end]), !name.isEmpty else {
        throw Problem.invalidParameter(
          "", "The query has a part without a name: parameters are name=value, with & between them.")
      }
      guard end < pair.endIndex, let value = Self.decoded(pair[(end + 1)...]) else {
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

  /// The value of a parameter; nil if it is absent.
  public mutating func text(_ name: String) -> String? {
    guard let index = parameters.firstIndex(where: { $0.name == name }) else { return nil }
    return parameters.remove(at: index).value
  }

  /// A decimal number within the range, without sign or leading zeros.
  public mutating func int(_ name: String, in range: ClosedRange<Int>) throws(Problem) -> Int? {
    guard let text = text(name) else { return nil }
    guard let value = Int(text), String(value) == text, range.contains(value) else {
      throw Problem.invalidParameter(name, "The parameter is a number from \(range.lowerBound) to \(range.upperBound).")
    }
    return value
  }

  /// `true` or `false`.
  public mutating func flag(_ name: String) throws(Problem) -> Bool? {
    switch text(name) {
    case nil: return nil
    case "true": return true
    case "false": return false
    default: throw Problem.invalidParameter(name, "The parameter is true or false.")
    }
  }

  /// A decimal number within the range: digits with an optional point between them; no sign, exponent or leading zeros.
  public mutating func decimal(_ name: String, in range: ClosedRange<Double>) throws(Problem) -> Double? {
    guard let text = text(name) else { return nil }
    guard Self.isDecimal(text), let value = Double(text), range.contains(value) else {
      throw Problem.invalidParameter(
        name, "The parameter is a decimal number from \(range.lowerBound) to \(range.upperBound).")
    }
    return value
  }

  private static func isDecimal(_ text: String) -> Bool {
    let parts = text.utf8.split(separator: UInt8(ascii: "."), maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.allSatisfy({ part in !part.isEmpty && part.allSatisfy { (0x30...0x39).contains($0) } }) else {
      return false
    }
    return parts[0].count == 1 || parts[0].first != 0x30
  }

  /// A word of a closed set.
  public mutating func word<Word: RawRepresentable & CaseIterable>(
    _ name: String, _: Word.Type
  ) throws(Problem) -> Word? where Word.RawValue == String {
    guard let text = text(name) else { return nil }
    guard let word = Word(rawValue: text) else {
      let allowed = Word.allCases.map(\.rawValue)
      let question = NearestWord.question(text, among: allowed).map { $0 + " " } ?? ""
      throw Problem.invalidParameter(name, question + "The parameter is one of: \(allowed.joined(separator: ", ")).")
    }
    return word
  }

  /// Words of a closed set, separated by commas, each at most once.
  public mutating func words<Word: RawRepresentable & CaseIterable & Hashable>(
    _ name: String, _: Word.Type
  ) throws(Problem) -> Set<Word> where Word.RawValue == String {
    guard let text = text(name) else { return [] }
    var words: Set<Word> = []
    for part in text.split(separator: ",", omittingEmptySubsequences: false) {
      guard let word = Word(rawValue: String(part)), words.insert(word).inserted else {
        let allowed = Word.allCases.map(\.rawValue)
        let question =
          Word(rawValue: String(part)) == nil
          ? NearestWord.question(String(part), among: allowed).map { $0 + " " } : nil
        throw Problem.invalidParameter(
          name,
          (question ?? "")
            + "The parameter lists words with commas between them, each once: \(allowed.joined(separator: ", ")).")
      }
    }
    return words
  }

  /// Refuses the first parameter that was not read.
  public func finish() throws(Problem) {
    guard let first = parameters.first else { return }
    throw Problem.invalidParameter(first.name, "The resource has no such parameter.")
  }

  /// The percent-decoded text; nil for an invalid escape or invalid UTF-8.
  private static func decoded(_ part: ArraySlice<UInt8>) -> String? {
    PercentEncoding.decoded(part, plusIsSpace: true).flatMap { String(validating: $0, as: UTF8.self) }
  }
}
