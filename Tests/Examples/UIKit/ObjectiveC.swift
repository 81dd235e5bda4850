@_exported import ObjectiveC

public struct Selector: Hashable { public init(_ name: String) {} }
