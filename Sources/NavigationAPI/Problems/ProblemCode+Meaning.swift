extension ProblemCode {
  /// The status and texts of a code.
  struct Meaning: Sendable {
    let status: Int
    let title: String
    let explanation: String

    init(_ status: Int, _ title: String, _ explanation: String) {
      self.status = status
      self.title = title
      self.explanation = explanation
    }
  }
}
