import NavigationJSON
public import NavigationModel

extension Problem {
  /// What the model's refusal is on the wire: the one place that gives it a code and words.
  public init(_ rejection: Rejection) {
    let (code, detail, controller) = Self.words(for: rejection)
    self.init(code, detail)
    self.controller = controller?.description
  }

  /// The refusal of one member of a batch.
  public init(_ rejection: Session.BatchRejection) {
    self.init(rejection.rejection)
    index = rejection.index
  }

  private static func words(for rejection: Rejection) -> (code: ProblemCode, detail: String, controller: ControllerID?) {
    switch rejection {
    case .noSuchController(let id):
      (.noSuchController, "The session has no controller \"\(id)\".", id)
    case .noTarget(.container(let kind)):
      (.noTarget, "Around what was shown last there is no \(kind.rawValue); name one in the transition.", nil)
    case .noTarget(.sender):
      (.noTarget, "No visible screen could be the sender; name one in \"from\".", nil)
    case .wrongKind(let id, let expected):
      (.wrongKind, "The controller \"\(id)\" is no \(expected.rawValue).", id)
    case .duplicateController(let id):
      (.duplicateController, "The controller \"\(id)\" is there already.", id)
    case .cannotPush(let id):
      (.cannotPush, "The controller \"\(id)\" cannot be pushed.", id)
    case .cannotContain(let container, let child):
      (.cannotContain, "The controller \"\(container)\" cannot hold \"\(child)\".", child)
    case .wrongStyle(let id):
      (.wrongStyle, "The split view \"\(id)\" is of another style, which has no such member or action.", id)
    case .noSuchColumn(let split, let column):
      (.noSuchColumn, "The split view \"\(split)\" has no \(column.rawValue) column.", split)
    case .columnTaken(let id):
      (.columnTaken, "Another column holds \"\(id)\" already.", id)
    case .notInStack(let id):
      (.notInStack, "The controller \"\(id)\" does not stand in the stack.", id)
    case .emptyContainer(let id):
      (.emptyContainer, "The container \"\(id)\" would be left without a child.", id)
    case .alreadyPresenting(let id):
      (.alreadyPresenting, "The controller \"\(id)\" presents something already.", id)
    case .notOnDisplay(let id):
      (.notOnDisplay, "A user cannot reach \"\(id)\" now: it is covered or hidden.", id)
    case .inBackground:
      (.notOnDisplay, "The session is in the background, where a user can reach nothing.", nil)
    case .unknownDevice(let name):
      (.unknownDevice, "The catalogue has no device \(JSONError.quoted(name)).", nil)
    case .noSuchMultitasking(let device, let orientation, let multitasking):
      (.noSuchMultitasking, "\(device ?? "A free window") has no \(multitasking.rawValue) in \(orientation.rawValue).", nil)
    case .invalidSize(let size):
      (.invalidSize, "A window cannot be \(size.width) by \(size.height) points.", nil)
    case .controllerLimit(.controllers):
      (.controllerLimit, "The session would have more than \(Limits.controllers) controllers.", nil)
    case .controllerLimit(.depth):
      (.controllerLimit, "Controllers would stand more than \(Limits.depth) deep inside each other.", nil)
    case .notInBatch:
      (.notInBatch, "undo, redo and revert are each a transition of its own.", nil)
    }
  }
}
