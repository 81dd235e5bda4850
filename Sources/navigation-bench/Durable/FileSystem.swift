#if SQLite
import CReferenceServer
import Glibc

/// What a folder lies on (statfs(2)).
struct FileSystem {
  private let type: Int

  init(of folder: String) throws(BenchmarkFailure) {
    type = benchmark_file_system(folder)
    guard type >= 0 else { throw .couldNotWrite(errno) }
  }

  /// Those that are met, by the numbers of magic.h.
  private static let names = [
    0xEF53: "ext4", 0x5846_5342: "xfs", 0x9123_683E: "btrfs", 0x2FC1_2FC1: "zfs", 0x794C_7630: "overlayfs", tmpfs: "tmpfs", ramfs: "ramfs",
  ]
  private static let tmpfs = 0x0102_1994
  private static let ramfs = 0x8584_58F6

  var name: String { Self.names[type] ?? "a file system of type 0x\(String(type, radix: 16))" }

  /// False where a sync has nothing to wait for.
  var isOnDisk: Bool { type != Self.tmpfs && type != Self.ramfs }
}
#endif
