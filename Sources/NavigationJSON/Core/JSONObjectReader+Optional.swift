extension JSONObjectReader {
  /// The member; nil if it is absent or, with `nullable`, null. A null without `nullable` is returned for its reader to
  /// refuse.
  public mutating func optional(_ name: StaticString, nullable: Bool = false) -> JSONValue? {
    guard let value = value(name), !(nullable && value.isNull) else { return nil }
    return value
  }

  /// nil if the member is absent or, with `nullable`, null; throws `invalid` for another kind, as all below.
  public mutating func string(_ name: StaticString, nullable: Bool = false) throws(JSONError) -> String? {
    guard let value = optional(name, nullable: nullable) else { return nil }
    return try value.string()
  }

  /// See `string`.
  public mutating func bool(_ name: StaticString, nullable: Bool = false) throws(JSONError) -> Bool? {
    guard let value = optional(name, nullable: nullable) else { return nil }
    return try value.bool()
  }

  /// See `string`.
  public mutating func int(_ name: StaticString, nullable: Bool = false) throws(JSONError) -> Int? {
    guard let value = optional(name, nullable: nullable) else { return nil }
    return try value.int()
  }

  /// See `string`.
  public mutating func double(_ name: StaticString, nullable: Bool = false) throws(JSONError) -> Double? {
    guard let value = optional(name, nullable: nullable) else { return nil }
    return try value.double()
  }

  /// See `string`.
  public mutating func elements(_ name: StaticString, nullable: Bool = false) throws(JSONError) -> JSONElements? {
    guard let value = optional(name, nullable: nullable) else { return nil }
    return try value.elements
  }

  /// See `string`.
  public mutating func object(_ name: StaticString, nullable: Bool = false) throws(JSONError) -> JSONObjectReader? {
    guard let value = optional(name, nullable: nullable) else { return nil }
    return try value.object()
  }

  /// A word of a closed set, see `JSONValue.word`.
  @inlinable
  public mutating func word<T: RawRepresentable & CaseIterable>(
    _ name: StaticString, _ type: T.Type, nullable: Bool = false
  ) throws(JSONError) -> T? where T.RawValue == String {
    guard let value = optional(name, nullable: nullable) else { return nil }
    return try value.word(type)
  }
}
