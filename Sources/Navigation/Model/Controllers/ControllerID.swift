/// A controller's identifier, unique in its session: 1 to 128 bytes of `A-Z a-z 0-9 . _ : -`.
public struct ControllerID: Hashable, Sendable, Comparable, CustomStringConvertible {
  public let description: String

  /// Nil for an invalid id. A literal is checked too, but an invalid one stops the program.
  public init?(_ text: String) {
    guard Limits.idBytes.contains(text.utf8.count), Self.areAllowed(text.utf8) else { return nil }
    description = text
  }

  /// Reads contiguous bytes in place, which takes a tenth of the time of the view's own iterator.
  private static func areAllowed(_ text: String.UTF8View) -> Bool {
    text.withContiguousStorageIfAvailable { $0.allSatisfy { isAllowed($0) } } ?? text.allSatisfy(isAllowed)
  }

  private init(unchecked text: String) { description = text }

  /// Placeholder in a caller's tree for an id that the session assigns; never the id of a controller in a session.
  public static let automatic = ControllerID(unchecked: "")

  public var isAutomatic: Bool { description.isEmpty }

  /// An id from the session's counter: `c1`, `c2` …
  static func counted(_ number: Int) -> ControllerID { ControllerID(unchecked: "c" + String(number)) }

  /// Compares lengths first: most ids differ there, and a string comparison is slower.
  public static func == (left: ControllerID, right: ControllerID) -> Bool {
    left.description.utf8.count == right.description.utf8.count && left.description == right.description
  }

  public static func < (left: ControllerID, right: ControllerID) -> Bool { left.description < right.description }

  private static func isAllowed(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"):
      true
    case UInt8(ascii: "."), UInt8(ascii: "_"), UInt8(ascii: ":"), UInt8(ascii: "-"): true
    default: false
    }
  }

  /// One of 64 bits, by the last 8 bytes, which differ between most ids of a session: as a word, since byte by byte a
  /// POST takes 240 instructions more.
  fileprivate var bit: UInt64 {
    let mix = { (bytes: UnsafeBufferPointer<UInt8>) -> UInt64 in
      // SAFETY: the buffer is read within the closure that has it, and has the eight bytes.
      let word =
        bytes.count < 8
        ? bytes.reduce(0) { $0 &<< 8 | UInt64($1) }
        : UnsafeRawBufferPointer(bytes).loadUnaligned(fromByteOffset: bytes.count &- 8, as: UInt64.self)
      // The multiplier is 2^64 divided by the golden ratio, which spreads neighbours over the upper bits.
      return 1 &<< ((word &* 0x9E37_79B9_7F4A_7C15) &>> 58)
    }
    return description.utf8.withContiguousStorageIfAvailable(mix) ?? 1
  }
}

/// An id as a literal: `"chats"`. Text known only at run time goes through `ControllerID.init(_:)`, which may fail.
extension ControllerID: ExpressibleByStringLiteral {
  /// Stops the program with the literal in the message where it is invalid.
  public init(stringLiteral text: StaticString) {
    let (id, bytes) = (Self.init(text.description), Limits.idBytes)
    precondition(
      id != nil,
      "\"\(text)\" is not the id of a controller: \(bytes.lowerBound) to \(bytes.upperBound) bytes of A-Z a-z 0-9 . _ : -"
    )
    self = id ?? .automatic
  }
}

/// A 64-bit filter of the ids in a tree, one bit for each id: lets a search skip most subtrees without the id.
struct IDFilter: Hashable, Sendable {
  private var bits: UInt64

  init(_ id: borrowing ControllerID) { bits = id.bit }

  mutating func add(_ other: IDFilter) { bits |= other.bits }

  func isSuperset(of other: IDFilter) -> Bool { other.bits & ~bits == 0 }

  /// False only where the id is certainly not in the tree.
  func mayHold(_ sought: SoughtID) -> Bool { bits & sought.bit != 0 }
}

/// A sought id with its filter bit.
struct SoughtID {
  let id: ControllerID
  fileprivate let bit: UInt64

  init(_ id: ControllerID) {
    self.id = id
    bit = id.bit
  }
}

/// Membership of ids in a tree, absent placeholders included. The first queries search the tree; later ones use a set
/// of all ids.
struct TreeIDs {
  /// The number of searches that cost less than building the set.
  static let walks = 4

  private let tree: Controller
  private let countsAnswers: Bool
  private var questions = 0
  private var ids: Set<ControllerID>?

  /// - Parameter countsAnswers: whether a pending answer's ids are members.
  init(of tree: Controller, countsAnswers: Bool = true) {
    self.tree = tree
    self.countsAnswers = countsAnswers
  }

  mutating func contains(_ id: ControllerID) -> Bool {
    if let ids { return ids.contains(id) }
    questions += 1
    guard questions > Self.walks else { return isInTree(id) }
    var all = Set<ControllerID>(minimumCapacity: Int(tree.summary.count))
    if countsAnswers { tree.forEachController { all.insert($0.id) } } else { tree.collectWithoutAnswers(&all) }
    ids = all
    return all.contains(id)
  }

  private func isInTree(_ id: ControllerID) -> Bool {
    guard let location = tree.locate(id) else { return false }
    return countsAnswers || !location.isPending || location.holder?.absentPlaceholders.contains { $0.id == id } == true
  }
}

extension Controller {
  fileprivate func collectWithoutAnswers(_ ids: inout Set<ControllerID>) {
    ids.insert(id)
    for absent in absentPlaceholders { ids.insert(absent.id) }
    forEachPresent { held, _ in held.collectWithoutAnswers(&ids) }
  }
}

/// The first index of each id in a list; a short list is searched directly.
struct FirstIndex<IDs: RandomAccessCollection<ControllerID>> where IDs.Index == Int {
  private let list: IDs
  private var indices: [ControllerID: Int] = [:]

  init(of list: IDs) {
    self.list = list
    guard list.count > TreeIDs.walks else { return }
    indices.reserveCapacity(list.count)
    for index in list.indices.reversed() { indices[list[index]] = index }
  }

  subscript(id: ControllerID) -> Int? { indices.isEmpty ? list.firstIndex(of: id) : indices[id] }
}
