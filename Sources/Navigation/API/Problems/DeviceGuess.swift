/// The words and the numbers of a device's name: those of `iPad Pro 11-inch (M4)` are ipad, pro, inch, m, 11 and 4.
struct DeviceGuess {
  private let name: String
  private var words: Set<String> = []
  private var numbers: Set<Int> = []

  private init(_ name: String) {
    self.name = name
    var rest = name.lowercased()[...]
    while let first = rest.first {
      let part = rest.prefix { $0.isLetter == first.isLetter && $0.isNumber == first.isNumber }
      if first.isLetter { words.insert(String(part)) } else if let number = Int(part) { numbers.insert(number) }
      rest = rest.dropFirst(part.count)
    }
  }

  private static let all = Device.all.map { DeviceGuess($0.name) }
  /// The words of each without its generation, which is in brackets.
  private static let kinds = Device.all.map { DeviceGuess(String($0.name.prefix { $0 != "(" })).words }

  /// The device that an unknown name may mean; nil if none is near.
  ///
  /// It has all words of the name: with all its numbers, if there is such a one, then with the fewest further words, then
  /// the newest, so that `iPhone 25` means the newest iPhone. Else it has nearly the same name.
  static func device(called name: String) -> String? {
    guard name.utf8.count <= 64 else { return nil }
    let guess = DeviceGuess(name)
    let found = all.indices.filter { !guess.words.isEmpty && guess.words.isSubset(of: all[$0].words) }
    let best = found.max { left, right in
      func rank(_ index: Int) -> (Int, Int, Int) {
        let hasNumbers = guess.numbers.isSubset(of: all[index].numbers)
        return (hasNumbers ? 1 : 0, -kinds[index].subtracting(guess.words).count, index)
      }
      return rank(left) < rank(right)
    }
    return best.map { all[$0].name } ?? NearestWord.of(name, among: all.map(\.name))
  }
}
