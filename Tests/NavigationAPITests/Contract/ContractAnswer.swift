import Testing

/// An answer of an app's delegate as the contract has it.
struct ContractAnswer {
  var name: String
  /// Of the member, or of its type.
  var description: String
  var styles: [String]
  /// UIKit's method that asks for it; nil where the app's own code does it.
  var method: String?
  /// Whether it acts on a collapse or while collapsed alone.
  var isOfCollapse: Bool
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
    let moment = member["x-moment"]?.string
    try #require(moment == nil || moment == "collapse", "\(name)")
    return ContractAnswer(
      name: name, description: (member["description"] ?? type["description"])?.string ?? "",
      styles: member["x-styles"]?.elements.compactMap(\.string) ?? [], method: member["x-uikit"]?.string,
      isOfCollapse: moment != nil, initial: initial, values: zip(values, sentences).map { ($0, $1) })
  }
}
