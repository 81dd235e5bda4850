/// Exit codes of the programs, as in sysexits.h.
package enum ExitCode: Int32, CaseIterable, Sendable {
  case done = 0
  case failed = 1
  /// A search that a bound ended.
  case bounded = 2
  /// EX_USAGE.
  case usage = 64
  /// EX_DATAERR.
  case data = 65
  /// EX_NOINPUT.
  case noInput = 66
  /// EX_UNAVAILABLE.
  case unavailable = 69
  /// EX_OSERR.
  case system = 71
  /// EX_CANTCREAT.
  case cannotCreate = 73
  /// EX_NOPERM.
  case noPrivilege = 77
}
