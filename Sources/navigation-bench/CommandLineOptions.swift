/// `--name value` pairs after a subcommand, each name known and given once at most.
struct CommandLineOptions {
  private var values: [String: String] = [:]

  /// Nil when the arguments are not pairs of the `known` names.
  init?(_ arguments: some Collection<String>, known: Set<String>) {
    var rest = arguments[...]
    while let name = rest.popFirst() {
      guard name.hasPrefix("--"), known.contains(String(name.dropFirst(2))), let value = rest.popFirst() else { return nil }
      guard values.updateValue(value, forKey: String(name.dropFirst(2))) == nil else { return nil }
    }
  }

  /// The text of an option.
  func text(_ name: String, default fallback: String) -> String { values[name] ?? fallback }

  /// A number within `range`, or nil when what was given is not one.
  func number(_ name: String, in range: ClosedRange<Int>, default fallback: Int) -> Int? {
    guard let text = values[name] else { return fallback }
    return Int(text).flatMap { range.contains($0) ? $0 : nil }
  }
}
