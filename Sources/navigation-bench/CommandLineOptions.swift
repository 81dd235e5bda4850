import CReferenceServer

/// `--name value` pairs after a subcommand, each known and given at most once, and `--quick`.
struct CommandLineOptions {
  /// The arguments of a subcommand are invalid.
  struct WrongUsage: Error {}

  private var values: [String: String] = [:]
  let isQuick: Bool

  /// Nil where the arguments are not such pairs.
  init?(_ arguments: some Collection<String>) {
    var rest = arguments[...]
    while let argument = rest.popFirst() {
      let name = String(argument.dropFirst(2))
      guard argument.hasPrefix("--"), let value = name == "quick" ? "" : rest.popFirst(),
        values.updateValue(value, forKey: name) == nil
      else { return nil }
    }
    isQuick = values.removeValue(forKey: "quick") != nil
  }

  /// Whether all given options have been taken.
  var isEmpty: Bool { values.isEmpty }

  /// Takes the text of an option.
  mutating func text(_ name: String, _ usual: String) -> String { values.removeValue(forKey: name) ?? usual }

  /// Takes a number within `range`; without one, returns `usual`, or `quick` in a quick run.
  mutating func number(_ name: String, _ range: ClosedRange<Int>, _ usual: Int, quick: Int? = nil) throws(WrongUsage)
    -> Int
  {
    guard let text = values.removeValue(forKey: name) else { return isQuick ? quick ?? usual : usual }
    guard let number = Int(text), range.contains(number) else { throw WrongUsage() }
    return number
  }

  /// Takes the prefix of a name, and returns the elements with it.
  mutating func cases<Element>(of all: [Element], by name: KeyPath<Element, String>) throws(WrongUsage) -> [Element] {
    let beginning = text("case", "")
    let chosen = all.filter { $0[keyPath: name].hasPrefix(beginning) }
    if chosen.isEmpty { throw WrongUsage() }
    return chosen
  }
}

/// The usage text and its exit code.
enum Usage {
  /// The exit code for wrong usage (sysexits.h, EX_USAGE).
  static let exitCode: Int32 = 64
  static let text = String(cString: benchmark_usage())
}
