import Foundation
import Navigation
import Testing

@testable import NavigationPicture

/// A picture of windows beside each other, in one file with its colours.
struct ContainerPicture: Sendable, CustomTestStringConvertible {
  /// What stands between two windows.
  enum Relation: Sendable {
    /// One follows from the other.
    case then
    /// Each follows from what its heading says.
    case or
  }

  struct Window: Sendable {
    /// Above the window.
    var heading: String
    var pictured: Pictured
    /// The tree in the sketch notation.
    var sketch: String

    init(
      _ heading: String, _ layout: Pictured.Arrangement, in environment: String, after transitions: [String] = [],
      is sketch: String, showsHidden: Bool = false
    ) {
      self.heading = heading
      pictured = Pictured(heading, layout, environment, transitions, showsHidden: showsHidden)
      self.sketch = sketch
    }
  }

  var name: String
  var relation: Relation
  var scale: Double
  var windows: [Window]

  init(_ name: String, windowsAre relation: Relation = .then, scale: Double = 0.55, _ windows: [Window]) {
    self.name = name
    self.relation = relation
    self.scale = scale
    self.windows = windows
  }

  var testDescription: String { name }
  /// The name of its file.
  var file: String { "model-\(name).svg" }

  /// Lengths of the file, in points of a page.
  private static let (head, foot, gap, margin) = (24.0, 34.0, 22.0, 8.0)

  func svg() throws -> String {
    var (body, x, height) = ("", Self.margin, 0.0)
    for (index, window) in windows.enumerated() {
      let session = try window.pictured.session()
      let scene = Scene(of: session, showsHidden: window.pictured.showsHidden, for: .svg, scale: scale)
      let panel = Panel(scene, scale: scale, x: x, y: Self.head)
      if index > 0 { body += between(x: x - Self.gap, y: panel.middle) }
      body += panel.text("title", window.heading, size: 14, y: Self.head - 6)
      body += panel.picture(try window.pictured.picture().svg(scale: scale))
      for (line, text) in panel.caption.enumerated() {
        body += panel.text("caption", text, size: 11, y: panel.bottom + 17 + 14 * Double(line))
      }
      x += panel.width + Self.gap
      height = max(height, panel.bottom + Self.foot + Self.margin)
    }
    let width = x - Self.gap + Self.margin
    let size = #"width="\#(Self.number(width))" height="\#(Self.number(height))""#
    let box = "0 0 \(Self.number(width)) \(Self.number(height))"
    return """
      <svg xmlns="http://www.w3.org/2000/svg" class="navigation-picture" viewBox="\(box)" \(size) font-size="14">\
      <style>\(String(decoding: SessionPicture.sheet, as: UTF8.self))</style>
      <rect class="backdrop" \(size) rx="10"/>
      \(body)</svg>

      """
  }

  private func between(x: Double, y: Double) -> String {
    let (left, y) = (Self.number(x + 2), Self.number(y))
    return switch relation {
    case .then: #"<path class="arrow" d="M\#(left) \#(y)h16m-6 -6l6 6l-6 6"/>\#n"#
    case .or:
      #"<text class="caption" x="\#(Self.number(x + Self.gap / 2))" y="\#(y)" text-anchor="middle">or</text>\#n"#
    }
  }

  /// With at most one digit after the point.
  static func number(_ value: Double) -> String {
    let tenths = Int((value * 10).rounded())
    return tenths.isMultiple(of: 10) ? "\(tenths / 10)" : "\(tenths / 10).\(tenths % 10)"
  }
}

/// A window's place in the file.
private struct Panel {
  private let scene: Scene
  private let bounds: Frame
  private let scale: Double
  private let (x, y): (Double, Double)

  /// - Parameters:
  ///   - x: the left edge, in points of the file, as all that follows.
  ///   - y: the upper edge of the window.
  init(_ scene: Scene, scale: Double, x: Double, y: Double) {
    self.scene = scene
    self.scale = scale
    (self.x, self.y) = (x, y)
    bounds = CaptionLines(scene).bounds
  }

  var width: Double { bounds.width * scale }
  var bottom: Double { y + scene.window.height * scale }
  /// The height of an arrow to the window.
  var middle: Double { (y + bottom) / 2 }

  /// The window's size; its size classes, and what its split view is.
  var caption: [String] { [scene.caption[1], scene.caption.dropFirst(3).joined(separator: " · ")] }

  /// A text in the middle above or below the window.
  func text(_ name: String, _ text: String, size: Int, y: Double) -> String {
    let middle = ContainerPicture.number(x + (scene.window.midX - bounds.x) * scale)
    let place = #"x="\#(middle)" y="\#(ContainerPicture.number(y))" font-size="\#(size)" text-anchor="middle""#
    return #"<text class="\#(name)" \#(place)>\#(text)</text>\#n"#
  }

  /// The picture in its place, without its caption, and without taps: an image has none.
  func picture(_ svg: [UInt8]) -> String {
    let top = y - (scene.window.y - bounds.y) * scale
    let n = ContainerPicture.number
    return String(decoding: svg, as: UTF8.self)
      .replacing(#/<text class="caption".*?</text>/#, with: "")
      .replacing(#/<rect class="backdrop"[^>]*>/#, with: "")
      .replacing(#/ (?:data-[a-z]+|aria-label|role)=(?:'[^']*'|"[^"]*")/#, with: "")
      .replacing(#/<svg xmlns="[^"]*" class="[^"]*" /#, with: #"<svg x="\#(n(x))" y="\#(n(top))" "#)
  }
}
