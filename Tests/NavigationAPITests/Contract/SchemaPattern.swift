/// A pattern in the part of regular expressions that the contract uses: `^`, characters and `[…]` classes, each
/// optionally with `+`, `{n}` or `{m,n}`, and an optional `$`.
struct SchemaPattern {
  private struct Step {
    var ranges: [ClosedRange<Unicode.Scalar>]
    var isNegated = false
    var count = 1...1

    func matches(_ scalar: Unicode.Scalar) -> Bool { ranges.contains { $0.contains(scalar) } != isNegated }
  }

  private var steps: [Step] = []
  private var endsThere = false

  /// Nil for other patterns.
  init?(_ pattern: String) {
    var rest = Substring(pattern).unicodeScalars
    guard rest.popFirst() == "^" else { return nil }
    while let scalar = rest.popFirst() {
      if scalar == "$" {
        endsThere = true
        break
      }
      guard var step = Self.step(scalar, &rest), let count = Self.count(&rest) else { return nil }
      step.count = count
      steps.append(step)
    }
    guard rest.isEmpty else { return nil }
  }

  private static func step(_ scalar: Unicode.Scalar, _ rest: inout Substring.UnicodeScalarView) -> Step? {
    guard scalar == "[" else {
      return "\\.()|?*+{}]^".unicodeScalars.contains(scalar) ? nil : Step(ranges: [scalar...scalar])
    }
    var step = Step(ranges: [])
    if rest.first == "^" {
      step.isNegated = true
      rest.removeFirst()
    }
    while let lower = rest.popFirst(), lower != "\\" {
      if lower == "]" { return step.ranges.isEmpty ? nil : step }
      guard rest.first == "-", let upper = rest.dropFirst().first, upper != "]" else {
        step.ranges.append(lower...lower)
        continue
      }
      guard lower <= upper else { return nil }
      step.ranges.append(lower...upper)
      rest = rest.dropFirst(2)
    }
    return nil
  }

  private static func count(_ rest: inout Substring.UnicodeScalarView) -> ClosedRange<Int>? {
    if rest.first == "+" {
      rest.removeFirst()
      return 1...Int.max
    }
    guard rest.first == "{" else { return 1...1 }
    guard let end = rest.firstIndex(of: "}") else { return nil }
    let bounds = rest[rest.startIndex..<end].dropFirst().split(separator: ",").map { Int(String($0)) }
    rest = rest[end...].dropFirst()
    guard let lower = bounds.first ?? nil, let upper = bounds.last ?? nil, bounds.count <= 2, lower <= upper else {
      return nil
    }
    return lower...upper
  }

  func matches(_ text: String) -> Bool { matches(Array(text.unicodeScalars)[...], from: 0) }

  private func matches(_ text: ArraySlice<Unicode.Scalar>, from index: Int) -> Bool {
    guard index < steps.count else { return !endsThere || text.isEmpty }
    let step = steps[index]
    var taken = text.prefix { step.matches($0) }.count
    if taken > step.count.upperBound { taken = step.count.upperBound }
    while taken >= step.count.lowerBound {
      if matches(text.dropFirst(taken), from: index + 1) { return true }
      taken -= 1
    }
    return false
  }
}
