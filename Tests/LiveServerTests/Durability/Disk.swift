#if SQLite
import FoundationEssentials
import Glibc
import Testing

/// The library between a server and the system, with its journal and its faults: see `Tests/Disk/disk.c`.
final class Disk: Sendable {
  /// The calls that fail with EIO, or do not end.
  struct Faults: OptionSet, Sendable, CustomTestStringConvertible {
    let rawValue: UInt8
    static let writes = Faults(rawValue: 1)
    static let syncs = Faults(rawValue: 2)
    /// Writes after a failed sync.
    static let writesAfterSync = Faults(rawValue: 4)
    /// Syncs do not end.
    static let hold = Faults(rawValue: 8)

    var testDescription: String {
      [(Faults.writes, "writes"), (.syncs, "syncs"), (.writesAfterSync, "writes after a sync"), (.hold, "hold")].filter
      { contains($0.0) }
      .map(\.1)
      .joined(separator: " and ")
    }
  }

  private let folder: TemporaryDirectory
  private var library: String { folder.path + "/disk.so" }
  private var journalPath: String { folder.path + "/journal" }
  private var faultsPath: String { folder.path + "/faults" }
  /// What servers have done to their files since this file was last emptied.
  var writesPath: String { folder.path + "/writes" }

  /// The reason to skip suites without it.
  static let needsCompiler: Comment = "there is no clang to build Tests/Disk/disk.c with"
  static let hasCompiler = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
    .contains { access($0 + "/clang", X_OK) == 0 }

  private static let source = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().appending(path: "Disk/disk.c").path

  init() async throws {
    folder = try TemporaryDirectory()
    let build = try await Run(
      "/usr/bin/env", ["clang", "-shared", "-fPIC", "-o", folder.path + "/disk.so", Self.source])
    try #require(build.end == .exit(0), "\(build.error)")
    for name in ["journal", "faults", "writes"] { _ = try folder.write("\0", to: name, mode: 0o600) }
    try #require(truncate(journalPath, 0) == 0 && truncate(writesPath, 0) == 0)
  }

  /// A server on this disk.
  ///
  /// - Parameter recordsWrites: whether what it does to its files is recorded for a `PowerFailure`.
  func server(_ options: [String], recordsWrites: Bool = false) async throws -> LiveServer {
    var environment = ["DISK_LIBRARY": library, "DISK_JOURNAL": journalPath, "DISK_FAULTS": faultsPath]
    if recordsWrites { environment["DISK_WRITES"] = writesPath }
    return try await LiveServer(
      options, environment: environment,
      shell: #"export LD_PRELOAD="$DISK_LIBRARY${LD_PRELOAD:+:$LD_PRELOAD}"; exec "$@""#)
  }

  /// From now on exactly these calls fail.
  func fail(_ faults: Faults) {
    let file = open(faultsPath, O_WRONLY | O_CLOEXEC)
    var byte = faults.rawValue
    if pwrite(file, &byte, 1, 0) != 1 { Issue.record("the faults cannot be written") }
    close(file)
  }

  /// Waits until a sync has begun, which is held.
  func waitForSync() async throws {
    try await onThread { [self] in
      while try journal.events.last != .sync { usleep(500) }
    }
  }

  var journal: DiskJournal {
    get throws { DiskJournal(try String(contentsOf: URL(filePath: journalPath), encoding: .utf8)) }
  }
}

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
