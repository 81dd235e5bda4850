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
  public init?(_ text: String) { self.init(utf8: Array(text.utf8)[...]) }

  init?(utf8 text: ArraySlice<UInt8>) {
    let start = text.startIndex
    guard text.count == Self.length, text[start] == UInt8(ascii: "s"), text[start + 1] == UInt8(ascii: "_") else {
      return nil
    }
    // 26 characters have two bits more than an id.
    let first = Self.digit(text[start + 2])
    guard first < 8 else { return nil }
    var (high, low): (UInt64, UInt64) = (0, first)
    for character in text[(start + 3)...] {
      let digit = Self.digit(character)
      guard digit < 32 else { return nil }
      high = high << 5 | low >> 59
      low = low << 5 | digit
    }
    self.init(high: high, low: low)
  }

  public var description: String { String(unsafeUninitializedCapacity: Self.length, initializingUTF8With: put) }

  /// Puts the text into a buffer with room for it; returns its length.
  private func put(into text: UnsafeMutableBufferPointer<UInt8>) -> Int {
    // SAFETY: both callers make room for `length` bytes, and each of them is set.
    (text[0], text[1]) = (UInt8(ascii: "s"), UInt8(ascii: "_"))
    var (high, low) = (high, low)
    for index in (2..<Self.length).reversed() {
      text[index] = Self.alphabet[Int(low & 31)]
      low = low >> 5 | high << 59
      high >>= 5
    }
    return Self.length
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

  public func write(to writer: inout JSONWriter) { writer.plain(capacity: Self.length, initializingUTF8With: put) }
}
