import NavigationJSON
import NavigationModel
import Testing

/// What is read and written by hand, on the way of every record, has the members that are visited, and no others.
@Suite struct MemberVisitorTests {
  static let dismissals = [
    UserDismissal(), UserDismissal(isModalInPresentation: true), UserDismissal(onShouldDismiss: false),
  ]

  @Test(arguments: ControllerJSONTests.screens.map(\.value), dismissals)
  func `a controller's members are those that a visit finds`(_ screen: Screen, _ dismissal: UserDismissal) throws {
    var (screen, dismissal, update) = (screen, dismissal, ScreenUpdate())
    var (usual, usualDismissal, difference) = (Screen(route: ""), UserDismissal(), UpdateDifference())
    Screen.visit(&usual, &update, &difference)
    Screen.visit(&screen, &update, &difference)
    UserDismissal.visit(&usualDismissal, &update, &difference)
    UserDismissal.visit(&dismissal, &update, &difference)
    var writer = JSONWriter()
    Transition(.updateScreen("a", update)).write(to: &writer)
    let visited = try members(writer.bytes, without: ["type", "controller"])
    writer = JSONWriter()
    Controller(id: "a", userDismissal: dismissal, content: .screen(screen)).write(to: &writer, form: .request)
    let bytes = writer.bytes
    #expect(try members(bytes, without: ["kind", "id", "placeholder", "selection"]) == visited)

    let read = try Controller(json: JSONDocument(bytes).root)
    var (applied, applier) = (Screen(route: ""), UpdateApplier())
    Screen.visit(&applied, &update, &applier)
    (applied.isPlaceholder, applied.selection) = (screen.isPlaceholder, screen.selection)
    #expect(read.screen == applied && read.screen == screen && read.userDismissal == dismissal)
  }

  private func members(_ bytes: [UInt8], without left: Set<String>) throws -> [String: String] {
    var reader = try JSONDocument(bytes).root.object()
    var members: [String: String] = [:]
    for (name, value) in reader.members where !left.contains(name) { members[name] = value.compactText() }
    return members
  }
}
