import Testing

/// Version 1 of the contract only adds to its first release. The release is a copy of the file, which is renewed until
/// then: `cp openapi.yaml Tests/Clients/openapi-1.0.0.yaml`.
@Suite struct ContractReleaseTests {
  @Test func nothingOfTheReleaseIsMissing() throws {
    let released = try Contract.released.get()
    #expect(released.operations.count > 10)
    let losses = ContractComparison(old: released, new: try Contract.shared.get()).losses
    let unknown = losses.filter { loss in !Self.corrected.contains { loss.hasSuffix($0) } }
    #expect(unknown == [])
  }

  /// What the release allowed and no server accepted: the contract says it now, for clients that check before they send.
  private static let corrected = [
    "/tabs has a higher minItems", "/pages has a higher minItems", "/children has a higher minItems",
    "/width has a higher minimum", "/width has a lower maximum",
    "/height has a higher minimum", "/height has a lower maximum", "body has another dependentSchemas",
  ]

  /// A change of the contract with the losses for a client, empty for an addition.
  static let changes: [(change: (String, String), losses: [String])] = [
    (("  /a:", "  /b:"), ["post /a is gone"]),
    (("    post:", "    put:"), ["post /a is gone"]),
    (("operationId: a", "operationId: b"), ["post /a has another id"]),
    (("{name: p, in: query", "{name: q, in: query"), ["post /a has no parameter p"]),
    (("in: query, schema", "in: query, required: true, schema"), ["post /a requires the parameter p"]),
    (("maximum: 9", "maximum: 8"), ["post /a p has a lower maximum"]),
    (("maximum: 9", "maximum: 10"), []),
    (("maximum: 9", "minimum: 1, maximum: 9"), ["post /a p has a higher minimum"]),
    (("required: false", "required: true"), ["post /a requires a body"]),
    (("        m: {$ref: '#/components/schemas/Word'}\n", ""), ["post /a body has no member m"]),
    (("        k: {type: string}\n", "        k: {type: string}\n        o: {type: string}\n"), []),
    (("required: [k]", "required: [m, k]"), ["post /a body requires \"m\""]),
    (("required: [k]", "required: []"), []),
    (("k: {type: string}", "k: {type: integer}"), ["post /a body/k has another type"]),
    (("k: {type: string}", "k: {type: [string, 'null']}"), []),
    (("k: {type: string}", "k: {type: string, pattern: '^a'}"), ["post /a body/k has another pattern"]),
    (("k: {type: string}", "k: {type: string, enum: [u]}"), ["post /a body/k has only some words"]),
    (("enum: [u, v]", "enum: [u]"), ["post /a body/m has no \"v\"", "post /a 200/r has no \"v\""]),
    (("enum: [u, v]", "enum: [u, v, w]"), []),
    (("required: [k]", "required: [k]\n      additionalProperties: false"), ["post /a body is closed"]),
    (("required: [k]", "required: [k]\n      oneOf: [{required: [m]}]"), ["post /a body is a choice"]),
    (("required: [k]", "required: [k]\n      not: {required: [m]}"), ["post /a body has another not"]),
    (
      ("required: [k]", "if: {required: [k]}\n      then: {not: {required: [m]}}"),
      ["post /a body has another if", "post /a body has another then"]
    ),
    (
      (
        "required: [k]",
        "required: []\n      if: {required: [k]}\n      then: {not: {required: [o]}}\n      else: {required: [o]}"
      ),
      ["post /a body has another if", "post /a body has another then", "post /a body has another else"]
    ),
    (("        '200':", "        '201':"), ["post /a has no answer 200"]),
    (("headers: {X: {}}", "headers: {Y: {}}"), ["post /a 200 has no X"]),
    (("        r: {$ref: '#/components/schemas/Word'}\n", "        s: true\n"), ["post /a 200 has no member r"]),
    (("required: [r]", "required: []"), ["post /a 200 may be without \"r\""]),
    (
      ("        - $ref: '#/components/schemas/More'\n", ""),
      ["post /a body/t/oneOf has no {\"$ref\":\"#/components/schemas/More\"}"]
    ),
  ]

  private static let contract = """
    paths:
      /a:
        post:
          operationId: a
          parameters:
            - {name: p, in: query, schema: {type: integer, maximum: 9}}
          requestBody:
            required: false
            content: {application/json: {schema: {$ref: '#/components/schemas/Body'}}}
          responses:
            '200':
              headers: {X: {}}
              content: {application/json: {schema: {$ref: '#/components/schemas/Answer'}}}
    components:
      schemas:
        Word: {type: string, enum: [u, v]}
        More: {type: object}
        Body:
          type: object
          properties:
            m: {$ref: '#/components/schemas/Word'}
            k: {type: string}
            t: {$ref: '#/components/schemas/Choice'}
          required: [k]
        Choice:
          oneOf:
            - $ref: '#/components/schemas/Word'
            - $ref: '#/components/schemas/More'
        Answer:
          type: object
          properties:
            r: {$ref: '#/components/schemas/Word'}
          required: [r]

    """

  @Test(arguments: changes)
  func aLossIsNamed(change: (String, String), losses: [String]) throws {
    let changed = Self.contract.replacing(change.0, with: change.1)
    #expect(changed != Self.contract)
    let (old, new) = (try YAMLReader.read(Self.contract), try YAMLReader.read(changed))
    #expect(ContractComparison(old: Contract(document: old), new: Contract(document: new)).losses == losses)
  }
}
