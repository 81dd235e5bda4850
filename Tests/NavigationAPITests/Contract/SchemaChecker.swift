/// Checks values against the schemas of one document, with only the keywords of JSON Schema 2020-12 that the contract
/// uses.
struct SchemaChecker {
  /// The treatment of members that a schema does not declare.
  enum Undeclared {
    /// The rule of JSON Schema: only `additionalProperties` refuses them.
    case allowed
    /// For values of this package: `properties` beside a `type` declare all members, unless `additionalProperties`
    /// allows more.
    case refused
  }

  /// A broken rule: the pointer into the value, and a description.
  struct Failure: Equatable, CustomStringConvertible {
    var pointer: String
    var detail: String
    var description: String { "\(pointer.isEmpty ? "the whole" : pointer): \(detail)" }
  }

  /// Keywords without an effect on validity.
  static let annotations: Set<String> = [
    "title", "description", "default", "examples", "format", "discriminator", "deprecated", "readOnly",
    "x-enum-descriptions", "x-styles", "x-moment", "x-uikit",
  ]

  /// Keywords that are checked.
  static let assertions: Set<String> = [
    "$ref", "type", "enum", "const", "properties", "required", "additionalProperties", "propertyNames", "minProperties",
    "maxProperties", "dependentRequired", "items", "minItems", "maxItems", "uniqueItems",
    "minLength", "maxLength", "pattern", "minimum", "maximum",
    "exclusiveMinimum", "exclusiveMaximum", "oneOf", "anyOf", "allOf", "not", "if", "then", "else",
  ]

  private let document: ContractValue
  /// The targets of the document's references; repeated lookups would take most of the time.
  private let targets: [String: ContractValue]
  var undeclared: Undeclared

  init(document: ContractValue, undeclared: Undeclared = .allowed) {
    var targets: [String: ContractValue] = [:]
    document.walk { _, value in
      guard let reference = value["$ref"]?.string, targets[reference] == nil else { return }
      targets[reference] = Self.target(of: reference, in: document)
    }
    self.document = document
    self.targets = targets
    self.undeclared = undeclared
  }

  /// Every rule of `schema` that `value` breaks; empty for a valid value.
  func failures(of value: ContractValue, against schema: ContractValue, at pointer: String = "") -> [Failure] {
    switch schema {
    case .bool(true): []
    case .bool(false): [Failure(pointer: pointer, detail: "nothing is allowed here")]
    case .object(let keywords):
      keywords.flatMap { keyword in
        failures(of: value, keyword: keyword.name, keyword.value, in: schema, at: pointer)
      }
    case .null, .integer, .number, .string, .array: [Failure(pointer: pointer, detail: "the schema is no schema")]
    }
  }

  func isValid(_ value: ContractValue, against schema: ContractValue) -> Bool {
    failures(of: value, against: schema).isEmpty
  }

  /// The schema itself, or the target of its `$ref`.
  func resolved(_ schema: ContractValue) -> ContractValue? {
    guard let reference = schema["$ref"]?.string else { return schema }
    return (targets[reference] ?? Self.target(of: reference, in: document)).flatMap(resolved)
  }

  private static func target(of reference: String, in document: ContractValue) -> ContractValue? {
    reference.hasPrefix("#") ? document.value(at: String(reference.dropFirst())) : nil
  }

  private func failures(
    of value: ContractValue, keyword: String, _ rule: ContractValue, in schema: ContractValue, at pointer: String
  ) -> [Failure] {
    if Self.annotations.contains(keyword) { return [] }
    switch keyword {
    case "$ref":
      guard let target = resolved(schema) else { return [Failure(pointer: pointer, detail: "\(rule) leads nowhere")] }
      return failures(of: value, against: target, at: pointer)
    case "oneOf", "anyOf", "allOf", "not", "if", "then", "else":
      return combinedFailures(of: value, keyword, rule, in: schema, at: pointer)
    case "type", "enum", "const":
      return admits(value, keyword, rule)
        ? [] : [Failure(pointer: pointer, detail: "\(value.brief) is not \(rule.brief)")]
    default: break
    }
    switch value {
    case .object(let members): return failures(ofMembers: members, keyword, rule, in: schema, at: pointer)
    case .array(let elements): return failures(ofElements: elements, keyword, rule, at: pointer)
    case .string(let text):
      return failure(ofText: text, keyword, rule).map { [Failure(pointer: pointer, detail: $0)] } ?? []
    case .integer, .number:
      return failure(ofNumber: value.double ?? 0, keyword, rule).map { [Failure(pointer: pointer, detail: $0)] } ?? []
    case .null, .bool: return []
    }
  }

  private func admits(_ value: ContractValue, _ keyword: String, _ rule: ContractValue) -> Bool {
    switch keyword {
    case "type":
      let names = rule.string.map { [$0] } ?? rule.elements.compactMap(\.string)
      let isWhole = value.double.map { $0.rounded() == $0 } ?? false
      return names.contains {
        $0 == value.typeName || ($0 == "number" && value.typeName == "integer") || ($0 == "integer" && isWhole)
      }
    case "enum": return rule.elements.contains { $0.isSame(as: value) }
    default: return rule.isSame(as: value)
    }
  }

  private func combinedFailures(
    of value: ContractValue, _ keyword: String, _ rule: ContractValue, in schema: ContractValue, at pointer: String
  ) -> [Failure] {
    switch keyword {
    case "allOf": return rule.elements.flatMap { failures(of: value, against: $0, at: pointer) }
    case "not":
      return isValid(value, against: rule) ? [Failure(pointer: pointer, detail: "is what it must not be")] : []
    case "if":
      let consequence = schema[isValid(value, against: rule) ? "then" : "else"]
      return consequence.map { failures(of: value, against: $0, at: pointer) } ?? []
    // Without `if` they have no effect.
    case "then", "else": return []
    default: break
    }
    if let discriminator = schema["discriminator"], keyword == "oneOf" {
      guard let branch = Self.branch(for: value, by: discriminator) else {
        return [
          Failure(pointer: pointer, detail: "\(discriminator["propertyName"]?.brief ?? "nothing") chooses no schema")
        ]
      }
      return failures(of: value, against: branch, at: pointer)
    }
    let answers = rule.elements.map { failures(of: value, against: $0, at: pointer) }
    let count = answers.count(where: \.isEmpty)
    if count == 1 || (count > 1 && keyword == "anyOf") { return [] }
    if count > 1 {
      return [Failure(pointer: pointer, detail: "fits \(count) of \(answers.count) schemas where one is meant")]
    }
    return [Failure(pointer: pointer, detail: "fits none of \(answers.count) schemas")]
      + (answers.min { $0.count < $1.count } ?? [])
  }

  /// The branch named by the discriminator's member; nil if it names none: then no branch accepts the value, since each
  /// requires its own word.
  private static func branch(for value: ContractValue, by discriminator: ContractValue) -> ContractValue? {
    guard let name = discriminator["propertyName"]?.string, let word = value[name]?.string,
      let reference = discriminator["mapping"]?[word]?.string
    else { return nil }
    return .object([ContractValue.Member(name: "$ref", value: .string(reference))])
  }
}

extension ContractValue {
  /// The beginning of the value as JSON, for a failure's text.
  var brief: String {
    let text = json
    return text.count <= 80 ? text : text.prefix(80) + "…"
  }
}
