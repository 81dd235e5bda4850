import Testing

/// What a Mac builds: the manifest without what needs Linux.
@Suite struct MacTests {
  private let left: [String: Set<String>]
  private let all: Set<String>

  init() throws {
    left = try Layer.declaredOnMac.get()
    all = Set(try Layer.declared.get().keys)
  }

  @Test func `it is the library, the pictures, the command, and their tests`() {
    #expect(left["Navigation"] != nil && left["CommandsTests"] != nil && left.keys.allSatisfy(all.contains))
    #expect(left["HTTPServer"] == nil && left["LiveServerTests"] == nil)
  }

  @Test func `no target that is left reaches one that is not`() {
    for (target, reached) in left { #expect(reached.subtracting(left.keys) == [], "\(target)") }
  }

  /// What a Mac has of the system's modules, and where. Tests may use all of Foundation.
  @Test func `a target that is left imports no module of Linux`() {
    let absent: Set = ["FoundationEssentials", "Glibc", "Musl"]
    let files = (SourceTree.sources + SourceTree.tests).filter { left[$0.target] != nil }
    #expect(files.count > 300)
    for file in files {
      let system = file.imports(without: absent).subtracting(left.keys)
      let isEdge = file.path.hasPrefix("Sources/Commands/Edge/")
      let isTest = file.path.hasPrefix("Tests/")
      #expect(
        system.isSubset(of: isEdge ? ["Darwin"] : isTest ? ["Foundation", "Testing"] : ["Foundation"]), "\(file)")
    }
  }

  /// What a traitless build of `navigation` links: no server, no HTTP, no store.
  @Test func `the command reaches no server`() {
    var reached: Set = ["NavigationTool"]
    while true {
      let below = reached.reduce(into: reached) { $0.formUnion(left[$1] ?? []) }
      if below == reached { break }
      reached = below
    }
    #expect(reached == ["NavigationTool", "Commands", "Navigation", "NavigationPicture", "CPictureStyle", "WireText"])
  }
}
