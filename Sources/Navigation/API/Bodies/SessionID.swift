import WireText

/// The id of a session: 128 random bits, written `s_` and 26 characters of lower-case Crockford base32.
public struct SessionID: Hashable, Sendable, CustomStringConvertible {
  public let high: UInt64
  public let low: UInt64

  /// Characters of an id's text.
  public static let length = 28

  public init(high: UInt64, low: UInt64) {
    self.high = high
    self.low = low
  }

  public static func random(using generator: inout some RandomNumberGenerator) -> SessionID {
    SessionID(high: generator.next(), low: generator.next())
  }

  /// Nil for any text but the canonical one: no upper case, no ambiguous letters.
  public init?(_ text: String) { self.init(utf8: text.utf8Span.span) }

  init?(utf8 text: Span<UInt8>) {
    guard text.count == Self.length, text[0] == UInt8(ascii: "s"), text[1] == UInt8(ascii: "_") else { return nil }
    // 26 characters have two bits more than an id.
    let first = Self.digit(text[2])
    guard first < 8 else { return nil }
    var (high, low): (UInt64, UInt64) = (0, first)
    for index in 3..<Self.length {
      let digit = Self.digit(text[index])
      guard digit < 32 else { return nil }
      high = high << 5 | low >> 59
      low = low << 5 | digit
    }
    self.init(high: high, low: low)
  }

  public var description: String { String(utf8: ascii.span) }

  private var ascii: InlineArray<28, UInt8> {
    var text = InlineArray<28, UInt8>(repeating: UInt8(ascii: "_"))
    text[0] = UInt8(ascii: "s")
    var (high, low) = (high, low)
    for index in (2..<Self.length).reversed() {
      text[index] = Self.alphabet[Int(low & 31)]
      low = low >> 5 | high << 59
      high >>= 5
    }
    return text
  }

  /// Crockford's alphabet, without `i`, `l`, `o` and `u`.
  private static let alphabet = Array("0123456789abcdefghjkmnpqrstvwxyz".utf8)

  /// The value of a digit, 32 for any other character. A table, as the branches of random characters are unpredictable.
  private static func digit(_ character: UInt8) -> UInt64 {
    digits.withUTF8Buffer { digits in
      let index = Int(character)
      return index < digits.count ? UInt64(digits[index] &- UInt8(ascii: "0")) : 32
    }
  }

  /// The digit of each ASCII character, as an offset from the character `0`; `P` for none.
  private static let digits: StaticString =
    "PPPPPPPPPPPPPPPPPPPPPPPPPPPPPPPPPPPPPPPPPPPPPPPP0123456789PPPPPPPPPPPPPPPPPPPPPPPPPPPPPPPPPPPPPPP:;<=>?@APBCPDEPFGHIJPKLMNOPPPPP"
}

extension SessionID: JSONMember {
  public init(json: JSONValue) throws(BodyRefusal) {
    guard let id = SessionID(try json.string()) else {
      throw json.refused("expected the id of a session: s_ and 26 characters")
    }
    self = id
  }

  public func write(to writer: inout JSONWriter) { writer.plain(ascii.span) }
}
