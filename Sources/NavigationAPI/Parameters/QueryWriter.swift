import WireText

/// Writes a query for `QueryReader`.
struct QueryWriter {
  /// The query with its `?`; empty without parameters.
  private(set) var text = ""

  mutating func add(_ name: String, _ value: String?) {
    guard let value else { return }
    text += text.isEmpty ? "?" : "&"
    text += name + "=" + PercentEncoding.encoded(value)
  }
}
