import Glibc

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
  static var limit: Int? {
    var limit = rlimit()
    guard getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0 else { return nil }
    return Int(exactly: limit.rlim_cur)
  }

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
