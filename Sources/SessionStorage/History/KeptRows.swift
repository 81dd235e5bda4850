/// Which rows of a session are kept: those that are among its latest, by number and by bytes; the latest always.
package struct KeptRows {
  private let firstOrdinal: Int64
  private let firstBytes: Int64
  private let latestOrdinal: Int64

  /// - Parameters: what the latest row has.
  package init(_ limits: History.Limits, ordinal: Int64, bytes: Int64) {
    latestOrdinal = ordinal
    firstOrdinal = ordinal - Int64(limits.revisions) + 1
    firstBytes = bytes - Int64(limits.bytes)
  }

  package func contains(ordinal: Int64, bytes: Int64) -> Bool { ordinal >= firstOrdinal && bytes >= firstBytes || ordinal == latestOrdinal }
}
