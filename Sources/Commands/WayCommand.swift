import Navigation

/// `way`: an app's log as a test on its simulator.
package struct WayCommand: Sendable {
  enum Format: String, CaseIterable {
    case xcuitest, maestro
  }

  private let design, log: String
  private let format: Format
  /// The folder for both texts; nil: one is printed.
  private let output: String?
  private let locators: String?

  /// - Parameter own: the values of the command's own options.
  init(design: String, log: String, _ own: [String: String]) throws(OptionError) {
    (self.design, self.log) = (design, log)
    format = try OptionError.word("format", own, .xcuitest)
    (output, locators) = (own["output"], own["locators"])
  }

  func run() throws(CommandFailure) -> ExitCode {
    let app = try CommandFailure.design(in: design)
    let bytes = try CommandFailure.bytes(of: log)
    let locators = try CommandFailure.locators(in: locators)
    let way: SimulatorWay
    do throws(VerificationFault) {
      let (start, steps) = try app.steps(of: bytes)
      do throws(Rejection) {
        way = try SimulatorWay(steps, in: start, of: app, file: design, locators: locators)
      } catch { throw .design(app.app.problem(of: error)) }
    } catch { throw CommandFailure(error, design: design, log: log) }
    if let output {
      try CommandFailure.write(way.files, into: output)
    } else {
      StandardStream.output.write(Array((format == .xcuitest ? way.xcuiTest : way.maestroFlow).utf8))
    }
    return .done
  }
}
