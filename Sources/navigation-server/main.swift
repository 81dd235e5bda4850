import Commands
import Dispatch
import FoundationEssentials
import Navigation

StandardStream.open()
do throws(OptionError) {
  let command = try Command(
    arguments: ProcessArguments.read(as: Command.program), environment: ProcessInfo.processInfo.environment)
  switch command {
  case .text(let text): StandardStream.output.write(text)
  case .healthCheck(let options):
    let exit: ExitCode = HealthCheck.isHealthy(options) ? .done : .failed
    exit()
  case .design(let command):
    Task { (await command.run(as: Command.program))() }
    dispatchMain()
  case .check(let options): try StoreCommands.check(options)()
  case .migrate(let options): try StoreCommands.migrate(options)()
  case .copy(let source, let target): try StoreCopying(from: source, to: target).run()()
  case .backup(let options, let file): try StoreCommands.backUp(options, to: file)()
  case .demo(let options, let files):
    let supervisor = try Supervisor()
    let demo = try files.isEmpty ? DemoSession.all : files.map(DemoSession.init(file:))
    try ServerProcess(options.listening(on: supervisor.socket).forDemo(), supervisor, demo: demo).run()
  case .serve(let options):
    let supervisor = try Supervisor()
    try ServerProcess(options.listening(on: supervisor.socket), supervisor).run()
  }
} catch {
  error.report(as: Command.program)
  error.exit()
}
