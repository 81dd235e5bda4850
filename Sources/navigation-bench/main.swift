import Glibc

func run(_ arguments: ArraySlice<String>) -> CInt? {
  let rest = arguments.dropFirst()
  switch arguments.first {
  case "targets": return TargetBenchmark(rest)?.run()
  case "http": return HTTPBenchmark(rest)?.run()
  case "events": return EventBenchmark(rest)?.run()
  case "soak": return SoakBenchmark(rest)?.run()
  case "durable":
    #if SQLite
    return DurableBenchmark(rest)?.run()
    #else
    writeLine(Usage.withoutSQLite, to: 2)
    return Usage.unavailableExitCode
    #endif
  case "attacks": return AttackBenchmark(rest)?.run()
  case "fairness": return FairnessBenchmark(rest)?.run()
  case "pictures": return PictureBenchmark(rest)?.run()
  case "transitions": return TransitionBenchmark(rest)?.run()
  case "memory": return MemoryBenchmark(rest)?.run()
  case "reference-server": return ReferenceServer(rest)?.run()
  case "--help":
    writeLine(Usage.text, to: 1)
    return 0
  default: return nil
  }
}

guard let code = run(CommandLine.arguments.dropFirst()) else {
  writeLine(Usage.text, to: 2)
  exit(Usage.exitCode)
}
exit(code)
