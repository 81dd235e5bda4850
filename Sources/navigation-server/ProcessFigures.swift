import FoundationEssentials
import Glibc
import HTTPMessages
import HTTPServer
import Navigation
import NavigationService

/// Metrics of the process, read from the system on each scrape.
struct ProcessFigures: Sendable {
  /// Seconds since 1970.
  private let startTime = Date().timeIntervalSince1970

  func figures(_ connections: ConnectionFigures, droppedLines: Int) -> OutsideFigures {
    var figures = OutsideFigures()
    figures.connections = connections
    figures.droppedLines = droppedLines
    figures.startTime = startTime
    figures.cpuTime = Self.cpuTime
    figures.residentMemory = Self.residentMemory
    figures.openDescriptors = Self.openDescriptors
    figures.maximumDescriptors = Descriptors.limit
    return figures
  }

  /// A soft limit of the process; nil where there is none or it is unknown.
  fileprivate static func limit(_ resource: __rlimit_resource) -> Int? {
    var limit = rlimit()
    guard getrlimit(__rlimit_resource_t(resource.rawValue), &limit) == 0 else { return nil }
    return Int(exactly: limit.rlim_cur)
  }

  private static var cpuTime: Double? {
    var time = timespec()
    guard clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time) == 0 else { return nil }
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }

  /// The second number of `/proc/self/statm`, in pages.
  private static var residentMemory: Int? {
    let numbers = (try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8))?.split(separator: " ") ?? []
    return numbers.count > 1 ? Int(numbers[1]).map { $0 * sysconf(Int32(_SC_PAGESIZE)) } : nil
  }

  /// The size of `/proc/self/fd`, which Linux counts since 6.2; counting the entries would block the shard for
  /// milliseconds.
  private static var openDescriptors: Int? {
    var status = stat()
    guard stat("/proc/self/fd", &status) == 0, status.st_size > 0 else { return nil }
    return Int(status.st_size)
  }
}

/// The memory available to the process.
enum MachineMemory {
  /// The fewest bytes of the machine, of the process's control group and of its address space; nil where unknown.
  static var bytes: Int? { [machineBytes, groupBytes, addressSpaceBytes].compactMap { $0 }.min() }

  /// The default limit for sessions: the rest is for requests, pictures and the allocator's free memory.
  static var forSessions: Int { bytes.map { $0 / 10 * 6 } ?? .max }

  private static var machineBytes: Int? { Int(exactly: ProcessInfo.processInfo.physicalMemory) }

  /// The limit of the address space (`ulimit -v`); nil without one.
  private static var addressSpaceBytes: Int? { ProcessFigures.limit(RLIMIT_AS) }

  /// The smallest `memory.max` of the process's control group and its ancestors (cgroup 2), as set for a container.
  private static var groupBytes: Int? {
    guard let groups = text(of: "/proc/self/cgroup"),
      let line = groups.split(separator: "\n").first(where: { $0.hasPrefix("0::") })
    else { return nil }
    var (path, limits) = (line.dropFirst(3), [Int]())
    while true {
      let limit = text(of: "/sys/fs/cgroup\(path)/memory.max").flatMap { Int($0.filter(\.isNumber)) }
      if let limit { limits.append(limit) }
      guard let slash = path.lastIndex(of: "/") else { return limits.min() }
      path = path[..<slash]
    }
  }

  private static func text(of path: String) -> String? { try? String(contentsOfFile: path, encoding: .utf8) }
}

/// The process's descriptor limit.
enum Descriptors {
  /// Raises the soft limit to the hard limit.
  static func raiseLimit() {
    var limit = rlimit()
    guard getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0 else { return }
    limit.rlim_cur = limit.rlim_max
    setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
  }

  /// The limit; nil where there is none or it is unknown.
  static var limit: Int? { ProcessFigures.limit(RLIMIT_NOFILE) }

  /// Unused numbers below the limit, `count` at most. Probed one by one, as `/proc` may be missing.
  static func free(atMost count: Int) -> Int {
    var (number, free) = (Int32(0), 0)
    let end = limit.map { Int32(clamping: $0) } ?? .max
    while free < count, number < end {
      if fcntl(number, F_GETFD) < 0 { free += 1 }
      number += 1
    }
    return free
  }

  /// Opens `count` descriptors and closes them again; returns the `errno` where there are fewer.
  static func shortage(of count: Int) -> Int32? {
    var opened: [Int32] = []
    defer { for descriptor in opened { close(descriptor) } }
    for _ in 0..<count {
      let descriptor = open("/dev/null", O_RDONLY | O_CLOEXEC)
      guard descriptor >= 0 else { return errno }
      opened.append(descriptor)
    }
    return nil
  }
}

/// The number of connections that the process's descriptor limit allows.
struct ConnectionRoom: Sendable {
  /// Connections served: `--max-connections` or fewer, at least one.
  let connections: Int
  /// Connections above them, held open only to be answered 503.
  private let surplus: Int

  /// - Parameters:
  ///   - limits: the requested numbers.
  ///   - reserved: descriptors not yet open and not for connections.
  init(under limits: HTTPServerLimits, beside reserved: Int) {
    let wanted = limits.connections + limits.surplusConnections
    let available = Descriptors.free(atMost: wanted + reserved) - reserved
    if available >= wanted {
      (connections, surplus) = (limits.connections, limits.surplusConnections)
    } else {
      // With few descriptors, one in eight.
      surplus = min(limits.surplusConnections, max(available, 0) / 8)
      connections = min(limits.connections, max(available - surplus, 1))
    }
  }

  func limits(_ wanted: HTTPServerLimits) -> HTTPServerLimits {
    var limits = wanted
    (limits.connections, limits.surplusConnections) = (connections, surplus)
    return limits
  }

  /// Adds to the `started` line a shortage of connections and its remedy.
  func write(to line: inout JSONWriter, wanted: Int) {
    guard connections < wanted else { return }
    line.member("connections", connections)
    line.member("maxConnections", wanted)
    if let limit = Descriptors.limit { line.member("descriptors", limit) }
    line.member("toServeMore", "raise ulimit -n, or LimitNOFILE= of the service")
  }
}
