#if PostgreSQL
import NavigationAPI
import SessionStorage

/// The texts of the states in the latest rows of sessions that this engine has written lately: the next row may follow
/// from them.
///
/// What another engine has written is not at hand: a row that follows from that stands whole.
struct StateTexts {
  private struct Latest {
    let version: Version
    let text: [UInt8]
  }

  private var latest: [SessionID: Latest] = [:]
  private var bytes = 0

  /// Sessions of which one is remembered, and bytes of all; beyond them all are forgotten.
  private static let countLimit = 10_000
  private static let byteLimit = 16 << 20

  /// That of the row which a write has made; nil where it is not known.
  func text(of session: SessionID, at version: Version) -> [UInt8]? {
    guard let latest = latest[session], latest.version == version else { return nil }
    return latest.text
  }

  mutating func note(_ text: [UInt8], of session: SessionID, at version: Version) {
    if latest.count >= Self.countLimit || bytes + text.count > Self.byteLimit { (latest, bytes) = ([:], 0) }
    guard text.count <= Self.byteLimit else { return forget(session) }
    bytes += text.count
    bytes -= latest.updateValue(Latest(version: version, text: text), forKey: session)?.text.count ?? 0
  }

  mutating func forget(_ session: SessionID) { bytes -= latest.removeValue(forKey: session)?.text.count ?? 0 }
}
#endif
