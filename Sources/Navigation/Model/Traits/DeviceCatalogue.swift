extension DeviceModel {
  /// Every device of the catalogue: the screens of SC-6 to SC-10, one entry for each model sold by Apple under a name
  /// of its own.
  ///
  /// Portrait sizes in points. `landscape` is the horizontal class of a phone held sideways (SC-5). `wide` and `tall`
  /// are the widths of an iPad's multitasking windows in landscape and portrait; sources are Apple's specifications and
  /// third-party measurements of Split View widths.
  static let catalogue: [DeviceModel] = phones + pads + unfolded

  private static let phones: [DeviceModel] = [
    .phone("iPhone 5", 320, 568, scale: 2, landscape: .compact),
    .phone("iPhone 5s", 320, 568, scale: 2, landscape: .compact),
    .phone("iPhone 5c", 320, 568, scale: 2, landscape: .compact),
    .phone("iPhone SE (1st generation)", 320, 568, scale: 2, landscape: .compact),
    .phone("iPod touch (5th generation)", 320, 568, scale: 2, landscape: .compact),
    .phone("iPod touch (6th generation)", 320, 568, scale: 2, landscape: .compact),
    .phone("iPod touch (7th generation)", 320, 568, scale: 2, landscape: .compact),
    .phone("iPhone 6", 375, 667, scale: 2, landscape: .compact),
    .phone("iPhone 6s", 375, 667, scale: 2, landscape: .compact),
    .phone("iPhone 7", 375, 667, scale: 2, landscape: .compact),
    .phone("iPhone 8", 375, 667, scale: 2, landscape: .compact),
    .phone("iPhone SE (2nd generation)", 375, 667, scale: 2, landscape: .compact),
    .phone("iPhone SE (3rd generation)", 375, 667, scale: 2, landscape: .compact),
    .phone("iPhone 6 Plus", 414, 736, scale: 3, landscape: .regular),
    .phone("iPhone 6s Plus", 414, 736, scale: 3, landscape: .regular),
    .phone("iPhone 7 Plus", 414, 736, scale: 3, landscape: .regular),
    .phone("iPhone 8 Plus", 414, 736, scale: 3, landscape: .regular),
    .phone("iPhone X", 375, 812, scale: 3, landscape: .compact),
    .phone("iPhone XS", 375, 812, scale: 3, landscape: .compact),
    .phone("iPhone 11 Pro", 375, 812, scale: 3, landscape: .compact),
    .phone("iPhone 12 mini", 375, 812, scale: 3, landscape: .compact),
    .phone("iPhone 13 mini", 375, 812, scale: 3, landscape: .compact),
    .phone("iPhone XR", 414, 896, scale: 2, landscape: .regular),
    .phone("iPhone XS Max", 414, 896, scale: 3, landscape: .regular),
    .phone("iPhone 11", 414, 896, scale: 2, landscape: .regular),
    .phone("iPhone 11 Pro Max", 414, 896, scale: 3, landscape: .regular),
    .phone("iPhone 12", 390, 844, scale: 3, landscape: .compact),
    .phone("iPhone 12 Pro", 390, 844, scale: 3, landscape: .compact),
    .phone("iPhone 13", 390, 844, scale: 3, landscape: .compact),
    .phone("iPhone 13 Pro", 390, 844, scale: 3, landscape: .compact),
    .phone("iPhone 14", 390, 844, scale: 3, landscape: .compact),
    .phone("iPhone 16e", 390, 844, scale: 3, landscape: .compact),
    // 2,532 by 1,170 pixels: support.apple.com/126470.
    .phone("iPhone 17e", 390, 844, scale: 3, landscape: .compact),
    .phone("iPhone 12 Pro Max", 428, 926, scale: 3, landscape: .regular),
    .phone("iPhone 13 Pro Max", 428, 926, scale: 3, landscape: .regular),
    .phone("iPhone 14 Plus", 428, 926, scale: 3, landscape: .regular),
    .phone("iPhone 14 Pro", 393, 852, scale: 3, landscape: .compact),
    .phone("iPhone 15", 393, 852, scale: 3, landscape: .compact),
    .phone("iPhone 15 Pro", 393, 852, scale: 3, landscape: .compact),
    .phone("iPhone 16", 393, 852, scale: 3, landscape: .compact),
    .phone("iPhone 14 Pro Max", 430, 932, scale: 3, landscape: .regular),
    .phone("iPhone 15 Plus", 430, 932, scale: 3, landscape: .regular),
    .phone("iPhone 15 Pro Max", 430, 932, scale: 3, landscape: .regular),
    .phone("iPhone 16 Plus", 430, 932, scale: 3, landscape: .regular),
    .phone("iPhone 16 Pro", 402, 874, scale: 3, landscape: .compact),
    .phone("iPhone 17", 402, 874, scale: 3, landscape: .compact),
    .phone("iPhone 17 Pro", 402, 874, scale: 3, landscape: .compact),
    // 2,622 by 1,206 pixels: support.apple.com/148590.
    .phone("iPhone 18 Pro", 402, 874, scale: 3, landscape: .compact),
    .phone("iPhone Air", 420, 912, scale: 3, landscape: .regular),
    .phone("iPhone 16 Pro Max", 440, 956, scale: 3, landscape: .regular),
    .phone("iPhone 17 Pro Max", 440, 956, scale: 3, landscape: .regular),
    // 2,868 by 1,320 pixels: support.apple.com/148591.
    .phone("iPhone 18 Pro Max", 440, 956, scale: 3, landscape: .regular),
    // 2,034 by 1,398 pixels: apple.com/iphone-duo/specs; the points as measured (WN-4).
    .foldable("iPhone Duo", in: .closed, 466, 678, scale: 3),
  ]

  /// The inner display of foldable phones, as measured (WN-4).
  private static let unfolded: [DeviceModel] = [
    .foldable("iPhone Duo", in: .bent, 669, 951, scale: 3),
    .foldable("iPhone Duo", in: .open, 669, 951, scale: 3),
  ]

  private static let pads: [DeviceModel] = [
    .pad("iPad (5th generation)", 768, 1024, scale: 2, wide: (320, 507, 694), tall: (320, 438), slideOver: (320, 320)),
    .pad("iPad (6th generation)", 768, 1024, scale: 2, wide: (320, 507, 694), tall: (320, 438), slideOver: (320, 320)),
    .pad("iPad mini", 768, 1024, scale: 1, wide: (320, 507, 694), tall: (320, 438), slideOver: (320, 320)),
    .pad("iPad mini 2", 768, 1024, scale: 2, wide: (320, 507, 694), tall: (320, 438), slideOver: (320, 320)),
    .pad("iPad mini 3", 768, 1024, scale: 2, wide: (320, 507, 694), tall: (320, 438), slideOver: (320, 320)),
    .pad("iPad mini 4", 768, 1024, scale: 2, wide: (320, 507, 694), tall: (320, 438), slideOver: (320, 320)),
    .pad(
      "iPad mini (5th generation)", 768, 1024, scale: 2, wide: (320, 507, 694), tall: (320, 438), slideOver: (320, 320)),
    .pad("iPad Air", 768, 1024, scale: 2, wide: (320, 507, 694), tall: (320, 438), slideOver: (320, 320)),
    .pad("iPad Air 2", 768, 1024, scale: 2, wide: (320, 507, 694), tall: (320, 438), slideOver: (320, 320)),
    .pad("iPad Pro 9.7-inch", 768, 1024, scale: 2, wide: (320, 507, 694), tall: (320, 438), slideOver: (320, 320)),
    .pad("iPad (7th generation)", 810, 1080, scale: 2, wide: (320, 535, 750), tall: (320, 480), slideOver: (320, 320)),
    .pad("iPad (8th generation)", 810, 1080, scale: 2, wide: (320, 535, 750), tall: (320, 480), slideOver: (320, 320)),
    .pad("iPad (9th generation)", 810, 1080, scale: 2, wide: (320, 535, 750), tall: (320, 480), slideOver: (320, 320)),
    .pad("iPad Pro 10.5-inch", 834, 1112, scale: 2, wide: (320, 551, 782), tall: (320, 504), slideOver: (320, 320)),
    .pad(
      "iPad Air (3rd generation)", 834, 1112, scale: 2, wide: (320, 551, 782), tall: (320, 504), slideOver: (320, 320)),
    .pad(
      "iPad Pro 11-inch (1st generation)", 834, 1194, scale: 2, wide: (375, 592, 809), tall: (320, 504),
      slideOver: (375, 320)),
    .pad(
      "iPad Pro 11-inch (2nd generation)", 834, 1194, scale: 2, wide: (375, 592, 809), tall: (320, 504),
      slideOver: (375, 320)),
    .pad(
      "iPad Pro 11-inch (3rd generation)", 834, 1194, scale: 2, wide: (375, 592, 809), tall: (320, 504),
      slideOver: (375, 320)),
    .pad(
      "iPad Pro 11-inch (4th generation)", 834, 1194, scale: 2, wide: (375, 592, 809), tall: (320, 504),
      slideOver: (375, 320)),
    .pad(
      "iPad Air (4th generation)", 820, 1180, scale: 2, wide: (375, 585, 795), tall: (320, 490), slideOver: (375, 320)),
    .pad(
      "iPad Air (5th generation)", 820, 1180, scale: 2, wide: (375, 585, 795), tall: (320, 490), slideOver: (375, 320)),
    .pad("iPad Air 11-inch (M2)", 820, 1180, scale: 2, wide: (375, 585, 795), tall: (320, 490), slideOver: (375, 320)),
    .pad("iPad Air 11-inch (M3)", 820, 1180, scale: 2, wide: (375, 585, 795), tall: (320, 490), slideOver: (375, 320)),
    // 2,360 by 1,640 pixels: support.apple.com/126471; the predecessor's screen, so its windows.
    .pad("iPad Air 11-inch (M4)", 820, 1180, scale: 2, wide: (375, 585, 795), tall: (320, 490), slideOver: (375, 320)),
    .pad("iPad (10th generation)", 820, 1180, scale: 2, wide: (375, 585, 795), tall: (320, 490), slideOver: (375, 320)),
    .pad("iPad (A16)", 820, 1180, scale: 2, wide: (375, 585, 795), tall: (320, 490), slideOver: (375, 320)),
    .pad(
      "iPad mini (6th generation)", 744, 1133, scale: 2, wide: (375, 561.5, 748), tall: (320, 414),
      slideOver: (375, 320)),
    .pad("iPad mini (A17 Pro)", 744, 1133, scale: 2, wide: (375, 561.5, 748), tall: (320, 414), slideOver: (375, 320)),
    .pad(
      "iPad Pro 12.9-inch (1st generation)", 1024, 1366, scale: 2, wide: (375, 678, 981), tall: (375, 639),
      slideOver: (375, 375)),
    .pad(
      "iPad Pro 12.9-inch (2nd generation)", 1024, 1366, scale: 2, wide: (375, 678, 981), tall: (375, 639),
      slideOver: (375, 375)),
    .pad(
      "iPad Pro 12.9-inch (3rd generation)", 1024, 1366, scale: 2, wide: (375, 678, 981), tall: (375, 639),
      slideOver: (375, 375)),
    .pad(
      "iPad Pro 12.9-inch (4th generation)", 1024, 1366, scale: 2, wide: (375, 678, 981), tall: (375, 639),
      slideOver: (375, 375)),
    .pad(
      "iPad Pro 12.9-inch (5th generation)", 1024, 1366, scale: 2, wide: (375, 678, 981), tall: (375, 639),
      slideOver: (375, 375)),
    .pad(
      "iPad Pro 12.9-inch (6th generation)", 1024, 1366, scale: 2, wide: (375, 678, 981), tall: (375, 639),
      slideOver: (375, 375)),
    .pad("iPad Air 13-inch (M2)", 1024, 1366, scale: 2, wide: (375, 678, 981), tall: (375, 639), slideOver: (375, 375)),
    .pad("iPad Air 13-inch (M3)", 1024, 1366, scale: 2, wide: (375, 678, 981), tall: (375, 639), slideOver: (375, 375)),
    // 2,732 by 2,048 pixels: support.apple.com/126472; the predecessor's screen, so its windows.
    .pad("iPad Air 13-inch (M4)", 1024, 1366, scale: 2, wide: (375, 678, 981), tall: (375, 639), slideOver: (375, 375)),
    .pad("iPad Pro 11-inch (M4)", 834, 1210, scale: 2, wide: (375, 600, 825), tall: (320, 504), slideOver: (375, 320)),
    .pad("iPad Pro 11-inch (M5)", 834, 1210, scale: 2, wide: (375, 600, 825), tall: (320, 504), slideOver: (375, 320)),
    .pad("iPad Pro 13-inch (M4)", 1032, 1376, scale: 2, wide: (375, 683, 991), tall: (375, 647), slideOver: (375, 375)),
    .pad("iPad Pro 13-inch (M5)", 1032, 1376, scale: 2, wide: (375, 683, 991), tall: (375, 647), slideOver: (375, 375)),
  ]
}
