import Navigation

/// A session as rows, in the form that all durable stores share.
package struct CopiedSession: Sendable {
  package let number: Int64
  package let head: SessionHead
  /// The time of the next expiry check.
  package let due: Timestamp
  /// The row of its routes; nil without.
  package var routes: [UInt8]?
  /// Those retained, without replaced ones, oldest first.
  package var records: [RecordRow] = []
  /// Oldest first.
  package var answers: [CopiedAnswer] = []

  package init(_ head: SessionHead, number: Int64, due: Timestamp) {
    (self.head, self.number, self.due) = (head, number, due)
  }

  package var id: SessionID { head.id }
  package var checksum: RowChecksum { RowChecksum(head) }

  package var byteCount: Int {
    (routes?.count ?? 0) + records.reduce(256) { $0 + $1.content.count + 64 }
      + answers.reduce(0) { $0 + $1.row.count + 128 }
  }

  /// Equal for equal sessions, in whichever store.
  package var digest: Fingerprint {
    var fixed = [UInt8](id)
    for word in [
      number, Int64(head.owner.number), head.createdAt.milliseconds, Int64(head.timeToLive), due.milliseconds,
    ] {
      fixed.append(big: word)
    }
    fixed.append(head.client == nil ? 0 : 1)
    var digest = Fingerprint(of: fixed[...], Array((head.client ?? "").utf8)[...])
    for label in head.labels.pairs { digest = digest.with(Array(label.name.utf8), Array(label.value.utf8)) }
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
