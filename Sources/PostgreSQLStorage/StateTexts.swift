#if PostgreSQL
import Navigation
import SessionStorage

/// A cache of the state texts in the latest rows that this engine wrote, for patches in the next rows.
///
/// Texts of other engines' rows are not in the cache; a row after one of those is whole.
struct StateTexts {
  private struct Latest {
    let version: Version
    let text: [UInt8]
  }

  private var latest: [SessionID: Latest] = [:]
  private var bytes = 0

  /// The most sessions, and bytes of all texts; beyond these the cache is emptied.
  private static let countLimit = 10_000
  private static let byteLimit = 16 << 20

  /// The state text in the row of a version; nil if unknown.
  func text(of session: SessionID, at version: Version) -> [UInt8]? {
    guard let latest = latest[session], latest.version == version else { return nil }
    return latest.text
  }

  mutating func store(_ text: [UInt8], of session: SessionID, at version: Version) {
    if latest.count >= Self.countLimit || bytes + text.count > Self.byteLimit { (latest, bytes) = ([:], 0) }
    guard text.count <= Self.byteLimit else { return forget(session) }
    bytes += text.count
    bytes -= latest.updateValue(Latest(version: version, text: text), forKey: session)?.text.count ?? 0
  }

  mutating func forget(_ session: SessionID) { bytes -= latest.removeValue(forKey: session)?.text.count ?? 0 }
}
#endif
