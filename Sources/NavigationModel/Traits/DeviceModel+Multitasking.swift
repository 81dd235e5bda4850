/// Which states an app may have on a device, in a system: a table (SC-6, WN-1, WN-3, WN-4).
extension DeviceModel {
  /// Whether apps have the state on such a device at all, whichever way it is held.
  private func offers(_ multitasking: Multitasking, in rules: SystemRules) -> Bool {
    switch (idiom, multitasking) {
    case (_, .fullScreen): true
    case (.pad, .twoThirds), (.pad, .half), (.pad, .third), (.pad, .window): true
    case (.pad, .slideOver): rules.slideOver
    case (.phone, .half), (.phone, .window): rules.phoneWindowsResize
    case (.phone, .twoThirds), (.phone, .third), (.phone, .slideOver): false
    }
  }

  /// Whether apps have the state on the device held so. A `window` may have any size; of every other state the
  /// catalogue knows it.
  public func has(_ multitasking: Multitasking, _ orientation: Orientation, in rules: SystemRules) -> Bool {
    offers(multitasking, in: rules) && (multitasking == .window || windowSize(orientation, multitasking) != nil)
  }

  /// All that apps have on the device held so, the largest first.
  public func multitasking(_ orientation: Orientation, in rules: SystemRules) -> [Multitasking] {
    Multitasking.allCases.filter { has($0, orientation, in: rules) }
  }
}
