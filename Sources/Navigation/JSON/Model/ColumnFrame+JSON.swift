extension ColumnFrame {
  /// An object with a member for each visible column, leading to trailing, read whole.
  package static func frames(_ json: JSONValue) throws(BodyRefusal) -> [ColumnFrame] {
    var reader = try json.object()
    var frames: [ColumnFrame] = []
    for column in Column.allCases {
      guard let value = reader.optional(column.name) else { continue }
      var frame = try value.object()
      frames.append(
        ColumnFrame(
          column: column, x: try frame.require("x").double(), width: try frame.require("width").double(),
          height: try frame.require("height").double()))
      _ = try frame.require("y").double()
      try frame.finish()
    }
    try reader.finish()
    return frames
  }
}

extension JSONWriter {
  /// Points from the split view's leading top corner.
  package mutating func frames(_ frames: [ColumnFrame]) {
    key("frames")
    beginObject()
    for frame in frames {
      key(frame.column.name)
      beginObject()
      member("x", frame.x)
      member("y", 0.0)
      member("width", frame.width)
      member("height", frame.height)
      endObject()
    }
    endObject()
  }
}

extension Column {
  /// The column's member name.
  var name: StaticString {
    switch self {
    case .primary: "primary"
    case .supplementary: "supplementary"
    case .secondary: "secondary"
    case .compact: "compact"
    case .inspector: "inspector"
    }
  }
}
