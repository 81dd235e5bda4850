/// Membership of ids in a tree, pending answers included. The first queries search the tree; later ones use a set of
/// all ids.
struct TreeIDs {
  /// The number of searches that cost less than building the set.
  static let walks = 4

  private let tree: Controller
  private var questions = 0
  private var ids: Set<ControllerID>?

  init(of tree: Controller) { self.tree = tree }

  mutating func contains(_ id: ControllerID) -> Bool {
    if let ids { return ids.contains(id) }
    questions += 1
    guard questions > Self.walks else { return tree.find(id) != nil }
    var all = Set<ControllerID>(minimumCapacity: Int(tree.summary.count))
    tree.forEachController { all.insert($0.id) }
    ids = all
    return all.contains(id)
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
