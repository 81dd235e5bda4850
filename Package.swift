// swift-tools-version: 6.1
import PackageDescription

let package = Package(
  name: "navigation-server",
  products: [

  ],
  targets: [
    // The state machine and its JSON: no sockets, no clock, no store.
    .target(name: "NavigationModel", exclude: ["README.md"]),
    .testTarget(name: "NavigationModelTests", dependencies: ["NavigationModel"]),
  ],
  swiftLanguageModes: [.v6]
)
