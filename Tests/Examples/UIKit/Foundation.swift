// What of Foundation is Swift's own; nothing of it is run.
@_exported import Foundation
@_exported import ObjectiveC

extension String {
  public func hasPrefix(_ prefix: String) -> Bool { false }
  public func hasSuffix(_ suffix: String) -> Bool { false }
  public func components(separatedBy separator: String) -> [String] { [] }
}
public struct URL {
  public init?(string: String) {}
  public func appendingPathComponent(_ component: String) -> URL { self }
}
public struct Data {
  public init(_ bytes: String.UTF8View) {}
  public func write(to url: URL) throws {}
}
public struct Notification { public struct Name { public init(_ name: String) {} } }
public class OperationQueue { public static let main = OperationQueue() }
public class NotificationCenter {
  public static let `default` = NotificationCenter()
  @discardableResult public func addObserver(
    forName name: Notification.Name?, object: Any?, queue: OperationQueue?,
    using block: @escaping @Sendable (Notification) -> Void
  ) -> any NSObjectProtocol { NSObject() }
}
public class Thread { public class func sleep(forTimeInterval seconds: Double) {} }
public class ProcessInfo {
  public static let processInfo = ProcessInfo()
  public var arguments: [String] { [] }
  public var environment: [String: String] { [:] }
}
public class FileManager {
  public enum SearchPathDirectory { case documentDirectory }
  public enum SearchPathDomainMask { case userDomainMask }
  public static let `default` = FileManager()
  public func urls(for directory: SearchPathDirectory, in domain: SearchPathDomainMask) -> [URL] { [] }
}
public typealias CGFloat = Double
extension CGRect {
  public init(x: Double, y: Double, width: Double, height: Double) { self.init() }
  public var width: CGFloat { size.width }
  public var height: CGFloat { size.height }
  public var maxX: CGFloat { 0 }
}
extension CGSize: Equatable {
  public static var zero: CGSize { CGSize() }
  public static func == (left: CGSize, right: CGSize) -> Bool {
    left.width == right.width && left.height == right.height
  }
}
