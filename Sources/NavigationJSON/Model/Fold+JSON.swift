import NavigationModel

extension Fold {
  /// `{"axis", "from", "to"}`, points along the longer side; another band than the display's is refused.
  package init(json: JSONValue) throws(BodyRefusal) {
    var reader = try BodyReader(json)
    self = try reader.requireWord("axis", Fold.self)
    let edges: [(name: StaticString, at: Double)] = [("from", Fold.band.lowerBound), ("to", Fold.band.upperBound)]
    for (name, edge) in edges {
      let value = try reader.require(name)
      guard try value.readDouble() == edge else { throw value.refused("the fold has another place") }
    }
    try reader.finish()
  }
}

extension JSONWriter {
  /// The member `fold`; nothing where there is none.
  package mutating func fold(_ fold: Fold?) {
    guard let fold else { return }
    key("fold")
    beginObject()
    word("axis", fold)
    member("from", Fold.band.lowerBound)
    member("to", Fold.band.upperBound)
    endObject()
  }
}
