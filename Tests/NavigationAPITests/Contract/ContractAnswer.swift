import Testing

/// An answer of an app's delegate as the contract has it.
struct ContractAnswer {
  var name: String
  /// Of the member, or of its type.
  var description: String
  var styles: [String]
  /// The default as JSON; nil for a controller and an id.
  var initial: String?
  /// Each value as JSON, with its sentence; none of a controller and of an id.
  var values: [(json: String, sentence: String)]
}

extension Contract {
  func answer(_ name: String) throws -> ContractAnswer {
    let member = try #require(schema("SplitBehaviorInput")?["properties"]?[name])
    let type = resolved(member["oneOf"]?[0] ?? member)
    let sentences = (member["x-enum-descriptions"] ?? type["x-enum-descriptions"])?.elements.compactMap(\.string) ?? []
    let words = type["enum"]?.elements.compactMap(\.string).map { "\"\($0)\"" }
    let initial = words?.first ?? member["default"]?.bool.map { "\($0)" }
    let values = words ?? (member["default"]?.bool == nil ? [] : ["false", "true"])
    try #require(values.count == sentences.count, "\(name)")
    return ContractAnswer(
      name: name, description: (member["description"] ?? type["description"])?.string ?? "",
      styles: member["x-styles"]?.elements.compactMap(\.string) ?? [], initial: initial,
      values: zip(values, sentences).map { ($0, $1) })
  }
}
