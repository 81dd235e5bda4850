/// Where the steps of each state lead, and what it shows: in the order in which states were taken up.
struct Paths: Sendable {
  struct State: Sendable {
    let state: Int32
    let isHome: Bool
    /// The number of what it shows.
    let display: Int32
    fileprivate let steps: Int32
    fileprivate let windows: Int32
  }

  private(set) var taken: [State] = []
  /// Those that a user's step within the app leads to.
  private var steps: [Int32] = []
  private var windows: [(number: UInt16, state: Int32)] = []
  /// What the states show, once each, and the number of each.
  private var displays: [[Look]] = []
  private var numbers: [[Look]: Int32] = [:]

  /// About the bytes of memory.
  var bytes: Int {
    taken.count * MemoryLayout<State>.stride + steps.count * MemoryLayout<Int32>.stride
      + windows.count * MemoryLayout<(UInt16, Int32)>.stride
  }

  mutating func begin(_ state: Int, _ expansion: Expansion) {
    taken.append(
      State(
        state: Int32(state), isHome: expansion.isHome, display: number(of: expansion.looks),
        steps: Int32(steps.count), windows: Int32(windows.count)))
  }

  mutating func add(_ state: Int, by step: Expansion.Reached) {
    if step.isUsers { steps.append(Int32(state)) }
    if let window = step.number.window { windows.append((UInt16(window), Int32(state))) }
  }

  private mutating func number(of looks: [Look]) -> Int32 {
    if let number = numbers[looks] { return number }
    let number = Int32(displays.count)
    displays.append(looks)
    numbers[looks] = number
    return number
  }

  func looks(_ number: Int32) -> [Look] { displays[Int(number)] }

  /// Where a user's steps lead from the state that was taken up at an index.
  func steps(at index: Int) -> ArraySlice<Int32> {
    steps[Int(taken[index].steps)..<(index + 1 < taken.count ? Int(taken[index + 1].steps) : steps.count)]
  }

  /// Where changes of the window lead.
  func windows(at index: Int) -> ArraySlice<(number: UInt16, state: Int32)> {
    windows[Int(taken[index].windows)..<(index + 1 < taken.count ? Int(taken[index + 1].windows) : windows.count)]
  }
}
