import Glibc

/// The descriptors that the process may open.
enum Descriptors {
  /// As many as the system lets a process have.
  static func raiseLimit() {
    var limit = rlimit()
    guard getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0 else { return }
    limit.rlim_cur = limit.rlim_max
    setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
  }

  /// How many they are; nil where there is no limit, or none that is known.
  static var limit: Int? {
    var limit = rlimit()
    guard getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0 else { return nil }
    return Int(exactly: limit.rlim_cur)
  }

  /// Unused numbers below the limit, `count` at most. Asked one by one: there need not be a `/proc`.
  static func free(atMost count: Int) -> Int {
    var (number, free) = (Int32(0), 0)
    let end = limit.map { Int32(clamping: $0) } ?? .max
    while free < count, number < end {
      if fcntl(number, F_GETFD) < 0 { free += 1 }
      number += 1
    }
    return free
  }

  /// Opens so many and closes them again; the `errno` where there are fewer.
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
