import Navigation

/// `verify`: plays an app's own log on its design, and tells the first difference.
package struct VerifyCommand: Sendable {
  enum Format: String, CaseIterable {
    case text, json
  }

  private let design, log: String
  private let format: Format
  private let suggests: Bool
  /// The file for what was learned, a design.
  private let output: String?

  /// - Parameter own: the values of the command's own options.
  init(design: String, log: String, _ own: [String: String]) throws(OptionError) {
    (self.design, self.log) = (design, log)
    format = try OptionError.word("format", own, .text)
    (suggests, output) = (own["suggest"] != nil, own["write"])
    guard output == nil || suggests else { throw OptionError("--write needs --suggest") }
  }

  func run() throws(CommandFailure) -> ExitCode {
    let app = try CommandFailure.design(in: design)
    let bytes = try CommandFailure.bytes(of: log)
    let report: (text: [UInt8], isEmpty: Bool, learned: Design?)
    do throws(VerificationFault) { report = try verify(app, bytes) } catch {
      throw CommandFailure(error, design: design, log: log)
    }
    StandardStream.output.write(report.text)
    if let output, let learned = report.learned {
      try CommandFailure.write(learned.json() + [UInt8(ascii: "\n")], to: output)
    }
    return report.isEmpty ? .done : .failed
  }

  /// What became of the log, and with which answers it agrees most.
  private func verify(_ app: Design, _ bytes: [UInt8]) throws(VerificationFault) -> (
    text: [UInt8], isEmpty: Bool, learned: Design?
  ) {
    guard suggests else {
      let result = try app.verify(log: bytes)
      return (
        format == .json ? result.json() + [UInt8(ascii: "\n")] : Array(result.text(log: log).utf8), result.isEmpty, nil
      )
    }
    let learned = try app.learn(from: bytes)
    let text = format == .json ? learned.json() + [UInt8(ascii: "\n")] : Array(learned.text(log: log).utf8)
    return (text, learned.given.isEmpty, learned.design)
  }
}
