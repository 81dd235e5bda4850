import Navigation

/// A command about a design, with its options.
package enum DesignCommand: Sendable {
  case explore(ExploreCommand)
  case verify(VerifyCommand)
  case way(WayCommand)
  case picture(PictureCommand)

  /// - Parameters:
  ///   - names: the arguments beside the options.
  ///   - own: the values of the command's own options.
  package init(_ verb: DesignVerb, _ names: [String], _ own: [String: String]) throws(OptionError) {
    guard names.count >= verb.files.count else {
      throw OptionError("\(verb.rawValue) needs \(verb.files[names.count]), a file to read")
    }
    guard names.count == verb.files.count else {
      throw OptionError("unexpected argument: \(names[verb.files.count])")
    }
    self =
      switch verb {
      case .explore: .explore(try ExploreCommand(file: names[0], own))
      case .verify: .verify(try VerifyCommand(design: names[0], log: names[1], own))
      case .way: .way(try WayCommand(design: names[0], log: names[1], own))
      case .picture: .picture(try PictureCommand(file: names[0], own))
      }
  }

  /// Performs it; what ends it early is told on standard error.
  ///
  /// - Parameter program: the name in which that is told.
  package func run(as program: String) async -> ExitCode {
    do throws(CommandFailure) {
      return switch self {
      case .explore(let command): try await command.run()
      case .verify(let command): try command.run()
      case .way(let command): try command.run()
      case .picture(let command): try command.run()
      }
    } catch {
      StandardStream.error.report(error.message, as: program)
      return error.exit
    }
  }
}
