/// The losses for a client of an older contract in a newer one. Within a major version a contract only adds, so there
/// are none.
struct ContractComparison {
  /// Requests of the old contract must still be accepted, and members of its answers must still be present.
  private enum Direction { case request, answer }

  private let old: Contract
  private let new: Contract
  private(set) var losses: [String] = []
  /// Pairs of components already compared, since components may be recursive.
  private var compared: Set<String> = []

  init(old: Contract, new: Contract) {
    (self.old, self.new) = (old, new)
    for path in old.document["paths"]?.members ?? [] {
      for operation in path.value.members where operation.name != "parameters" {
        let place = "\(operation.name) \(path.name)"
        guard let newPath = new.document["paths"]?[path.name], let newOperation = newPath[operation.name] else {
          losses.append("\(place) is gone")
          continue
        }
        if operation.value["operationId"] != newOperation["operationId"] { losses.append("\(place) has another id") }
        compareParameters(path.value, operation.value, newPath, newOperation, at: place)
        compareBody(operation.value["requestBody"], newOperation["requestBody"], at: place)
        compareAnswers(operation.value["responses"], newOperation["responses"], at: place)
      }
    }
  }

  private mutating func compareParameters(
    _ oldPath: ContractValue, _ oldOperation: ContractValue, _ newPath: ContractValue, _ newOperation: ContractValue,
    at place: String
  ) {
    let before = [oldPath, oldOperation].flatMap { $0["parameters"]?.elements ?? [] }.map(old.resolved)
    let after = [newPath, newOperation].flatMap { $0["parameters"]?.elements ?? [] }.map(new.resolved)
    func isSame(_ left: ContractValue, _ right: ContractValue) -> Bool {
      left["name"] == right["name"] && left["in"] == right["in"]
    }
    for parameter in after where parameter["required"] == .bool(true) {
      let wasRequired = before.contains { isSame($0, parameter) && $0["required"] == .bool(true) }
      if !wasRequired { losses.append("\(place) requires the parameter \(parameter["name"]?.string ?? "")") }
    }
    for parameter in before {
      let name = parameter["name"]?.string ?? ""
      if let kept = after.first(where: { isSame($0, parameter) }) {
        compare(parameter["schema"] ?? .null, kept["schema"] ?? .null, .request, at: "\(place) \(name)")
      } else {
        losses.append("\(place) has no parameter \(name)")
      }
    }
  }

  private mutating func compareBody(_ before: ContractValue?, _ after: ContractValue?, at place: String) {
    if after?["required"] == .bool(true), before?["required"] != .bool(true) {
      losses.append("\(place) requires a body")
    }
    compareContent(before, after, .request, at: "\(place) body")
  }

  /// A successful answer stays, with its header fields; `default` covers all failures.
  private mutating func compareAnswers(_ before: ContractValue?, _ after: ContractValue?, at place: String) {
    for answer in before?.members ?? [] {
      guard let kept = after?[answer.name].map(new.resolved) else {
        losses.append("\(place) has no answer \(answer.name)")
        continue
      }
      let resolved = old.resolved(answer.value)
      for field in resolved["headers"]?.members ?? [] where kept["headers"]?[field.name] == nil {
        losses.append("\(place) \(answer.name) has no \(field.name)")
      }
      compareContent(resolved, kept, .answer, at: "\(place) \(answer.name)")
    }
  }

  private mutating func compareContent(
    _ before: ContractValue?, _ after: ContractValue?, _ direction: Direction, at place: String
  ) {
    for media in before?["content"]?.members ?? [] {
      if let kept = after?["content"]?[media.name] {
        compare(media.value["schema"] ?? .null, kept["schema"] ?? .null, direction, at: place)
      } else {
        losses.append("\(place) is not \(media.name)")
      }
    }
  }
}

/// Schemas.
extension ContractComparison {
  private mutating func compare(
    _ before: ContractValue, _ after: ContractValue, _ direction: Direction, at place: String
  ) {
    if let reference = before["$ref"]?.string {
      guard compared.insert("\(direction) \(reference) \(after["$ref"]?.string ?? after.json)").inserted else { return }
    }
    let (before, after) = (old.resolved(before), new.resolved(after))
    compareValues(before, after, direction, at: place)
    compareMembers(before, after, direction, at: place)
    for name in ["items", "additionalProperties", "propertyNames"] {
      guard let inner = before[name], inner.bool == nil else { continue }
      compare(inner, after[name] ?? .bool(true), direction, at: "\(place)/\(name)")
    }
    for name in ["oneOf", "allOf"] { compareChoices(before[name], after[name], direction, at: "\(place)/\(name)") }
    for word in before["discriminator"]?["mapping"]?.members ?? []
    where after["discriminator"]?["mapping"]?[word.name] == nil {
      losses.append("\(place) has no \(word.name)")
    }
    guard direction == .request else { return }
    let rules = [
      "not", "if", "then", "else", "dependentRequired", "dependentSchemas", "pattern", "uniqueItems", "anyOf",
    ]
    let met = Self.isMet(after, by: before) ? ["if", "then", "else"] : []
    for name in rules where !met.contains(name) {
      if let rule = after[name], before[name]?.isSame(as: rule) != true {
        losses.append("\(place) has another \(name)")
      }
    }
    if after["additionalProperties"] == .bool(false), before["additionalProperties"] != .bool(false) {
      losses.append("\(place) is closed")
    }
    if after["oneOf"] != nil, before["oneOf"] == nil { losses.append("\(place) is a choice") }
    if (after["allOf"]?.elements.count ?? 0) > (before["allOf"]?.elements.count ?? 0) {
      losses.append("\(place) has one more rule")
    }
  }

  /// Whether a choice is met by every old request: the member of its condition was required, and one that this member
  /// excludes did not exist.
  private static func isMet(_ after: ContractValue, by before: ContractValue) -> Bool {
    guard before["additionalProperties"] == .bool(false), let condition = after["if"], condition.members.count == 1,
      let asked = condition["required"]?.elements, let banned = after["then"]?["not"]?["required"]?.elements,
      after["then"]?.members.count == 1
    else { return false }
    let required = before["required"]?.elements ?? []
    return asked.allSatisfy(required.contains)
      && banned.contains { name in before["properties"]?.members.contains { $0.name == name.string } != true }
  }

  /// Types, words and bounds.
  private mutating func compareValues(
    _ before: ContractValue, _ after: ContractValue, _ direction: Direction, at place: String
  ) {
    let (types, newTypes) = (Self.types(of: before), Self.types(of: after))
    let isKept = direction == .request ? newTypes.isSuperset(of: types) : types.isSuperset(of: newTypes)
    if !isKept { losses.append("\(place) has another type") }
    let words = Self.words(of: before)
    if let newWords = Self.words(of: after) {
      if words == nil, direction == .request { losses.append("\(place) has only some words") }
      for word in words ?? [] where !newWords.contains(where: { $0.isSame(as: word) }) {
        losses.append("\(place) has no \(word.brief)")
      }
    }
    guard direction == .request else { return }
    for name in ["minimum", "exclusiveMinimum", "minLength", "minItems", "minProperties"] {
      if let bound = after[name]?.double, bound > before[name]?.double ?? -.infinity {
        losses.append("\(place) has a higher \(name)")
      }
    }
    for name in ["maximum", "exclusiveMaximum", "maxLength", "maxItems", "maxProperties"] {
      if let bound = after[name]?.double, bound < before[name]?.double ?? .infinity {
        losses.append("\(place) has a lower \(name)")
      }
    }
  }

  private mutating func compareMembers(
    _ before: ContractValue, _ after: ContractValue, _ direction: Direction, at place: String
  ) {
    for member in before["properties"]?.members ?? [] {
      if let kept = after["properties"]?[member.name] {
        compare(member.value, kept, direction, at: "\(place)/\(member.name)")
      } else {
        losses.append("\(place) has no member \(member.name)")
      }
    }
    let (required, newRequired) = (before["required"]?.elements ?? [], after["required"]?.elements ?? [])
    switch direction {
    case .request:
      for name in newRequired where !required.contains(name) { losses.append("\(place) requires \(name.brief)") }
    case .answer:
      for name in required where !newRequired.contains(name) { losses.append("\(place) may be without \(name.brief)") }
    }
  }

  /// Choices are matched by the name of their reference, others by position.
  private mutating func compareChoices(
    _ before: ContractValue?, _ after: ContractValue?, _ direction: Direction, at place: String
  ) {
    for (index, choice) in (before?.elements ?? []).enumerated() {
      let named = after?.elements.first { choice["$ref"] != nil && $0["$ref"] == choice["$ref"] }
      if let kept = named ?? (choice["$ref"] == nil ? after?[index] : nil) {
        compare(
          choice, kept, direction, at: "\(place)/\(choice["$ref"]?.string?.split(separator: "/").last ?? "\(index)")")
      } else if after != nil || direction == .answer {
        losses.append("\(place) has no \(choice.brief)")
      }
    }
  }

  private static func types(of schema: ContractValue) -> Set<String> {
    guard let type = schema["type"] else {
      return ["null", "boolean", "integer", "number", "string", "array", "object"]
    }
    let names = Set(type.string.map { [$0] } ?? type.elements.compactMap(\.string))
    return names.contains("number") ? names.union(["integer"]) : names
  }

  private static func words(of schema: ContractValue) -> [ContractValue]? {
    schema["enum"]?.elements ?? schema["const"].map { [$0] }
  }
}
