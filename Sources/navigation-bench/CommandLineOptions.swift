/// `--name value` pairs and flags after a subcommand, each name known and given once at most.
struct CommandLineOptions {
  private var values: [String: String] = [:]

  /// Nil when the arguments are not pairs of the `known` names, or `flags`.
  init?(_ arguments: some Collection<String>, known: Set<String>, flags: Set<String> = []) {
    var rest = arguments[...]
    while let argument = rest.popFirst() {
      let name = String(argument.dropFirst(2))
      guard argument.hasPrefix("--"), let value = flags.contains(name) ? "" : known.contains(name) ? rest.popFirst() : nil else {
        return nil
      }
      guard values.updateValue(value, forKey: name) == nil else { return nil }
    }
  }

  /// Whether a flag is given.
  func has(_ flag: String) -> Bool { values[flag] != nil }

  /// The text of an option.
  func text(_ name: String, default fallback: String) -> String { values[name] ?? fallback }

  /// A number within `range`, or nil when what was given is not one.
  func number(_ name: String, in range: ClosedRange<Int>, default fallback: Int) -> Int? {
    guard let text = values[name] else { return fallback }
    return Int(text).flatMap { range.contains($0) ? $0 : nil }
  }
}
