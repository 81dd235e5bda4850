/// Metrics as text, format 0.0.4 of Prometheus: a family is a run of lines after its help and type.
struct MetricsText {
  static let mediaType = "text/plain; version=0.0.4; charset=utf-8"

  private(set) var text = ""

  /// Begins a family, to which the following samples belong.
  mutating func begin(_ family: MetricFamily) {
    let meaning = family.meaning
    text +=
      "# HELP \(family.rawValue) \(Self.escaped(meaning.help, quotes: false))\n# TYPE \(family.rawValue) \(meaning.kind.rawValue)\n"
  }

  /// A histogram of a family; `counts` has one more element than `bounds`, for the unbounded bucket.
  mutating func histogram(_ family: MetricFamily, _ labels: [Label], bounds: [String], counts: [Int], sum: String) {
    var count = 0
    for (bound, number) in zip(bounds + ["+Inf"], counts) {
      count += number
      sample(family, labels: labels + [("le", bound)], String(count), suffix: "_bucket")
    }
    sample(family, labels: labels, sum, suffix: "_sum")
    sample(family, labels: labels, String(count), suffix: "_count")
  }

  typealias Label = (key: String, value: String)

  /// One line of a family.
  mutating func sample(_ family: MetricFamily, labels: [Label], _ value: String, suffix: String = "") {
    text += family.rawValue + suffix
    if !labels.isEmpty {
      text += "{" + labels.map { "\($0.key)=\"\(Self.escaped($0.value, quotes: true))\"" }.joined(separator: ",") + "}"
    }
    text += " \(value)\n"
  }

  /// A family of one sample; nothing for nil.
  mutating func only(_ family: MetricFamily, _ value: (some Numeric & LosslessStringConvertible)?) {
    guard let value else { return }
    begin(family)
    sample(family, labels: [], value.description)
  }

  private static func escaped(_ text: String, quotes: Bool) -> String {
    text.reduce(into: "") { escaped, character in
      switch character {
      case "\\": escaped += "\\\\"
      case "\n": escaped += "\\n"
      case "\"" where quotes: escaped += "\\\""
      default: escaped.append(character)
      }
    }
  }
}
