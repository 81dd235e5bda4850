import UIKit

@MainActor @preconcurrency public protocol View {
  associatedtype Body: View
  var body: Body { get }
}
extension Never: View { public var body: Never { fatalError() } }
extension View { public func background<Background: View>(_ background: Background) -> some View { self } }
public struct UIViewControllerRepresentableContext<Representable> {}
@MainActor @preconcurrency public protocol UIViewControllerRepresentable: View where Body == Never {
  associatedtype UIViewControllerType: UIViewController
  typealias Context = UIViewControllerRepresentableContext<Self>
  func makeUIViewController(context: Context) -> UIViewControllerType
  func updateUIViewController(_ controller: UIViewControllerType, context: Context)
}
extension UIViewControllerRepresentable { public var body: Never { fatalError() } }
