// What of UIKit is Swift's own: names of notifications, and overrides of traits.
@_exported import Foundation
@_exported import UIKit

extension UIApplication {
  nonisolated public static var didEnterBackgroundNotification: Notification.Name { Notification.Name("") }
  nonisolated public static var willEnterForegroundNotification: Notification.Name { Notification.Name("") }
}
extension UIAction {
  public typealias Handler = @MainActor (UIAction) -> Void
  public convenience init(title: String = "", handler: @escaping Handler) { self.init() }
}
public protocol UITraitDefinition {}
public struct UITraitHorizontalSizeClass: UITraitDefinition {}
public struct UITraitOverrides {
  public var horizontalSizeClass: UIUserInterfaceSizeClass
  public func contains(_ trait: any UITraitDefinition.Type) -> Bool { false }
  public mutating func remove(_ trait: any UITraitDefinition.Type) {}
}
extension UIViewController {
  public var traitOverrides: UITraitOverrides {
    get { UITraitOverrides(horizontalSizeClass: .unspecified) }
    set {}
  }
}
extension UIView {
  public var traitOverrides: UITraitOverrides {
    get { UITraitOverrides(horizontalSizeClass: .unspecified) }
    set {}
  }
}
