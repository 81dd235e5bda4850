import NavigationPicture
import Testing

/// The colours of pictures.
@Suite struct StylesheetTests {
  private static let sheet = String(decoding: SessionPicture.sheet, as: UTF8.self)

  /// The custom properties in light, and those in dark.
  private static let schemes: [[String: String]] = {
    let parts = sheet.split(separator: "@media (prefers-color-scheme: dark)", maxSplits: 1)
    return parts.map { part in
      Dictionary(part.matches(of: /(--[a-z-]+): (#[0-9a-f]{6});/).map { (String($0.1), String($0.2)) }) { first, _ in
        first
      }
    }
  }()

  @Test func `both schemes have the same colours`() {
    #expect(Self.schemes.count == 2 && !Self.schemes[0].isEmpty)
    #expect(Set(Self.schemes[0].keys) == Set(Self.schemes[1].keys))
  }

  /// Text colours, and their backgrounds.
  static let pairs: [(String, [String])] = [
    ("--text", ["--window", "--sidebar", "--raised", "--selection", "--hover", "--dot"]),
    ("--secondary", ["--window", "--sidebar", "--raised", "--selection", "--hover", "--backdrop", "--glass"]),
    ("--accent", ["--window", "--sidebar", "--raised", "--selection", "--hover", "--glass"]),
    ("--status", ["--window", "--sidebar", "--raised"]),
    ("--on-badge", ["--badge"]),
  ]

  @Test(arguments: pairs, [0, 1]) func `text has enough contrast`(_ pair: (String, [String]), _ scheme: Int) throws {
    let colours = try #require(Self.schemes.indices.contains(scheme) ? Self.schemes[scheme] : nil)
    for background in pair.1 {
      let ratio = Self.contrast(try #require(colours[pair.0]), try #require(colours[background]))
      #expect(ratio >= 4.5, "\(pair.0) on \(background)")
    }
  }

  /// WCAG 2.2, contrast ratio.
  private static func contrast(_ first: String, _ second: String) -> Double {
    let (one, other) = (luminance(first), luminance(second))
    return (max(one, other) + 0.05) / (min(one, other) + 0.05)
  }

  private static func luminance(_ colour: String) -> Double {
    let number = Int(colour.dropFirst(), radix: 16) ?? 0
    let parts = [16, 8, 0].map { shift -> Double in
      let part = Double(number >> shift & 255) / 255
      return part <= 0.04045 ? part / 12.92 : power((part + 0.055) / 1.055)
    }
    return parts[0] * 0.2126 + parts[1] * 0.7152 + parts[2] * 0.0722
  }

  /// To the power of 2.4: the fifth root of the twelfth power, by Newton's method.
  private static func power(_ value: Double) -> Double {
    let twelfth = (0..<12).reduce(1.0) { product, _ in product * value }
    var root = value
    for _ in 0..<60 where root > 0 { root = (4 * root + twelfth / (root * root * root * root)) / 5 }
    return root
  }

  /// Classes without a style.
  private static let plain: Set<String> = [
    "controller", "screen", "stack", "tabBar", "topTabs", "split", "bar", "button", "row", "hidden-cards", "card",
  ]

  @Test func `every class of a picture is in the sheet`() throws {
    var missing: Set<String> = []
    for pictured in Pictured.all {
      for element in try XMLElements(pictured.picture().svg()).elements {
        for name in element.classes where !Self.plain.contains(String(name)) && !Self.sheet.contains(".\(name)") {
          missing.insert(String(name))
        }
      }
    }
    #expect(missing == [])
  }
}
