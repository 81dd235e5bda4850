extension SchemaChecker {
  func failures(
    ofMembers members: [ContractValue.Member], _ keyword: String, _ rule: ContractValue, in schema: ContractValue,
    at pointer: String
  ) -> [Failure] {
    let names = members.map(\.name)
    switch keyword {
    case "properties":
      return members.flatMap { member in
        if let schema = rule[member.name] {
          return failures(of: member.value, against: schema, at: "\(pointer)/\(member.name)")
        }
        let isForeign = undeclared == .refused && schema["type"] != nil && schema["additionalProperties"] == nil
        return isForeign ? [Failure(pointer: "\(pointer)/\(member.name)", detail: "is no declared member")] : []
      }
    case "additionalProperties":
      return members.filter { schema["properties"]?[$0.name] == nil }.flatMap {
        failures(of: $0.value, against: rule, at: "\(pointer)/\($0.name)")
      }
    case "propertyNames":
      return names.flatMap { failures(of: .string($0), against: rule, at: "\(pointer)/\($0)") }
    case "required":
      return missing(rule, in: names).map { Failure(pointer: pointer, detail: "\($0) is missing") }
    case "dependentRequired":
      return rule.members.filter { names.contains($0.name) }.flatMap { dependency in
        missing(dependency.value, in: names).map {
          Failure(pointer: pointer, detail: "\(dependency.name) without \($0)")
        }
      }
    case "minProperties", "maxProperties":
      return bound(members.count, keyword, rule).map { [Failure(pointer: pointer, detail: $0)] } ?? []
    default: return unknown(keyword, at: pointer)
    }
  }

  func failures(ofElements elements: [ContractValue], _ keyword: String, _ rule: ContractValue, at pointer: String)
    -> [Failure]
  {
    switch keyword {
    case "items":
      return elements.enumerated().flatMap { failures(of: $1, against: rule, at: "\(pointer)/\($0)") }
    case "minItems", "maxItems":
      return bound(elements.count, keyword, rule).map { [Failure(pointer: pointer, detail: $0)] } ?? []
    case "uniqueItems":
      let isRepeated = elements.indices.contains { index in
        elements[..<index].contains { $0.isSame(as: elements[index]) }
      }
      return isRepeated && rule == .bool(true)
        ? [Failure(pointer: pointer, detail: "an element stands here twice")] : []
    default: return unknown(keyword, at: pointer)
    }
  }

  func failure(ofText text: String, _ keyword: String, _ rule: ContractValue) -> String? {
    switch keyword {
    case "minLength", "maxLength": return bound(text.unicodeScalars.count, keyword, rule)
    case "pattern":
      guard let pattern = rule.string.flatMap(SchemaPattern.init) else {
        return "\(rule.brief) is no pattern that is read here"
      }
      return pattern.matches(text) ? nil : "\"\(text)\" is not like \(rule.brief)"
    default: return unknown(keyword, at: "").first?.detail
    }
  }

  func failure(ofNumber value: Double, _ keyword: String, _ rule: ContractValue) -> String? {
    guard let bound = rule.double else { return unknown(keyword, at: "").first?.detail }
    let isKept: Bool
    switch keyword {
    case "minimum": isKept = value >= bound
    case "maximum": isKept = value <= bound
    case "exclusiveMinimum": isKept = value > bound
    case "exclusiveMaximum": isKept = value < bound
    default: return unknown(keyword, at: "").first?.detail
    }
    return isKept ? nil : "\(value) breaks \(keyword) \(bound)"
  }

  private func missing(_ required: ContractValue, in names: [String]) -> [String] {
    required.elements.compactMap(\.string).filter { !names.contains($0) }
  }

  private func bound(_ count: Int, _ keyword: String, _ rule: ContractValue) -> String? {
    guard let bound = rule.integer else { return "\(keyword) is no number" }
    let isKept = keyword.hasPrefix("min") ? count >= bound : count <= bound
    return isKept ? nil : "\(count) breaks \(keyword) \(bound)"
  }

  /// A keyword for another type has no effect; an unknown one is a failure.
  private func unknown(_ keyword: String, at pointer: String) -> [Failure] {
    Self.assertions.contains(keyword)
      ? [] : [Failure(pointer: pointer, detail: "the keyword \(keyword) is not checked here")]
  }
}
