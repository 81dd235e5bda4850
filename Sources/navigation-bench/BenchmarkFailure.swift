/// What a measurement can run into beside its own load.
enum BenchmarkFailure: Error {
  case noServerBesideThis
  case unexpectedAnswer(path: String, status: Int)
  case answersNot2xx(case: String, count: Int)
  /// Requests that should have made a revision each.
  case lostRevisions(case: String, expected: Int, found: Int)
  case unreadableUsage
  /// The errno value of a file that another program was to read, or of one to measure the disk with.
  case couldNotWrite(CInt)
  /// A folder that is no place for what is to outlive the machine's power.
  case notOnADisk(String)
  /// What wrk wrote in place of its numbers.
  case noNumbers(String)
  /// The errno value of a thread that is not to be had.
  case noThread(CInt)
  /// A crowd that was to keep the server busy to the end.
  case crowdFailed(String)
  /// A number that cannot be.
  case nonsense(String, Double)
}
