import NavigationAPI
import NavigationModel
import SessionStorage

/// The outcome of a request from one state, computed without the session's lock, so that no other request waits.
///
/// A class, as is its basis: most decisions have none and carry only a reference.
final class Proposal: Sendable {
  /// The state that a change is computed from.
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
  /// The bytes of `after` where they exceed the limit.
  let excess: Int?

  init(_ decision: TransitionDecision, from basis: Basis) {
    self.basis = basis
    let before = basis.session
    var after = before
    do throws(TransitionDecision.Refusal) { applied = .success(try decision.apply(to: &after)) } catch {
      applied = .failure(error)
    }
    excess = after == before ? nil : decision.limits.excess(of: after, after: before)
    self.after = after
  }

  /// Whether the session is still in the state of the basis.
  func isOf(_ stored: StoredSession) -> Bool { stored.revision == basis.revision && stored.session == basis.session }

  /// Makes `after` the session's state.
  func adopt(by stored: inout StoredSession) throws(TransitionDecision.Refusal) -> TransitionDecision.Applied {
    stored.session = after
    return try applied.get()
  }
}
