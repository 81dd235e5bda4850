import Navigation

extension JSONValue {
  /// The pointer to a difference from a transcript's value; nil if there is none.
  func mismatch(with expected: JSONValue, at pointer: String = "") throws -> String? {
    if expected.isAnything { return nil }
    switch (kind, expected.kind) {
    case (.object, .object):
      for (name, wanted) in try expected.named {
        guard let value = try named.first(where: { $0.name == name })?.value else {
          return "\(pointer)/\(name) is missing"
        }
        if let mismatch = try value.mismatch(with: wanted, at: "\(pointer)/\(name)") { return mismatch }
      }
      return nil
    case (.array, .array):
      let (mine, wanted) = (try Array(elements), try Array(expected.elements))
      if try Self.match(mine[...], wanted[...]) { return nil }
      return "\(pointer) is \(compactText())"
    default:
      return compactText() == expected.compactText() ? nil : "\(pointer) is \(compactText())"
    }
  }

  /// `"…"`.
  private var isAnything: Bool { kind == .string && (try? string()) == "…" }

  private var named: [(name: String, value: JSONValue)] {
    get throws {
      var reader = try object()
      return reader.members.map { ($0.name, $0.value) }
    }
  }

  /// Whether arrays match; `"…"` matches any number of elements.
  private static func match(_ mine: ArraySlice<JSONValue>, _ wanted: ArraySlice<JSONValue>) throws -> Bool {
    guard let first = wanted.first else { return mine.isEmpty }
    if first.isAnything {
      for start in mine.startIndex...mine.endIndex where try match(mine[start...], wanted.dropFirst()) { return true }
      return false
    }
    guard let own = mine.first, try own.mismatch(with: first) == nil else { return false }
    return try match(mine.dropFirst(), wanted.dropFirst())
  }
}
