import Testing

/// Tests of the checker itself, since a check that never fails would prove nothing.
@Suite struct SchemaCheckerTests {
  static let rows: [(schema: String, valid: [String], invalid: [String])] = [
    ("type: string", [#""a""#], ["1", "null", "{}"]),
    ("type: [string, 'null']", [#""a""#, "null"], ["1"]),
    ("type: integer", ["1", "1.0"], ["1.5", #""1""#]),
    ("type: number", ["1", "1.5"], ["true"]),
    ("type: boolean", ["true"], ["0"]),
    ("enum: [a, b]", [#""a""#], [#""c""#, "null"]),
    ("const: 1", ["1", "1.0"], ["2"]),
    ("{minLength: 1, maxLength: 2}", [#""é""#, #""ab""#, "7"], [#""""#, #""abc""#]),
    ("pattern: '^[a-z]+$'", [#""ab""#, "7"], [#""aB""#, #""""#]),
    ("{minimum: 1, exclusiveMaximum: 3}", ["1", "2.9", #""x""#], ["0.9", "3"]),
    ("{exclusiveMinimum: 1, maximum: 3}", ["3"], ["1", "3.1"]),
    ("{items: {type: integer}, minItems: 1, maxItems: 2}", ["[1]", "{}"], ["[]", "[1,2,3]", #"["a"]"#]),
    ("uniqueItems: true", ["[1,2]"], ["[1,1.0]", #"[{"a":1,"b":2},{"b":2,"a":1}]"#]),
    ("{properties: {a: {type: integer}}, required: [a]}", [#"{"a":1,"b":2}"#, "7"], ["{}", #"{"a":"x"}"#]),
    ("{properties: {a: true}, additionalProperties: false}", ["{}", #"{"a":1}"#], [#"{"b":1}"#]),
    ("additionalProperties: {type: integer}", [#"{"a":1}"#], [#"{"a":"x"}"#]),
    ("{propertyNames: {maxLength: 1}, maxProperties: 2}", [#"{"a":1}"#], [#"{"ab":1}"#, #"{"a":1,"b":2,"c":3}"#]),
    ("minProperties: 1", [#"{"a":1}"#], ["{}"]),
    ("dependentRequired: {a: [b]}", ["{}", #"{"b":1}"#, #"{"a":1,"b":1}"#], [#"{"a":1}"#]),
    ("oneOf: [{type: integer}, {minimum: 5}]", ["1", "5.5"], ["7", "1.5"]),
    ("anyOf: [{type: integer}, {minimum: 5}]", ["1", "7"], ["1.5"]),
    ("allOf: [{type: integer}, {minimum: 5}]", ["7"], ["1", "5.5"]),
    ("not: {required: [a]}", ["{}"], [#"{"a":1}"#]),
    (
      "{if: {required: [a]}, then: {not: {required: [b]}}, else: {required: [b]}}", [#"{"a":1}"#, #"{"b":1}"#],
      ["{}", #"{"a":1,"b":1}"#]
    ),
    ("{if: {minimum: 5}, then: {type: integer}}", ["1.5", "7"], ["7.5"]),
    ("{then: {type: integer}, else: {type: string}}", ["true"], []),
    ("$ref: '#/word'", [#""a""#], ["1"]),
    ("$ref: '#/nowhere'", [], ["1"]),
    ("wrong: 1", [], ["1", "{}", "[]", #""a""#]),
  ]

  @Test(arguments: rows)
  func judges(schema: String, valid: [String], invalid: [String]) throws {
    let checker = SchemaChecker(document: try YAMLReader.read("word: {type: string}"))
    let schema =
      try YAMLReader.read(schema.hasPrefix("{") ? "schema: \(schema)" : "schema:\n  \(schema)")["schema"] ?? .null
    for value in valid {
      #expect(checker.failures(of: try ContractValue(json: value), against: schema) == [], "\(value)")
    }
    for value in invalid { #expect(!checker.isValid(try ContractValue(json: value), against: schema), "\(value)") }
  }

  static let patterns: [(pattern: String, matching: [String], others: [String])] = [
    ("^[a-z]+$", ["a", "abc"], ["", "aB", "a1"]),
    ("^[a-z]+", ["a", "aB"], ["", "B"]),
    ("^a[0-9]{2}$", ["a12"], ["a1", "a123", "12"]),
    ("^[0-9]{1,3}$", ["1", "123"], ["", "1234"]),
    ("^[^:]+:", ["a:", "ab:c:d"], [":", "ab", ""]),
    ("^[a-c]+c$", ["ac", "abcc"], ["c", "ab"]),
    ("^[A-Za-z0-9._:-]+$", ["a-b:c.d_e", "-"], ["a b", "é", "a/b"]),
  ]

  @Test(arguments: patterns)
  func matchesPatterns(pattern: String, matching: [String], others: [String]) throws {
    let compiled = try #require(SchemaPattern(pattern))
    for text in matching { #expect(compiled.matches(text), "\(text)") }
    for text in others { #expect(!compiled.matches(text), "\(text)") }
  }

  @Test(arguments: [
    "a", "^a|b$", "^(a)$", "^a*$", "^a?$", "^.$", "^[a", "^[]$", "^[z-a]$", "^a{2$", "^a{3,2}$", "^a$b", "^\\d$",
  ])
  func refusesPatternsItCannotRead(pattern: String) {
    #expect(SchemaPattern(pattern) == nil)
  }

  @Test func refusesUndeclaredMembersWhereAsked() throws {
    let schema = try YAMLReader.read("type: object\nproperties: {a: true}")
    let value = try ContractValue(json: #"{"a": 1, "b": {"c": 2}}"#)
    #expect(SchemaChecker(document: .null).failures(of: value, against: schema) == [])
    let failures = SchemaChecker(document: .null, undeclared: .refused).failures(of: value, against: schema)
    #expect(failures.map(\.pointer) == ["/b"])
  }

  @Test func namesThePlaceWithinTheChosenBranch() throws {
    let schemas = """
      pet:
        oneOf:
          - $ref: '#/cat'
          - $ref: '#/dog'
        discriminator:
          propertyName: kind
          mapping:
            cat: '#/cat'
            dog: '#/dog'
      cat: {properties: {kind: {const: cat}}, required: [kind]}
      dog: {properties: {kind: {const: dog}, legs: {type: integer}}, required: [kind]}
      """
    let checker = SchemaChecker(document: try YAMLReader.read(schemas))
    let pet = try #require(try YAMLReader.read(schemas)["pet"])
    #expect(
      checker.failures(of: try ContractValue(json: #"{"kind": "dog", "legs": "x"}"#), against: pet).map(\.pointer) == [
        "/legs"
      ])
    #expect(checker.isValid(try ContractValue(json: #"{"kind": "cat"}"#), against: pet))
    #expect(!checker.isValid(try ContractValue(json: #"{"kind": "cow"}"#), against: pet))
    #expect(!checker.isValid(try ContractValue(json: "{}"), against: pet))
  }
}
