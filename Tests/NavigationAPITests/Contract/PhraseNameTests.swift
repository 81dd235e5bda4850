import NavigationModel
import Testing

@testable import NavigationJSON

/// The store's phrases, which are codes by their place and so no visitor's, name members that are written.
@Suite struct PhraseNameTests {
  /// Members of the stored form alone.
  static let stored: Set<String> = ["back", "countedIDs", "latest", "state"]
  /// Rare members: each costs the bytes of its name.
  static let unphrased: Set<String> = [
    "isModalInPresentation", "largeTitle", "leftBarAction", "onShouldDismiss", "supportedInterfaceOrientations",
  ]

  static var named: Set<String> {
    Set(PackedJSON.phraseTable.flatMap { $0.matches(of: /"([A-Za-z]+)":/).map { String($0.1) } })
  }

  @Test func `phrases name members of the contract`() throws {
    var properties: Set<String> = []
    try Contract.shared.get().document.walk { _, value in
      properties.formUnion(value["properties"]?.members.map(\.name) ?? [])
    }
    #expect(Self.named.subtracting(properties) == Self.stored)
  }

  /// A new member gets a phrase at the end of the table, or its place in the list above.
  @Test func `visited members have phrases`() {
    let visited = Set(ContractMemberTests.rows.flatMap { $0.members.map(\.name) })
    #expect(visited.subtracting(Self.named) == Self.unphrased)
  }
}
