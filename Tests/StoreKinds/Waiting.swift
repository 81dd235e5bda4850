import Dispatch
import Glibc

/// Asks until it is so, at most for so many milliseconds.
public func wait(_ milliseconds: Int, until isSo: () throws -> Bool) rethrows {
  let deadline = DispatchTime.now() + .milliseconds(milliseconds)
  while try !isSo(), DispatchTime.now() < deadline { usleep(10_000) }
}
