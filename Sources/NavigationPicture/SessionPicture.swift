import CPictureStyle
import Navigation

/// A wireframe of a session's current state.
public struct SessionPicture: Sendable {
  /// The most offers of a screen that are tried for a picture (D-403).
  public static var triedOffers: Int { ScreenOffers.triedLimit }

  private let session: Session
  private let showsHidden: Bool
  private let routes: ScreenRoutes?

  /// - Parameters:
  ///   - showsHidden: whether everything that is not on display is drawn beside the window.
  ///   - routes: the app's, whose offers are rows and buttons of its screens (D-401).
  public init(of session: Session, showsHidden: Bool = false, routes: ScreenRoutes? = nil) {
    self.session = session
    self.showsHidden = showsHidden
    self.routes = routes
  }

  /// An SVG document in UTF-8, as large as the window in points times `scale`; a scale below 1 enlarges its texts. It has
  /// classes but no colours, which come from the sheet.
  public func svg(scale: Double = 1, sheet: PictureSheet = .none) -> [UInt8] {
    var writer = SVGWriter(Scene(of: session, showsHidden: showsHidden, for: .svg, scale: scale, routes))
    writer.write(scale: scale, sheet: sheet)
    return writer.bytes
  }

  /// Lines of at most 80 characters in UTF-8, in box-drawing characters.
  public func text() -> [UInt8] {
    var writer = TextWriter(Scene(of: session, showsHidden: showsHidden, for: .text, scale: 1, routes))
    return Array(writer.write().utf8)
  }

  /// The stylesheet that colours pictures, in UTF-8.
  public static let sheet = {
    // SAFETY: the file is compiled in, with its length, and is copied here.
    Array(UnsafeBufferPointer(start: cpicturestyle_text(), count: cpicturestyle_length()))
  }()
}

/// Whether a picture includes its colours.
public enum PictureSheet: Hashable, Sendable, CaseIterable {
  /// The page around it has the stylesheet.
  case none
  /// A standalone file, which includes the stylesheet.
  case embedded
}

/// The stylesheet in a standalone picture.
enum EmbeddedSheet {
  static let bytes = Array(withLiterals(String(decoding: SessionPicture.sheet, as: UTF8.self)).utf8)

  /// Adds the light colour before each `var(…)`: viewers without custom properties would draw everything black.
  static func withLiterals(_ sheet: String) -> String {
    var literals: [Substring: Substring] = [:]
    var written = ""
    for piece in sheet.split(separator: ";", omittingEmptySubsequences: false) {
      let start = piece.lastIndex { $0 == "{" || $0 == "}" }.map(piece.index(after:)) ?? piece.startIndex
      let parts = piece[start...].split(separator: ":", maxSplits: 1)
      if !written.isEmpty { written += ";" }
      written += piece[..<start]
      if parts.count == 2 {
        let (name, value) = (parts[0].drop(while: \.isWhitespace), parts[1].drop(while: \.isWhitespace))
        if name.hasPrefix("--"), literals[name] == nil { literals[name] = value }
        if value.hasPrefix("var("), let literal = literals[value.dropFirst(4).dropLast()] {
          written += " \(name): \(literal);"
        }
      }
      written += piece[start...]
    }
    return written
  }
}

extension Design {
  /// The app as it starts, in its own window. Throws where its tree is invalid.
  ///
  /// - Parameter showsHidden: whether everything that is not on display is drawn beside the window.
  public func picture(showsHidden: Bool = false) throws(Problem) -> SessionPicture {
    do throws(Rejection) {
      return SessionPicture(of: try app.open().session, showsHidden: showsHidden, routes: app.routes)
    } catch { throw app.problem(of: error) }
  }
}
