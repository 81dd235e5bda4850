import FoundationEssentials
import Glibc

/// The memory available to the process.
enum MachineMemory {
  /// The fewest bytes of the machine, of the process's control group and of its address space; nil where unknown.
  static var bytes: Int? { [machineBytes, groupBytes, addressSpaceBytes].compactMap { $0 }.min() }

  /// The default limit for sessions: the rest is for requests, pictures and the allocator's free memory.
  static var forSessions: Int { bytes.map { $0 / 10 * 6 } ?? .max }

  private static var machineBytes: Int? { Int(exactly: ProcessInfo.processInfo.physicalMemory) }

  /// The limit of the address space (`ulimit -v`); nil without one.
  private static var addressSpaceBytes: Int? {
    var limit = rlimit()
    guard getrlimit(__rlimit_resource_t(RLIMIT_AS.rawValue), &limit) == 0 else { return nil }
    return Int(exactly: limit.rlim_cur)
  }

  /// The smallest `memory.max` of the process's control group and its ancestors (cgroup 2), as set for a container.
  private static var groupBytes: Int? {
    guard let groups = text(of: "/proc/self/cgroup"),
      let line = groups.split(separator: "\n").first(where: { $0.hasPrefix("0::") })
    else { return nil }
    var path = String(line.dropFirst(3))
    var least: Int?
    while true {
      if let limit = text(of: "/sys/fs/cgroup" + path + "/memory.max").flatMap({ Int($0.filter(\.isNumber)) }) {
        least = min(least ?? limit, limit)
      }
      guard let slash = path.lastIndex(of: "/") else { return least }
      path = String(path[..<slash])
      if path.isEmpty {
        let own = text(of: "/sys/fs/cgroup/memory.max").flatMap { Int($0.filter(\.isNumber)) }
        return [least, own].compactMap { $0 }.min()
      }
    }
  }

  private static func text(of path: String) -> String? { try? String(contentsOfFile: path, encoding: .utf8) }
}
