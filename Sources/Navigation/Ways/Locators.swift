/// The identifiers that an app gives its own controls: what `--locators FILE` reads, an object from a move's name to an
/// identifier, such as `{"Back": "navigation.back"}`.
public struct Locators: Hashable, Sendable {
  private var identifiers: [String: String]

  /// - Parameter identifiers: by the names of moves.
  public init(_ identifiers: [String: String] = [:]) { self.identifiers = identifiers }

  /// The identifier of what a step of this name taps; nil where its transitions say it.
  public subscript(name: String) -> String? { identifiers[name] }
}

extension Locators: JSONBody {
  /// Reads an object of strings, none of them empty. Throws `invalid` with the pointer of what is none.
  public init(json: JSONValue) throws(BodyRefusal) {
    self.init()
    var reader = try json.object()
    for (name, json) in reader.members {
      let identifier = try json.string()
      guard !identifier.isEmpty else { throw json.refused("expected an identifier") }
      identifiers[name] = identifier
    }
  }

  public func write(to writer: inout JSONWriter) {
    writer.beginObject()
    for (name, identifier) in identifiers.sorted(by: { $0.key < $1.key }) {
      writer.key(name)
      writer.string(identifier)
    }
    writer.endObject()
  }
}
