import SeededRandom

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
