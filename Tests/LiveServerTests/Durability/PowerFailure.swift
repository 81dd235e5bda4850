#if SQLite
import Foundation
import Glibc
import SeededRandom
import Testing

/// What a power failure leaves of a store's files: all that was synced, and of the rest any sectors.
///
/// `Tests/Disk/disk.c` records what a server does to them.
struct PowerFailure {
  private enum Step: UInt64 { case write, truncate, sync, synced }

  /// A file, as far as the record has been read.
  private struct Image {
    let path: String
    /// What is safe.
    var synced: [UInt8]
    /// What has been done since the last sync began, and since the one before.
    var later: [Change] = []
    var syncing: [Change] = []

    mutating func beginSync() {
      syncing += later
      later = []
    }

    mutating func endSync() {
      for change in syncing { change.make(on: &synced) }
      syncing = []
    }
  }

  private enum Change {
    case write([UInt8], at: Int)
    case truncate(Int)

    func make(on bytes: inout [UInt8]) {
      switch self {
      case .write(let part, let offset):
        if bytes.count < offset + part.count {
          bytes += [UInt8](repeating: 0, count: offset + part.count - bytes.count)
        }
        bytes.replaceSubrange(offset..<offset + part.count, with: part)
      case .truncate(let count):
        bytes.removeLast(max(bytes.count - count, 0))
        bytes += [UInt8](repeating: 0, count: count - bytes.count)
      }
    }

    /// The sectors that have reached the disk.
    func torn(keeping share: Double, _ chance: inout Seeded) -> [Change] {
      switch self {
      case .truncate: return Double.random(in: 0..<1, using: &chance) < share ? [self] : []
      case .write(let part, let offset):
        return stride(from: 0, to: part.count, by: PowerFailure.sector).compactMap { start in
          guard Double.random(in: 0..<1, using: &chance) < share else { return nil }
          return .write(Array(part[start..<min(start + PowerFailure.sector, part.count)]), at: offset + start)
        }
      }
    }
  }

  private static let sector = 512
  private static let headBytes = 32

  private var images: [UInt64: Image] = [:]
  private let writes: String

  /// - Parameters: the files, before a server's start, and what that will have done to them.
  init(path: String, writes: String) throws {
    self.writes = writes
    for (number, name) in [(UInt64(1), path), (2, path + "-wal")] {
      let bytes = (try? Data(contentsOf: URL(filePath: name))).map { Array($0) }
      images[number] = Image(path: name, synced: bytes ?? [])
    }
    try #require(truncate(writes, 0) == 0)
  }

  /// Ends a server's files as a power failure would; the server is gone already.
  func strike(with chance: inout Seeded) throws {
    var images = images
    let record = Array(try Data(contentsOf: URL(filePath: writes)))
    var offset = 0
    // The last step may have been begun.
    while offset + Self.headBytes <= record.count {
      let head = (0..<4).map { Self.word(in: record, at: offset + 8 * $0) }
      offset += Self.headBytes
      guard let step = Step(rawValue: head[0]), offset + Int(head[2]) <= record.count else { break }
      switch step {
      case .write:
        images[head[1]]?.later.append(.write(Array(record[offset..<offset + Int(head[2])]), at: Int(head[3])))
      case .truncate: images[head[1]]?.later.append(.truncate(Int(head[3])))
      case .sync: images[head[1]]?.beginSync()
      case .synced: images[head[1]]?.endSync()
      }
      offset += Int(head[2])
    }
    for image in images.values {
      var bytes = image.synced
      let share: Double = [0.0, 0.5, 0.9, 1.0].randomElement(using: &chance) ?? 0
      for change in image.syncing + image.later {
        for part in change.torn(keeping: share, &chance) { part.make(on: &bytes) }
      }
      try Data(bytes).write(to: URL(filePath: image.path))
    }
    // What SQLite keeps in memory.
    if let database = images[1]?.path { unlink(database + "-shm") }
  }

  private static func word(in bytes: [UInt8], at offset: Int) -> UInt64 {
    bytes[offset..<offset + 8].reversed().reduce(0) { $0 << 8 | UInt64($1) }
  }
}
#endif
