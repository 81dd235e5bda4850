/// The body of `POST /v1/picture`: a session that is not stored, and what is played in it before it is drawn (D-415).
public struct PictureRequest: Hashable, Sendable {
  public var app: CreateSession
  /// One after another, each as a request of its own: a transition, or several as a batch.
  public var steps: [[Transition]]

  public init(_ app: CreateSession, playing steps: [[Transition]] = []) {
    self.app = app
    self.steps = steps
  }

  /// The transitions of all steps.
  package var count: Int { steps.reduce(0) { $0 + $1.count } }

  /// The session that is drawn.
  ///
  /// - Parameter explain: the problem of a refused step, with the session before it; its pointer is into the step as a
  ///   batch.
  package func played(
    _ explain: (Session.BatchRejection, [Transition], Session) -> Problem = { rejection, _, _ in Problem(rejection) }
  ) throws(Problem) -> Session {
    var session: Session
    do throws(Rejection) { session = try app.open().session } catch { throw app.problem(of: error) }
    for (index, step) in steps.enumerated() {
      do throws(Session.BatchRejection) { try session.play(step, app.routes) } catch {
        var problem = explain(error, step, session)
        let inner = step.count > 1 ? problem.pointer ?? "/transitions/\(error.index)" : Self.single(problem.pointer)
        (problem.index, problem.pointer) = (index, "/transitions/\(index)\(inner)")
        throw problem
      }
    }
    return session
  }

  /// What follows `/transitions/0`.
  private static func single(_ pointer: String?) -> String {
    pointer.map { String($0.dropFirst("/transitions/0".count)) } ?? ""
  }
}

extension Session {
  /// One of several is compared once, at the end (D-4).
  fileprivate mutating func play(_ step: [Transition], _ routes: ScreenRoutes?) throws(BatchRejection) {
    guard step.count == 1 else {
      _ = try apply(batch: step, routes: routes)
      return
    }
    do throws(Rejection) { _ = try apply(step[0], routes: routes) } catch {
      throw BatchRejection(index: 0, rejection: error)
    }
  }
}

extension PictureRequest: JSONBody {
  public static var requestDepth: Int { CreateSession.requestDepth }

  public init(json: JSONValue) throws(BodyRefusal) {
    var reader = try Snapshot.checked(json).object()
    app = try CreateSession(members: &reader)
    steps = try reader.optional("transitions").map(Self.steps) ?? []
    try reader.finish(nulls: Snapshot.ownMembers)
  }

  /// Throws `batchLimit` where there are too many in all.
  private static func steps(_ json: JSONValue) throws(BodyRefusal) -> [[Transition]] {
    let limit = TransitionRequest.batchLimit
    guard try json.elements.count <= limit else { throw .batchLimit(try json.elements.count, pointer: json.pointer) }
    let steps = try json.array { (step) throws(BodyRefusal) in
      switch try TransitionRequest(json: step) {
      case .transition(let transition): [transition]
      case .batch(let transitions): transitions
      case .history: throw .notInBatch(pointer: step.pointer)
      }
    }
    let count = steps.reduce(0) { $0 + $1.count }
    guard count <= limit else { throw .batchLimit(count, pointer: json.pointer) }
    return steps
  }

  public func write(to writer: inout JSONWriter) {
    writer.beginObject()
    app.writeMembers(to: &writer)
    if !steps.isEmpty {
      writer.array("transitions", steps.map { $0.count == 1 ? .transition($0[0]) : TransitionRequest.batch($0) })
    }
    writer.endObject()
  }
}
