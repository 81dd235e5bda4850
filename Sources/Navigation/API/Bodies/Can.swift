/// Which of back, undo and redo would be handled now.
public struct Can: Hashable, Sendable {
  public var goBack: Bool
  public var undo: Bool
  public var redo: Bool

  public init(goBack: Bool, undo: Bool, redo: Bool) {
    self.goBack = goBack
    self.undo = undo
    self.redo = redo
  }
}

extension Can: JSONBody, MemberBody {
  package static var empty: Self { Self(goBack: false, undo: false, redo: false) }

  package mutating func members(_ m: inout some Members) {
    m.required("goBack", &goBack)
    m.required("undo", &undo)
    m.required("redo", &redo)
  }
}
