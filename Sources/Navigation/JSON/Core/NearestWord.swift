/// Finds the word of a closed set that is nearest to an unknown one.
public enum NearestWord {
  /// Maximum bytes of a compared text; a longer one is no typing error.
  private static let limit = 64

  /// `Did you mean …?` with the nearest word; nil if none is near.
  public static func question(_ text: String, among words: [String]) -> String? {
    of(text, among: words).map { "Did you mean \($0)?" }
  }

  /// The first word with the fewest edits, ignoring case; nil if all differ in more than about a third of the text.
  package static func of(_ text: String, among words: [String]) -> String? {
    guard text.utf8.count <= limit else { return nil }
    let letters = text.utf8.map(lowercased)
    var allowed = letters.count < 3 ? 0 : min(3, (letters.count + 1) / 3)
    var nearest: String?
    for word in words where word.utf8.count <= limit && abs(word.utf8.count - letters.count) <= allowed {
      let distance = edits(letters, word.utf8.map(lowercased))
      guard distance <= allowed else { continue }
      nearest = word
      if distance == 0 { break }
      allowed = distance - 1
    }
    return nearest
  }

  /// The number of insertions, deletions, changes and swaps of neighbours (optimal string alignment).
  private static func edits(_ left: [UInt8], _ right: [UInt8]) -> Int {
    var (older, old) = ([Int](), Array(0...right.count))
    for row in left.indices {
      var new = [row + 1]
      for column in right.indices {
        var best = min(old[column + 1] + 1, new[column] + 1, old[column] + (left[row] == right[column] ? 0 : 1))
        if row > 0, column > 0, left[row] == right[column - 1], left[row - 1] == right[column] {
          best = min(best, older[column - 1] + 1)
        }
        new.append(best)
      }
      (older, old) = (old, new)
    }
    return old[right.count]
  }

  private static func lowercased(_ byte: UInt8) -> UInt8 { (0x41...0x5A).contains(byte) ? byte | 0x20 : byte }
}
