import Navigation
import NavigationPicture

/// `picture`: draws an app as it starts.
package struct PictureCommand: Sendable {
  enum Format: String, CaseIterable {
    case text, svg
  }

  private let file: String
  private let format: Format
  /// Nil: standard output.
  private let output: String?

  /// - Parameter own: the values of the command's own options.
  init(file: String, _ own: [String: String]) throws(OptionError) {
    self.file = file
    format = try OptionError.word("format", own, .text)
    output = own["output"]
  }

  func run() throws(CommandFailure) -> ExitCode {
    let bytes = try CommandFailure.bytes(of: file)
    let picture: [UInt8]
    do throws(Problem) { picture = try draw(bytes) } catch {
      throw CommandFailure(.data, "\(file): \(error.sentences)")
    }
    guard let output else {
      StandardStream.output.write(picture)
      return .done
    }
    try CommandFailure.write(picture, to: output)
    return .done
  }

  /// The picture of the app in a body of `POST /v1/explore`.
  func draw(_ bytes: [UInt8]) throws(Problem) -> [UInt8] {
    let picture = try Design(json: bytes).picture()
    return switch format {
    case .text: picture.text()
    case .svg: picture.svg(sheet: .embedded)
    }
  }
}
