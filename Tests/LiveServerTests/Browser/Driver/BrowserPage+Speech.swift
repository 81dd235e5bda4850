import Navigation

/// The accessibility tree of a page.
extension BrowserPage {
  /// A node of the accessibility tree.
  struct Spoken: Sendable, Hashable {
    var role: String
    var name: String
    var isFocusable: Bool
  }

  /// The tree, without ignored nodes.
  func spoken() async throws -> [Spoken] {
    var answer = try await inspect("Accessibility.getFullAXTree").object()
    return try answer.require("nodes").elements.compactMap { element in
      var node = try element.object()
      if try node.bool("ignored") == true { return nil }
      let isFocusable = try node.optional("properties")?.elements.contains { property in
        var property = try property.object()
        guard try property.string("name") == "focusable", var value = try property.object("value") else { return false }
        return try value.bool("value") == true
      }
      return Spoken(
        role: try Self.word(node.object("role")), name: try Self.word(node.object("name")),
        isFocusable: isFocusable ?? false)
    }
  }

  private static func word(_ value: JSONObjectReader?) throws -> String {
    guard var value, let word = value.optional("value"), word.kind == .string else { return "" }
    return try word.string()
  }
}
