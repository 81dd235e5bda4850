import Foundation
import NavigationAPI
import NavigationClient
import NavigationModel
import Testing

/// The pictures of the README, which the product has drawn: a messenger, expanded and collapsed.
///
/// Where `NAVIGATION_RECORD_PICTURES` is set they are written anew, and the test fails.
@Suite struct ReadmePictureTests {
  private static let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()
  private static let isRecording = ProcessInfo.processInfo.environment["NAVIGATION_RECORD_PICTURES"] != nil

  @Test func `they are as the server draws them, of the trees that the README writes`() async throws {
    let server = try await LiveServer()
    let client = server.client
    let readme = try String(contentsOf: Self.root.appending(path: "README.md"), encoding: .utf8)
    let id = try await client.createSession(CreateSession(request: Array(Sample.messenger.utf8))).body.sessionID
    for (name, transition) in [("expanded", Sample.show), ("collapsed", Sample.slideOver)] {
      _ = try await client.apply(Transition(transition), to: id)
      let picture = try await client.picture(of: id, PictureQuery(format: .svg, style: .embedded)).body
      let file = Self.root.appending(path: ".github/messenger-\(name).svg")
      if Self.isRecording { try picture.write(to: file, atomically: true, encoding: .utf8) }
      let isSame = try String(contentsOf: file, encoding: .utf8) == picture
      #expect(isSame && !Self.isRecording, "\(name): NAVIGATION_RECORD_PICTURES=1 writes it anew")
      let view = try await client.session(id).body
      let sketch = Session(restored: view.root, environment: view.environment, countedIDs: 0).sketch
      #expect(readme.contains(sketch + "\n") && readme.contains("messenger-\(name).svg"), "\(sketch)")
    }
    #expect(await server.stop() == .exit(0))
  }
}
