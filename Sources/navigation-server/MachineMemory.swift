import Glibc

/// The memory available to the process.
enum MachineMemory {
  /// Bytes of the machine, or of the process's control group where fewer; nil where unknown.
  static var bytes: Int? {
    let pages = sysconf(Int32(_SC_PHYS_PAGES))
    guard pages > 0 else { return groupBytes }
    let machine = pages * sysconf(Int32(_SC_PAGESIZE))
    return groupBytes.map { min($0, machine) } ?? machine
  }

  /// The default limit for sessions: the rest is for requests, pictures and the allocator's free memory.
  static var forSessions: Int { bytes.map { $0 / 10 * 6 } ?? .max }

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

  private static func text(of path: String) -> String? {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    var buffer = [UInt8](repeating: 0, count: 4_096)
    let count = read(descriptor, &buffer, buffer.count)
    return count >= 0 ? String(decoding: buffer.prefix(count), as: UTF8.self) : nil
  }
}
