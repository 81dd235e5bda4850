import Foundation

/// How much the tests try: all, or what a commit needs, where the environment variable `CI_LONG` is `0`.
public enum TestLength {
  public static let isShort = ProcessInfo.processInfo.environment["CI_LONG"] == "0"

  /// The steps of a walk: those that a variable gives, else all of them, and a tenth in a short run, at least one.
  public static func steps(_ all: Int, or variable: String? = nil) -> Int {
    let given = variable.flatMap { ProcessInfo.processInfo.environment[$0] }.flatMap { Int($0) }
    return given ?? (isShort ? max(1, all / 10) : all)
  }
}
