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
