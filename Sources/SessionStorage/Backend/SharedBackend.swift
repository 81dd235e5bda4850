import NavigationAPI

/// A durable backend that other engines write to, too.
///
/// `write` compares: of a change whose link does not follow from what is there, of a creation whose id or key is taken, and of a name that
/// is given, it says `superseded`; all others of the same call are written. The numbers of sessions and of owners are the backend's own.
package protocol SharedBackend: DurableBackend {
  /// The latest of each session, as of a moment after the call began.
  func latest(of known: [KnownSession]) throws(StoreError) -> [LatestSession]

  /// From here on `news` is called, on any thread, with each session that some engine may have written. It may miss some.
  func listen(_ news: @escaping @Sendable (SessionID) -> Void)

  /// Whether it can be asked now.
  var readiness: StoreReadiness { get }
}

/// A session as an engine has it.
package struct KnownSession: Sendable {
  package let id: SessionID
  /// Nil where the engine does not have it.
  package let version: Version?

  package init(id: SessionID, version: Version?) {
    self.id = id
    self.version = version
  }
}

/// What a shared backend has of it.
package enum LatestSession: Sendable {
  /// The same.
  case same
  case other(KeptSession)
  /// There is none.
  case none
}

/// Whether a store can be asked.
public enum StoreReadiness: Hashable, Sendable {
  case ready
  /// For this reason it cannot.
  case unavailable(String)
}
