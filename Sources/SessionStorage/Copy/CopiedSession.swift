import Navigation

/// A session as rows, in the form that all durable stores share.
package struct CopiedSession: Sendable {
  /// A row of `records`.
  package struct Record: Sendable {
    package let revision: Int
    package let at: Timestamp
    /// Patches since the last whole state.
    package let patches: Int
    /// Without its checksum.
    package let content: [UInt8]

    package init(revision: Int, at: Timestamp, patches: Int, content: [UInt8]) {
      (self.revision, self.at, self.patches, self.content) = (revision, at, patches, content)
    }
  }

  package let number: Int64
  package let id: SessionID
  package let owner: Owner
  package let client: String?
  package let labels: Labels
  package let createdAt: Timestamp
  package let timeToLive: Int
  /// The time of the next expiry check.
  package let due: Timestamp
  /// The row of its routes; nil without.
  package var routes: [UInt8]?
  /// Those retained, without replaced ones, oldest first.
  package var records: [Record] = []
  /// Oldest first.
  package var answers: [CopiedAnswer] = []

  package init(
    number: Int64, id: SessionID, owner: Owner, client: String?, labels: Labels, createdAt: Timestamp, timeToLive: Int,
    due: Timestamp
  ) {
    (self.number, self.id, self.owner, self.client) = (number, id, owner, client)
    (self.labels, self.createdAt, self.timeToLive, self.due) = (labels, createdAt, timeToLive, due)
  }

  package var checksum: RowChecksum {
    RowChecksum(id, owner, client: client, labels, createdAt: createdAt, timeToLive: timeToLive)
  }

  package var byteCount: Int {
    (routes?.count ?? 0) + records.reduce(256) { $0 + $1.content.count + 64 }
      + answers.reduce(0) { $0 + $1.row.count + 128 }
  }

  /// Equal for equal sessions, in whichever store.
  package var digest: Fingerprint {
    var head = [UInt8](id)
    for word in [number, Int64(owner.number), createdAt.milliseconds, Int64(timeToLive), due.milliseconds] {
      head.append(big: word)
    }
    head.append(client == nil ? 0 : 1)
    var digest = Fingerprint(of: head[...], Array((client ?? "").utf8)[...])
    for label in labels.pairs { digest = digest.with(Array(label.name.utf8), Array(label.value.utf8)) }
    if let routes { digest = digest.with([UInt8](), routes) }
    for record in records {
      digest = digest.with([Int64(record.revision), record.at.milliseconds, Int64(record.patches)], record.content)
    }
    for answer in answers { digest = answer.added(to: digest) }
    return digest
  }
}

/// An answer to a request with a key, as a row.
package struct CopiedAnswer: Sendable {
  package let answer: StoredAnswer
  /// The body as stored, with its checksum; empty if it was evicted.
  package let row: [UInt8]

  /// Throws `unreadable` if the checksum is another one.
  package init(_ answer: StoredAnswer, row: [UInt8]) throws(StoreError) {
    (self.answer, self.row) = (answer, row)
    _ = try answer.body(row: row)
  }

  package func added(to digest: Fingerprint) -> Fingerprint {
    var head = Array(answer.key.description.utf8)
    head += [UInt8](answer.fingerprint) + [UInt8](answer.sessionID)
    return digest.with(head, []).with([Int64(answer.revision)], row)
  }
}

/// An owner's number and its name.
package struct CopiedOwner: Hashable, Sendable {
  package let owner: Owner
  package let name: String

  package init(owner: Owner, name: String) { (self.owner, self.name) = (owner, name) }
}

extension Fingerprint {
  fileprivate func with(_ words: [Int64], _ bytes: [UInt8]) -> Fingerprint {
    var head = [UInt8](self)
    for word in words { head.append(big: word) }
    return Fingerprint(of: head[...], bytes[...])
  }

  fileprivate func with(_ first: [UInt8], _ second: [UInt8]) -> Fingerprint {
    let head = [UInt8](self)
    return Fingerprint(of: head[...], first[...], second[...])
  }
}
