import FoundationEssentials
import Glibc
import HTTPMessages
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
