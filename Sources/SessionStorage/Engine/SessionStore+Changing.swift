public import Navigation

/// A change of a session, as a value that decides.
///
/// Both functions get the state after the change before, and may be called again: only the last answer counts. To
/// refuse, they leave the session unchanged.
public protocol SessionChange<Answer>: Sendable {
  associatedtype Answer: Sendable

  /// Decides in memory; nil, with the session unchanged, if that takes long or needs states that are not in memory.
  /// Short, without I/O, since it may be called under the session's lock.
  func decide(_ session: inout StoredSession) -> Answer?

  /// Decides a change that takes long, while the session's turn is held. It must not change or read that session in the
  /// store, except for its steps.
  func decideLong(_ session: inout StoredSession) async -> Answer

  /// Called once, with the answer, when the change is stored, or at once if nothing had to be; even if the client has
  /// left. Never called for a change that was not made.
  func publish(_ answer: Answer)
}

/// Changes and deletions: one at a time of each session.
extension SessionStore {
  /// Changes a session. Throws `noSuchSession`, `contended`, `waitEnded`, and the errors of the read and the write.
  ///
  /// A change that is queued to be written is made and published even if the wait for it ends.
  public func change<Change: SessionChange>(
    _ id: SessionID, at moment: Moment, by change: Change
  ) async throws(StoreError) -> Change.Answer {
    var answer: Change.Answer?
    if durable == nil {
      try decideAtOnce(id, at: moment) { session in
        answer = change.decide(&session)
        return answer != nil
      }
    }
    if let answer {
      change.publish(answer)
      return answer
    }
    return try await changeInTurn(id, at: moment, by: change)
  }

  private func changeInTurn<Change: SessionChange>(
    _ id: SessionID, at moment: Moment, by change: Change
  ) async throws(StoreError) -> Change.Answer {
    for _ in 0..<Self.attemptLimit {
      let (resident, before) = try await takeTurn(of: id, at: moment)
      var after = before
      let answer: Change.Answer
      if let short = change.decide(&after) { answer = short } else { answer = await change.decideLong(&after) }
      let decision = decision(from: before, to: after, number: resident.number)
      if try await commit(decision, on: resident, at: moment, { change.publish(answer) }) { return answer }
    }
    throw .contended
  }

  /// Decides a short change in memory under the session's lock, unless it has to wait for its turn.
  private func decideAtOnce(
    _ id: SessionID, at moment: Moment, _ decide: (inout StoredSession) -> Bool
  ) throws(StoreError) {
    while true {
      let resident = try load(id)
      do throws(Resident.Absence) {
        _ = try resident.change(at: moment, limits: limits(for: resident), decide)
        return checkGrowth()
      } catch { guard case .evicted = error else { throw .noSuchSession } }
    }
  }

  private func limits(for resident: Resident) -> StoreLimits {
    isShort(for: resident.owner) ? limits.withoutHistory : limits
  }

  /// Deletes a session if `condition` accepts its revision; otherwise the result is `refused` with the revision. Throws
  /// as `change` does.
  ///
  /// - Parameters:
  ///   - condition: nil to delete it at any revision, and even if it cannot be read.
  ///   - publish: called once if it is deleted, even if the client has left.
  public func delete(
    _ id: SessionID, at moment: Moment, if condition: (@Sendable (_ revision: Int) -> Bool)?,
    publish: @escaping @Sendable () -> Void = {}
  ) async throws(StoreError) -> Deletion {
    for _ in 0..<Self.attemptLimit {
      do throws(StoreError) {
        let (resident, session) = try await takeTurn(of: id, at: moment)
        let isRefused = condition.map { !$0(session.revision) } ?? false
        let decision = isRefused ? .nothing : Decision.deletion(session.version.map(VersionLink.init))
        if try await commit(decision, on: resident, at: moment, { if !isRefused { publish() } }) {
          return isRefused ? .refused(revision: session.revision) : .deleted
        }
      } catch {
        guard case .damaged(let remains) = error, condition == nil else { throw error }
        if try await delete(remains, of: id, at: moment) {
          publish()
          return .deleted
        }
      }
    }
    throw .contended
  }

  /// The resident and its session, once its turn is the caller's, who ends it by `commit`.
  private func takeTurn(
    of id: SessionID, at moment: Moment
  ) async throws(StoreError) -> (Resident, StoredSession) {
    var found = try await find(id, at: moment)
    while true {
      defer { extendLifetime(found) }
      switch try await found.resident.takeTurn(at: moment) {
      case .success(let session): return (found.resident, session)
      case .failure(let absence): found = try await find(id, after: absence, at: moment)
      }
    }
  }

  /// What was decided in a turn.
  enum Decision {
    case nothing
    case update(SessionUpdate)
    case deletion(VersionLink?)
  }

  private func decision(from before: StoredSession, to after: StoredSession, number: Int64) -> Decision {
    guard let difference = SessionUpdate.Difference(from: before, to: after) else { return .nothing }
    let link = before.version.map(VersionLink.init)
    var after = after
    if let durable {
      after.version = link?.after
      after.history.forget(to: durable.tail)
    }
    return .update(SessionUpdate(difference, to: after, number: number, link: link))
  }

  /// Writes what was decided in a turn, and ends the turn.
  ///
  /// - Parameter publish: called if it is made.
  /// - Returns: false if it has to be decided again, since another engine has or may have changed the session.
  private func commit(
    _ decision: Decision, on resident: Resident, at moment: Moment, _ publish: @escaping @Sendable () -> Void
  ) async throws(StoreError) -> Bool {
    switch decision {
    case .nothing:
      guard resident.giveTurn(unchangedAt: moment) else {
        _ = try await find(resident.id, after: .stale, at: moment)
        return false
      }
      publish()
      return true
    case .update, .deletion:
      guard let commit = queue(decision, on: resident, publish) else { return true }
      return try await moment.isMade(by: commit)
    }
  }

  /// Queues the write of what was decided in a turn. Nil if it is made at once, in memory.
  ///
  /// At its end the change is published and the turn given back, even if no task waits for it.
  func queue(_ decision: Decision, on resident: Resident, _ publish: @escaping @Sendable () -> Void) -> Commit? {
    let change: Change
    switch decision {
    case .nothing: return nil
    case .update(let update): change = .update(update)
    case .deletion(let link): change = .delete(resident.id, number: resident.number, resident.owner, link: link)
    }
    guard let durable else {
      // A deletion in memory cannot fail.
      if case .deletion = decision { _ = try? backend.write([change]) }
      end(decision, on: resident, .committed(), since: .max, publish)
      return nil
    }
    let gathers = if case .update = decision { isGathering.load(ordering: .relaxed) } else { false }
    return durable.queue(of: resident.id).add(
      .init(change: change) { [self] in end(decision, on: resident, $0, since: $1, publish) }, gathers: gathers)
  }

  private func end(
    _ decision: Decision, on resident: Resident, _ written: Written, since start: Int64, _ publish: () -> Void
  ) {
    var isCommitted = false
    switch written {
    case .committed(let place):
      isCommitted = true
      switch decision {
      case .nothing: break
      case .update(let update) where durable == nil: resident.become(update.after, limits: limits(for: resident))
      case .update(let update): resident.complete(update, at: place, since: start)
      case .deletion:
        resident.leave()
        forget(resident)
      }
      publish()
      checkGrowth()
    case .failed: break
    case .superseded:
      redecisionCount.wrappingAdd(1, ordering: .relaxed)
      resident.supersede()
      directory.remove(resident)
    }
    resident.giveTurn(isCommitted: isCommitted)
  }

  /// Removes a session that is deleted, or that was not created.
  func forget(_ resident: Resident) {
    directory.remove(resident)
    population.withLock { $0.giveBack(for: resident.owner) }
  }
}
