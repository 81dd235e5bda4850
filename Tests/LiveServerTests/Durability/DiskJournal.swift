#if SQLite
/// A server's writes to its store's log, syncs and answers, in order; the lines are those of `Tests/Disk/disk.c`.
struct DiskJournal {
  enum Event: Equatable {
    case write(Set<Substring>)
    case sync
    case synced
    /// The request's token.
    case answer(Substring)
  }

  let events: [Event]

  init(_ text: String) {
    events = text.split(separator: "\n").compactMap { line in
      let words = line.split(separator: " ")
      switch words.first {
      case "write": return .write(Set(words.dropFirst()))
      case "sync": return .sync
      case "synced": return .synced
      case "answer": return words.dropFirst().first.map { .answer($0) }
      default: return nil
      }
    }
  }

  var answers: [Substring] {
    events.compactMap { event in
      switch event {
      case .answer(let token): token
      case .write, .sync, .synced: nil
      }
    }
  }

  /// Answers sent before their change was synced, that is, before a successful sync that began after a write with the
  /// answer's token.
  ///
  /// The token of a deletion is not written. Without concurrent requests, its change is the write synced between the
  /// previous answer and its own.
  func early() -> [Substring] {
    let written = events.reduce(into: Set<Substring>()) { written, event in
      switch event {
      case .write(let tokens): written.formUnion(tokens)
      case .sync, .synced, .answer: break
      }
    }
    var (waiting, syncing, safe) = (Set<Substring>(), Set<Substring>(), Set<Substring>())
    var early: [Substring] = []
    for event in events {
      switch event {
      case .write(let tokens): waiting.formUnion(tokens.union([Self.anything]))
      case .sync: (syncing, waiting) = (waiting, [])
      case .synced: safe.formUnion(syncing)
      case .answer(let token):
        if !safe.contains(written.contains(token) ? token : Self.anything) { early.append(token) }
        waiting.remove(Self.anything)
        syncing.remove(Self.anything)
        safe.remove(Self.anything)
      }
    }
    return early
  }

  private static let anything: Substring = "anything"
}
#endif
