/// The elements of an XML text in UTF-8. The strict reader accepts only the constructs of pictures.
struct XMLElements {
  struct Element: Equatable {
    var name: String
    var attributes: [String: String]
    /// The indices of the elements around it, outermost first.
    var ancestors: [Int]

    var classes: [Substring] { attributes["class"]?.split(separator: " ") ?? [] }
  }

  struct Malformed: Error {
    var reason: String
    /// The offset in bytes.
    var at: Int
  }

  private(set) var elements: [Element] = []
  private let text: [UInt8]
  private var next = 0
  private var open: [Int] = []

  init(_ text: String) throws(Malformed) { try self.init(Array(text.utf8)) }

  /// Throws if the text is not well-formed (XML 1.0 §2.1), or has a construct that pictures never have.
  init(_ bytes: [UInt8]) throws(Malformed) {
    text = bytes
    guard String(validating: bytes, as: UTF8.self) != nil else { throw Malformed(reason: "no UTF-8", at: 0) }
    // XML 1.0 §2.2; U+FFFE and U+FFFF are three bytes.
    for (index, byte) in bytes.enumerated() {
      let isControl = byte < 0x20 && byte != 0x9 && byte != 0xA && byte != 0xD
      let isNoncharacter = byte == 0xEF && bytes[index + 1] == 0xBF && bytes[index + 2] >= 0xBE
      if isControl || isNoncharacter { throw Malformed(reason: "no character of XML", at: index) }
    }
    while next < text.count {
      if text[next] == UInt8(ascii: "<") { try readTag() } else { try readText() }
    }
    guard open.isEmpty else { throw refusal("<\(elements[open[open.count - 1]].name)> is open") }
    guard !elements.isEmpty else { throw refusal("no element") }
  }

  private func refusal(_ reason: String) -> Malformed { Malformed(reason: reason, at: next) }

  private mutating func readTag() throws(Malformed) {
    next += 1
    if take("/") {
      let name = try readName()
      guard let last = open.popLast(), elements[last].name == name else { throw refusal("</\(name)> closes nothing") }
      guard take(">") else { throw refusal("</\(name) does not end") }
      return
    }
    guard !open.isEmpty || elements.isEmpty else { throw refusal("a second root") }
    let name = try readName()
    var attributes: [String: String] = [:]
    while take(" ") {
      let attribute = try readName()
      guard take("="), attributes.updateValue(try readValue(), forKey: attribute) == nil else {
        throw refusal("attribute \(attribute)")
      }
    }
    elements.append(Element(name: name, attributes: attributes, ancestors: open))
    let isEmpty = take("/")
    guard take(">") else { throw refusal("<\(name) does not end") }
    if !isEmpty { open.append(elements.count - 1) }
  }

  private mutating func readText() throws(Malformed) {
    while next < text.count, text[next] != UInt8(ascii: "<") {
      if open.isEmpty, text[next] != UInt8(ascii: "\n") { throw refusal("text outside the root") }
      if text[next] == UInt8(ascii: ">") { throw refusal("a > in text") }
      _ = try readByte()
    }
  }

  private mutating func readName() throws(Malformed) -> String {
    let start = next
    while next < text.count, Self.isNameByte(text[next]) { next += 1 }
    guard next > start else { throw refusal("no name") }
    return String(decoding: text[start..<next], as: UTF8.self)
  }

  private static func isNameByte(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "-"): true
    default: false
    }
  }

  private mutating func readValue() throws(Malformed) -> String {
    guard let quote = ["\"", "'"].first(where: { take($0) })?.value else { throw refusal("no quotation mark") }
    var value: [UInt8] = []
    while next < text.count, UInt32(text[next]) != quote {
      if text[next] == UInt8(ascii: "<") { throw refusal("a < in a value") }
      value.append(try readByte())
    }
    guard next < text.count else { throw refusal("a value does not end") }
    next += 1
    return String(decoding: value, as: UTF8.self)
  }

  private static let entities: [String: UInt8] = ["amp": 0x26, "lt": 0x3C, "gt": 0x3E, "quot": 0x22, "#39": 0x27]

  private mutating func readByte() throws(Malformed) -> UInt8 {
    defer { next += 1 }
    guard text[next] == UInt8(ascii: "&") else { return text[next] }
    let start = next + 1
    while next < text.count, text[next] != UInt8(ascii: ";"), next - start < 8 { next += 1 }
    guard let byte = Self.entities[String(decoding: text[start..<next], as: UTF8.self)] else {
      throw refusal("an entity")
    }
    return byte
  }

  private mutating func take(_ scalar: Unicode.Scalar) -> Bool {
    guard next < text.count, UInt32(text[next]) == scalar.value else { return false }
    next += 1
    return true
  }
}
