public import NavigationJSON

extension Problem {
  /// A body that is no JSON, or JSON of another shape.
  public init(_ error: JSONError) {
    switch error.kind {
    case .malformed: self.init(.malformedJSON, "\(error.detail), at byte \(error.offset).")
    case .invalid: self.init(.invalidBody, error.detail.hasSuffix("?") ? error.detail : error.detail + ".")
    }
    pointer = error.pointer
  }
}
