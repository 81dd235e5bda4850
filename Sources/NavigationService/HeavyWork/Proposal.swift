import NavigationAPI
import NavigationModel
import SessionStorage

/// What a request comes to from one state, worked out while the session is not locked, so that no other request for it
/// waits.
///
/// A class, like what it is made from: most decisions have none, and carry no more than a reference.
final class Proposal: Sendable {
  /// A state that a change is to be worked out from.
  final class Basis: Sendable {
    let session: Session
    let revision: Int

    init(_ stored: StoredSession) {
      session = stored.session
      revision = stored.revision
    }
  }

  private let basis: Basis
  private let after: Session
  private let applied: Result<TransitionDecision.Applied, TransitionDecision.Refusal>
  /// Whether `after` is another revision.
  let isNew: Bool
  /// The bytes of `after` where they are too many.
  let excess: Int?

  init(_ decision: TransitionDecision, from basis: Basis) {
    self.basis = basis
    let before = basis.session
    var after = before
    do throws(TransitionDecision.Refusal) { applied = .success(try decision.apply(to: &after)) } catch {
      applied = .failure(error)
    }
    isNew = after.differs(from: before)
    excess = isNew ? decision.limits.excess(of: after, after: before) : nil
    self.after = after
  }

  /// Whether the session is still what this was worked out from.
  func isOf(_ stored: StoredSession) -> Bool { stored.revision == basis.revision && stored.session == basis.session }

  /// Puts it in place.
  func adopt(by stored: inout StoredSession) throws(TransitionDecision.Refusal) -> TransitionDecision.Applied {
    stored.session = after
    return try applied.get()
  }
}

extension Session {
  /// Whether tree or window are others than before: such a state is another revision.
  func differs(from before: Session) -> Bool { root != before.root || environment != before.environment }
}
