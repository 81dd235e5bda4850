import Navigation

/// What is known of a session whose stored data cannot be read: enough to delete it.
public struct DamagedSession: Hashable, Sendable {
  package let number: Int64
  /// As stored, which may be wrong.
  public let owner: Owner
  /// Nil unless the backend is shared.
  package let version: Version?
  /// The first revision that cannot be read, if known.
  package let revision: Int?

  package init(number: Int64, owner: Owner, version: Version? = nil, revision: Int? = nil) {
    (self.number, self.owner, self.version, self.revision) = (number, owner, version, revision)
  }
}

extension SessionStore {
  /// Deletes a session that cannot be read; false if another engine committed first. A second deletion finds no session.
  func delete(_ damaged: DamagedSession, of id: SessionID, at moment: Moment) async throws(StoreError) -> Bool {
    guard removals.withLock({ $0.insert(id).inserted }) else { throw .noSuchSession }
    let link = damaged.version.map(VersionLink.init)
    let pending = write(.delete(id, number: damaged.number, damaged.owner, link: link), of: id) { [self] written, _ in
      switch written {
      case .committed: population.withLock { $0.giveBack(for: damaged.owner) }
      case .failed, .superseded: removals.withLock { _ = $0.remove(id) }
      }
    }
    return try await isMade(pending, at: moment)
  }
}
