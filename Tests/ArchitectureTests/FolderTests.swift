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

/// The folders of `Navigation` are layers, although they are one module: over the names of the types that stand at the
/// top of a file. A name that a folder has itself, or may use, is no breach where another has it too; members that
/// another folder adds to a type are not looked at.
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

  /// What every folder may name: the list of a body's members is given to it.
  static let archive = "JSON/Archive"

  @Test(arguments: Folder.all) func `a folder names types of those that it may use alone`(_ folder: Folder) {
    let usable = Set(
      Folder.files(in: [folder.name] + folder.uses + [Self.archive]).flatMap { Self.declared[$0.path] ?? [] })
    let others = Folder.all.map(\.name).filter { $0 != folder.name && !folder.uses.contains($0) }
    let foreign = Set(Folder.files(in: others).flatMap { Self.declared[$0.path] ?? [] }).subtracting(usable)
    for file in Folder.files(in: [folder.name]) {
      let named = Set(file.code.flatMap { $0.text.utf8.split { !Self.isOfName($0) }.map { String(Substring($0)) } })
      #expect(named.intersection(foreign) == [], "\(file.path)")
    }
    #expect(Self.types(in: Self.example) == ["A", "B", "C"])
  }

  private static func isOfName(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"),
      UInt8(ascii: "_"):
      true
    default: false
    }
  }

  /// The types of each file.
  private static let declared = Dictionary(uniqueKeysWithValues: SourceTree.sources.map { ($0.path, types(in: $0)) })

  /// The types that stand at the top of a file.
  private static func types(in file: SourceTree.File) -> [String] {
    file.code.filter { !$0.text.isEmpty && !$0.text.hasPrefix(" ") && !$0.text.hasPrefix("}") }.compactMap {
      $0.text.firstMatch(
        of: /^(?:@\w+ |public |package |indirect |final )*(?:struct|enum|class|protocol|typealias) (\w+)/
      )
      .map { String($0.1) }
    }
  }

  private static let example = SourceTree.File(
    path: "", target: "", lines: ["public struct A {", "  enum D {", "package indirect enum B {", "typealias C = A"])
}
