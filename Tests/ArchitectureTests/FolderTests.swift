import Foundation
import Testing

/// A folder of `Navigation`, as the library's manual has it in its table.
struct Folder: Sendable, CustomTestStringConvertible {
  static let root = "Sources/Navigation/"

  var name: String
  /// The folders of which it may use what they declare, beside its own.
  var uses: [String]
  var imports: Set<String>

  var testDescription: String { name }

  /// Rows of the table: folder, content, use, imports.
  static let all = (SourceTree.text(root + "README.md") ?? "")
    .matches(of: /\n\| (?:\[|)`(\w+)\/`.*?\|.+?\| (.*?)\| (.*?)\|/)
    .map { row in
      let (uses, imports) = (row.2.matches(of: /\w+/), row.3.matches(of: /\w+/))
      return Folder(
        name: String(row.1), uses: uses.map { String($0.0) }, imports: Set(imports.map { String($0.0) }))
    }

  static func files(in folders: [String]) -> [SourceTree.File] {
    SourceTree.sources.filter { file in folders.contains { file.path.hasPrefix(root + $0 + "/") } }
  }
}

/// The folders of `Navigation` are layers, although they are one module.
///
/// The compiler decides: a folder has to compile without those that it may not use. So a breach is anything that they
/// declare, a type, a member of an extension or a conformance, and a name that two folders have is no false alarm.
@Suite struct FolderTests {
  @Test func `the table has every folder`() throws {
    let root = SourceTree.root.appendingPathComponent(Folder.root).path
    let folders = try FileManager.default.contentsOfDirectory(atPath: root).filter { !$0.contains(".") }
    #expect(Folder.all.map(\.name).sorted() == folders.sorted())
    #expect(
      Set(Folder.files(in: folders).map(\.path))
        == Set(SourceTree.sources.filter { $0.target == "Navigation" }.map(\.path)))
  }

  @Test(arguments: Folder.all) func `a folder imports the modules of its row`(_ folder: Folder) {
    #expect(Set(Folder.files(in: [folder.name]).flatMap(\.imports)) == folder.imports)
  }

  /// `API` may use all, and is compiled with all by the build.
  @Test(arguments: Folder.all.filter { $0.uses.count + 1 < Folder.all.count })
  func `a folder compiles with those that it may use alone`(_ folder: Folder) throws {
    let modules = FileManager.default.temporaryDirectory.appendingPathComponent("folders-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: modules, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: modules) }
    let wireText = SourceTree.sources.filter { $0.target == "WireText" }
    let written = modules.appendingPathComponent("WireText.swiftmodule").path
    let before = try compile("WireText", wireText, ["-emit-module", "-o", written])
    let files = Folder.files(in: [folder.name] + folder.uses)
    let errors = try compile("Navigation", files, ["-typecheck", "-I", modules.path])
    #expect(before + errors == [])
  }

  /// The compiler's errors.
  private func compile(_ module: String, _ files: [SourceTree.File], _ options: [String]) throws -> [String] {
    let (process, output) = (Process(), Pipe())
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.currentDirectoryURL = SourceTree.root
    process.arguments =
      ["swiftc", "-wmo", "-parse-as-library", "-swift-version", "6", "-package-name", "navigation"] + options
      + ["-module-name", module] + files.map(\.path)
    process.standardOutput = output
    process.standardError = output
    try process.run()
    let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    if process.terminationStatus == 0 { return [] }
    let errors = text.components(separatedBy: "\n").filter { $0.contains("error: ") }
    return errors.isEmpty ? [text] : errors
  }
}
