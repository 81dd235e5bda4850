import Foundation
import Navigation
import Testing

/// The declarations of UIKit that the recorder's types are checked against, and its proxies, have the delegates' methods
/// that a session's events name.
@Suite struct DelegateMethodTests {
  private static let examples = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .appending(path: "Examples")
  /// Of tabs and their sidebar since iOS 18, which a recorder for iOS 16 cannot declare: its log goes without them.
  private static let since18: Set = [
    "tabBarController(_:shouldSelectTab:)", "tabBarController(_:didSelectTab:previousTab:)",
    "tabBarController(_:displayedViewControllersFor:proposedViewControllers:)",
    "tabBarController(_:sidebarVisibilityWillChange:animator:)", "tabBarController(_:sidebarAvailabilityDidChange:)",
  ]
  private static let methods = Set(DelegateCall.kinds.words).subtracting(since18)
  private static let protocols = [
    "UISplitViewControllerDelegate", "UITabBarControllerDelegate", "UINavigationControllerDelegate",
    "UIAdaptivePresentationControllerDelegate", "UISheetPresentationControllerDelegate",
  ]

  @Test func `the headers declare the methods of our events`() throws {
    let names = try Self.declared.map(\.swiftName)
    #expect(Set(names) == Self.methods)
    #expect(names.count == Self.methods.count)
  }

  @Test func `each Swift name has the selector's parts`() throws {
    for method in try Self.declared {
      let labels = method.swiftName.split(separator: "(").last?.dropLast().split(separator: ":") ?? []
      #expect(labels.count == method.selector.filter { $0 == ":" }.count, "\(method)")
    }
  }

  @Test func `the proxies have the methods of our events`() throws {
    let functions = try Self.proxyFunctions.map(Self.name)
    #expect(Set(functions) == Self.methods)
    #expect(functions.count == Self.methods.count)
    let quoted = try Self.text("RecordedDelegates.swift").components(separatedBy: "\"").filter { $0.hasSuffix(":)") }
    #expect(Set(quoted) == Self.methods)
    #expect(quoted.count == Self.methods.count)
  }

  @Test func `a proxy's questions are the methods that return something`() throws {
    let source = try Self.text("RecordedDelegates.swift")
    let pairs = source.matches(of: /"([^"]+\))",\s+#selector\((\S+:\))\)/).map {
      (String($0.output.1), String($0.output.2))
    }
    #expect(pairs.allSatisfy { $0.0 == $0.1 })
    #expect(Set(pairs.map(\.0)) == Set(try Self.declared.filter { !$0.isNotification }.map(\.swiftName)))
  }

  @Test func `a proxy notes the arguments that our events have`() throws {
    for function in try Self.proxyFunctions {
      let method = Self.name(function)
      let call = try #require(DelegateCall.kinds[method])
      var event = try JSONText(Event.delegateCall(call)).value.object()
      var arguments = try event.optional("arguments")?.object()
      let names = arguments?.members.map(\.name) ?? []
      let noted = function.matches(of: /\("(\w+)",\s/).map { String($0.output.1) }
      #expect(noted == names, "\(method)")
      #expect(function.contains("ask(") == (event.members.contains { $0.name == "answer" }), "\(method)")
    }
  }

  private struct Method {
    var selector: String
    var swiftName: String
    var isNotification: Bool
  }

  private static func text(_ file: String) throws -> String {
    try String(contentsOf: examples.appending(path: file), encoding: .utf8)
  }

  /// Each from its name on.
  private static var proxyFunctions: [String] {
    get throws {
      let source = try text("RecordedDelegates.swift").components(separatedBy: "final class DelegateProxy")
      let proxy = source[1].components(separatedBy: "\n}\n")[0]
      return Array(proxy.components(separatedBy: "\n  func ").dropFirst())
    }
  }

  /// Of the delegates' protocols: `- (BOOL)splitViewController:(…)split showViewController:(…)controller NS_SWIFT_NAME(…);`.
  private static var declared: [Method] {
    get throws {
      let header = try text("UIKit/UIKit.h").replacing("\n  ", with: " ")
      return protocols.flatMap { name -> [Method] in
        let body = header.components(separatedBy: "@protocol \(name) <").last?.components(separatedBy: "@end")[0]
        return (body ?? "").split(separator: "\n").filter { $0.hasPrefix("- (") }.map { line in
          let parts = line.components(separatedBy: " NS_SWIFT_NAME(")
          let selector = parts[0].matches(of: /(\w+):/).map { "\($0.output.1):" }.joined()
          let swiftName = String((parts.last ?? "").dropLast(2))
          return Method(selector: selector, swiftName: swiftName, isNotification: line.hasPrefix("- (void)"))
        }
      }
    }
  }

  /// `splitViewController(_:willShow:)` of a function's text from its name on.
  private static func name(_ function: String) -> String {
    let (name, rest) = (function.prefix { $0 != "(" }, function.drop { $0 != "(" }.dropFirst())
    var (depth, parameters, current) = (0, [String](), "")
    for letter in rest {
      if letter == "(" { depth += 1 }
      if letter == ")" {
        if depth == 0 { break }
        depth -= 1
      }
      if letter == ",", depth == 0 {
        parameters.append(current)
        current = ""
      } else {
        current.append(letter)
      }
    }
    let labels = (parameters + [current]).map { parameter in
      "\(parameter.trimmingCharacters(in: .whitespacesAndNewlines).prefix { $0 != " " && $0 != ":" }):"
    }
    return "\(name)(\(labels.joined()))"
  }
}
