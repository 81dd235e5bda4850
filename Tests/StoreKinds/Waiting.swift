import Dispatch
import Glibc

/// Polls a condition until it is true, for at most `milliseconds`.
public func wait(_ milliseconds: Int, until isSo: () throws -> Bool) rethrows {
  let deadline = DispatchTime.now() + .milliseconds(milliseconds)
  while try !isSo(), DispatchTime.now() < deadline { usleep(10_000) }
}
