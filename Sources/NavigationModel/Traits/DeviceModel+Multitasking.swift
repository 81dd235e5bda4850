/// The multitasking states of a device in a system: a table (SC-6, WN-1, WN-3, WN-4).
extension DeviceModel {
  /// Whether the device has the state in any orientation.
  private func offers(_ multitasking: Multitasking, in rules: SystemRules) -> Bool {
    switch (idiom, multitasking) {
    case (_, .fullScreen): true
    case (.pad, .twoThirds), (.pad, .half), (.pad, .third), (.pad, .window): true
    case (.pad, .slideOver): rules.slideOver
    case (.phone, .half), (.phone, .window): rules.phoneWindowsResize
    case (.phone, .twoThirds), (.phone, .third), (.phone, .slideOver): false
    }
  }

  /// Whether the device has the state in an orientation. A `window` may have any size; for other states the catalogue
  /// has the size.
  public func has(_ multitasking: Multitasking, _ orientation: Orientation, in rules: SystemRules) -> Bool {
    offers(multitasking, in: rules) && (multitasking == .window || windowSize(orientation, multitasking) != nil)
  }

  /// The states of the device in an orientation, the largest first.
  public func multitasking(_ orientation: Orientation, in rules: SystemRules) -> [Multitasking] {
    Multitasking.allCases.filter { has($0, orientation, in: rules) }
  }
}
