import Foundation
import Navigation
import SeededRandom
import Testing

/// Compares reader and writer with Foundation's on random documents.
@Suite struct JSONOracleTests {
  private func foundation(_ text: String) throws -> NSObject {
    let object = try JSONSerialization.jsonObject(with: Data(text.utf8), options: [.fragmentsAllowed])
    return try #require(object as? NSObject)
  }

  @Test(arguments: 0..<400) func agreesWithFoundation(seed: Int) throws {
    var random = RandomJSON(seed: UInt64(seed))
    let text = random.text()
    let document = try JSONDocument(text)
    let compact = document.root.compactText()
    #expect(try foundation(compact) == foundation(text), "seed \(seed): \(text)")
    #expect(try JSONDocument(compact).root.compactText() == compact, "seed \(seed)")
    #expect(try JSONDocument(compact).root.isSame(as: document.root), "seed \(seed)")
    #expect(!compact.utf8.contains(0x0A))
  }

  @Test(arguments: 0..<200) func readsStringsAndDoublesAsFoundationDoes(seed: Int) throws {
    var random = RandomJSON(seed: UInt64(seed))
    let text = "[" + (0..<20).map { _ in random.text(depth: 0) }.joined(separator: ",") + "]"
    let theirs = try #require(JSONSerialization.jsonObject(with: Data(text.utf8)) as? [Any])
    let ours = try JSONDocument(text).root.elements
    #expect(ours.count == theirs.count)
    for (value, object) in zip(ours, theirs) {
      switch value.kind {
      case .string: #expect(try Array(value.string().utf8) == Array((object as? String ?? "?").utf8))
      case .number: #expect(try value.double() == (object as? NSNumber)?.doubleValue)
      case .bool: #expect(try value.bool() == (object as? Bool))
      case .null: #expect(object is NSNull)
      case .array, .object: break
      }
    }
  }

  @Test(arguments: 0..<200) func doublesComeBackAsTheyWere(seed: Int) throws {
    var generator = Seeded(UInt64(seed))
    for _ in 0..<50 {
      let value = Double(bitPattern: generator.next())
      guard value.isFinite else { continue }
      var writer = JSONWriter()
      writer.double(value)
      #expect(try JSONDocument(writer.bytes).root.double() == value)
      #expect(try JSONDecoder().decode(Double.self, from: Data(writer.bytes)) == value)
    }
  }

  @Test(arguments: 0..<200) func decimalsAreReadAsTheNearestDouble(seed: Int) throws {
    var random = RandomJSON(seed: UInt64(seed))
    for _ in 0..<50 {
      let text = "\(random.number(below: 1_000_000_000)).\(random.number(below: 10_000_000))"
      #expect(try JSONDocument(text).root.double() == Double(text))
    }
  }

  /// Damaged documents: Foundation accepts every document that the reader accepts, and the reader never traps.
  @Test(arguments: 0..<400) func acceptsNoMoreThanFoundation(seed: Int) throws {
    var random = RandomJSON(seed: UInt64(seed))
    var bytes = Array(random.text().utf8)
    for _ in 0...random.number(below: 3) where !bytes.isEmpty {
      let index = random.number(below: bytes.count)
      switch random.number(below: 3) {
      case 0: bytes[index] = UInt8(random.number(below: 256))
      case 1: bytes.remove(at: index)
      default: bytes.insert(bytes[random.number(below: bytes.count)], at: index)
      }
    }
    guard let document = try? JSONDocument(bytes) else { return }
    #expect(throws: Never.self) { try JSONSerialization.jsonObject(with: Data(bytes), options: [.fragmentsAllowed]) }
    #expect(try JSONDocument(document.root.compactText()).root.isSame(as: document.root))
  }
}

/// Random documents with all kinds of values, escapes, whitespace and names that repeat from one document to the next.
struct RandomJSON {
  var generator: Seeded

  init(seed: UInt64) { generator = Seeded(seed) }

  private static let characters = Array("abcdefgh \"\\/\u{1}\n\t\u{7F}é€😀\u{2028}e\u{301}").map(String.init)
  private static let numbers = ["0", "-1", "7", "834", "0.5", "-2.25e3", "1E-2", "123456789", "1.50"]

  mutating func number(below limit: Int) -> Int { Int.random(in: 0..<limit, using: &generator) }

  mutating func text(depth: Int = 4) -> String {
    switch number(below: depth > 0 ? 10 : 6) {
    case 0: return "null"
    case 1: return number(below: 2) == 0 ? "true" : "false"
    case 2, 3: return Self.numbers[number(below: Self.numbers.count)]
    case 4, 5: return string()
    case 6, 7:
      let elements = (0..<number(below: 6)).map { _ in space() + text(depth: depth - 1) + space() }
      return "[" + elements.joined(separator: ",") + space() + "]"
    default:
      let count = number(below: 12) == 0 ? 30 : number(below: 6)
      let names = Array(0..<count + 3).shuffled(using: &generator).prefix(count)
      let members = names.map { "\(space())\"\(name($0))\"\(space()):\(text(depth: depth - 1))" }
      return "{" + members.joined(separator: ",") + "}"
    }
  }

  private mutating func space() -> String { ["", "", " ", "\n\t"][number(below: 4)] }

  private mutating func name(_ index: Int) -> String {
    let forms = ["m\(index)", "\\u006d\(index)"]
    return forms[number(below: 8) / 7] + ["", "~", "/é"][index % 3]
  }

  private mutating func string() -> String {
    var json = "\""
    for _ in 0..<number(below: 14) {
      let character = Self.characters[number(below: Self.characters.count)]
      for scalar in character.unicodeScalars {
        let mustEscape = scalar.value < 0x20 || scalar == "\"" || scalar == "\\"
        if mustEscape || number(below: 8) == 0 {
          for unit in String(scalar).utf16 { json += "\\u" + hexadecimal(unit) }
        } else {
          json.unicodeScalars.append(scalar)
        }
      }
    }
    return json + "\""
  }

  private func hexadecimal(_ unit: UInt16) -> String {
    let digits = String(unit, radix: 16)
    return String(repeating: "0", count: 4 - digits.count) + digits
  }
}
