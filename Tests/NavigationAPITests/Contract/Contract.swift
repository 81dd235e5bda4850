import Foundation
import Testing

/// The contract file, and the parts of it that tests read.
struct Contract {
  /// An operation with its method and path.
  struct Operation {
    var method: String
    var path: String
    var value: ContractValue

    var id: String? { value["operationId"]?.string }
  }

  /// An example of the file with its schema.
  struct Example: CustomTestStringConvertible {
    var name: String
    var schema: ContractValue
    var value: ContractValue

    var testDescription: String { name }
  }

  let document: ContractValue
  let checker: SchemaChecker

  init(document: ContractValue) {
    self.document = document
    checker = SchemaChecker(document: document)
  }

  /// `openapi.yaml`, read once.
  static let shared = Result { try Contract(document: YAMLReader.read(text("openapi.yaml"))) }

  /// The text of a file of the package, by its path from the root.
  static func text(_ path: String) throws -> String { try String(contentsOf: file(path), encoding: .utf8) }

  /// A file of the package.
  static func file(_ path: String) -> URL {
    var directory = URL(filePath: #filePath)
    for _ in 0..<4 { directory.deleteLastPathComponent() }
    return directory.appending(path: path)
  }

  func schema(_ name: String) -> ContractValue? { document["components"]?["schemas"]?[name] }

  /// A schema by name, as a reference to it.
  static func reference(to name: String) -> ContractValue {
    .object([ContractValue.Member(name: "$ref", value: .string("#/components/schemas/\(name)"))])
  }

  var operations: [Operation] {
    (document["paths"]?.members ?? []).flatMap { path in
      path.value.members.filter { $0.name != "parameters" }.map {
        Operation(method: $0.name, path: path.name, value: $0.value)
      }
    }
  }

  /// The value, or the component that its `$ref` refers to.
  func resolved(_ value: ContractValue) -> ContractValue { checker.resolved(value) ?? value }

  /// The words of an `enum` component.
  func words(of schema: String) -> [String] { self.schema(schema)?["enum"]?.elements.compactMap(\.string) ?? [] }

  /// The discriminator's words of a component.
  func branches(of schema: String) -> [String] {
    self.schema(schema)?["discriminator"]?["mapping"]?.members.map(\.name) ?? []
  }
}

extension Contract {
  /// All examples of the file: of bodies, of parameters and header fields, and of schemas.
  var examples: [Example] { bodyExamples + fieldExamples + schemaExamples }

  /// The examples of requests and answers.
  var bodyExamples: [Example] {
    var examples: [Example] = []
    document.walk { pointer, value in
      guard let content = value["content"] else { return }
      for media in content.members {
        guard let schema = media.value["schema"] else { continue }
        for example in media.value["examples"]?.members ?? [] {
          guard let body = resolved(example.value)["value"] else { continue }
          examples.append(Example(name: "\(pointer) \(example.name)", schema: schema, value: body))
        }
      }
    }
    return examples
  }

  private var fieldExamples: [Example] {
    var examples: [Example] = []
    document.walk { pointer, value in
      guard let schema = value["schema"], let example = value["example"] else { return }
      examples.append(Example(name: pointer, schema: schema, value: example))
    }
    return examples
  }

  private var schemaExamples: [Example] {
    (document["components"]?["schemas"]?.members ?? []).flatMap { schema in
      (schema.value["examples"]?.elements ?? []).enumerated().map {
        Example(name: "\(schema.name) \($0)", schema: Self.reference(to: schema.name), value: $1)
      }
    }
  }

  /// Examples whose schema is this component, in bodies and at the component itself.
  func examples(of component: String) -> [Example] {
    examples.filter { $0.schema.isSame(as: Self.reference(to: component)) }
  }

  /// The examples at the components that a component chooses from.
  func branchExamples(of component: String) -> [ContractValue] {
    (schema(component)?["discriminator"]?["mapping"]?.members ?? []).flatMap { branch in
      document.value(at: String(branch.value.string?.dropFirst() ?? ""))?["examples"]?.elements ?? []
    }
  }
}
