#if PostgreSQL
import FoundationEssentials
import Testing

/// The library that shifts a process's clock: see `Tests/Disk/clock.c`.
final class ShiftedClock: Sendable {
  private let folder: TemporaryDirectory
  private let milliseconds: Int

  private static let source = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().appending(path: "Disk/clock.c").path

  /// - Parameter milliseconds: the offset; positive is ahead.
  init(milliseconds: Int) async throws {
    folder = try TemporaryDirectory()
    self.milliseconds = milliseconds
    let build = try await Run(
      "/usr/bin/env", ["clang", "-shared", "-fPIC", "-o", folder.path + "/clock.so", Self.source])
    try #require(build.end == .exit(0), "\(build.error)")
  }

  var environment: [String: String] {
    ["CLOCK_LIBRARY": folder.path + "/clock.so", "CLOCK_MILLISECONDS": "\(milliseconds)"]
  }

  static let shell = #"export LD_PRELOAD="$CLOCK_LIBRARY${LD_PRELOAD:+:$LD_PRELOAD}"; exec "$@""#
}
#endif
