import Navigation

/// The rows that a screen names in `params.rows`.
struct ListRow: Hashable, Sendable {
  var id: String
  var title: String?
  var subtitle: String?
  var image: String?

  /// Nil where the screen names no rows, or `rows` is invalid.
  static func named(by screen: Screen) -> [ListRow]? {
    guard let member = screen.params.members.first(where: { $0.name == "rows" }),
      let document = try? JSONDocument(member.json), let elements = try? document.root.elements
    else { return nil }
    var rows: [ListRow] = []
    for element in elements {
      guard let row = try? ListRow(json: element) else { return nil }
      rows.append(row)
    }
    return rows
  }

  /// Nil without a valid controller `id` and a `title`; `subtitle` and `image` are optional.
  private init?(json: JSONValue) throws(BodyRefusal) {
    var reader = try json.object()
    guard let id = try reader.string("id"), ControllerID(id) != nil, let title = try reader.string("title") else {
      return nil
    }
    self.init(id: id, title: title, subtitle: try reader.string("subtitle"), image: try reader.string("image"))
  }

  init(id: String, title: String?, subtitle: String? = nil, image: String? = nil) {
    self.id = id
    self.title = title
    self.subtitle = subtitle
    self.image = image
  }

  /// `count` rows drawn as lines; a selection with another name becomes the second row.
  static func unnamed(_ count: Int, selection: String?) -> [ListRow] {
    var rows = (0..<max(0, count)).map { ListRow(id: $0 < numbered.count ? numbered[$0] : "row-\($0 + 1)", title: nil) }
    guard let selection, !rows.contains(where: { $0.id == selection }), !rows.isEmpty else { return rows }
    rows[min(1, rows.count - 1)] = ListRow(id: selection, title: selection)
    return rows
  }

  private static let numbered = (1...16).map { "row-\($0)" }
}
