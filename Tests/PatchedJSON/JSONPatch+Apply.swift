public import Navigation

/// What a client does with `changes`.
extension JSONPatch {
  /// Applies the steps in order; throws `invalid` with a step's pointer for a missing place.
  public static func apply(_ steps: [JSONPatchOperation], to value: JSONValue) throws(BodyRefusal) -> JSONDocument {
    var tree = try JSONTree(value)
    for step in steps { try tree.apply(step) }
    var writer = JSONWriter()
    tree.write(to: &writer)
    return try JSONDocument(writer.bytes, unknownMembers: value.unknownMembers, maximumDepth: JSONDocument.treeDepth)
  }
}
