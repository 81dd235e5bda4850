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
