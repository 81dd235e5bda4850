import Navigation
import Testing

@Suite struct EnvironmentJSONTests {
  /// Environments of requests, with their snapshots.
  static let requests: [Golden<String>] = [
    Golden(
      "{}",
      #"{"system":"iOS27","device":"iPad Pro 11-inch (M4)","orientation":"landscape","multitasking":"fullScreen"}"#),
    Golden(
      #"{"orientation": "portrait"}"#,
      #"{"system":"iOS27","device":"iPad Pro 11-inch (M4)","orientation":"portrait","multitasking":"fullScreen"}"#),
    Golden(
      #"{"device": "iPhone 6 Plus"}"#,
      #"{"system":"iOS27","device":"iPhone 6 Plus","orientation":"portrait","multitasking":"fullScreen"}"#),
    Golden(
      #"{"system": "iOS14", "device": "iPad mini (A17 Pro)"}"#,
      #"{"system":"iOS14","device":"iPad mini (A17 Pro)","orientation":"landscape","multitasking":"fullScreen"}"#),
    Golden(
      #"{"device": "iPad mini (A17 Pro)", "multitasking": "half"}"#,
      #"{"system":"iOS27","device":"iPad mini (A17 Pro)","orientation":"landscape","multitasking":"half"}"#),
    Golden(
      #"{"device": "iPad mini (A17 Pro)", "multitasking": "half", "width": 561.5, "height": 744}"#,
      #"{"system":"iOS27","device":"iPad mini (A17 Pro)","orientation":"landscape","multitasking":"half"}"#),
    Golden(
      #"{"device": "iPhone 6 Plus", "width": 414, "height": 736}"#,
      #"{"system":"iOS27","device":"iPhone 6 Plus","orientation":"portrait","multitasking":"fullScreen"}"#),
    Golden(
      #"{"device": "iPad mini (A17 Pro)", "width": 1133, "height": 744}"#,
      #"{"system":"iOS27","device":"iPad mini (A17 Pro)","orientation":"landscape","multitasking":"fullScreen"}"#),
    Golden(
      #"{"device": "iPad mini (A17 Pro)", "width": 700, "height": 600}"#,
      #"{"system":"iOS27","device":"iPad mini (A17 Pro)","orientation":"landscape","multitasking":"window","width":700,"height":600}"#
    ),
    Golden(
      #"{"device": "iPad mini (A17 Pro)", "multitasking": "window"}"#,
      #"{"system":"iOS27","device":"iPad mini (A17 Pro)","orientation":"landscape","multitasking":"window","width":1133,"height":744}"#
    ),
    Golden(
      #"{"device": "iPad mini (A17 Pro)", "orientation": "portrait", "multitasking": "window", "width": 400.5, "height": 600}"#,
      #"{"system":"iOS27","device":"iPad mini (A17 Pro)","orientation":"portrait","multitasking":"window","width":400.5,"height":600}"#
    ),
    Golden(
      #"{"width": 820, "height": 1180}"#, #"{"system":"iOS27","idiom":"pad","width":820,"height":1180,"scale":2}"#),
    Golden(
      #"{"width": 800, "height": 400, "idiom": "phone", "scale": 3, "orientation": "landscape", "multitasking": "window"}"#,
      #"{"system":"iOS27","idiom":"phone","width":800,"height":400,"scale":3}"#),
    Golden(
      #"{"device": "iPhone Duo"}"#,
      #"{"system":"iOS27","device":"iPhone Duo","pose":"closed","orientation":"portrait","multitasking":"fullScreen"}"#),
    Golden(
      #"{"system": "iOS27", "device": "iPhone Duo", "pose": "bent", "orientation": "landscape", "multitasking": "half"}"#,
      #"{"system":"iOS27","device":"iPhone Duo","pose":"bent","orientation":"landscape","multitasking":"half"}"#),
    Golden(
      #"{"system": "iOS27", "device": "iPhone Duo", "pose": "open", "width": 700, "height": 500}"#,
      #"{"system":"iOS27","device":"iPhone Duo","pose":"open","orientation":"portrait","multitasking":"window","width":700,"height":500}"#
    ),
    Golden(
      #"{"horizontalSizeClass": "compact", "verticalSizeClass": "regular"}"#,
      #"{"system":"iOS27","device":"iPad Pro 11-inch (M4)","orientation":"landscape","multitasking":"fullScreen","horizontalSizeClass":"compact","verticalSizeClass":"regular"}"#
    ),
  ]

  @Test(arguments: requests) func `D-437: a window as requested`(_ row: Golden<String>) throws {
    let environment = try Environment(json: document(row.json))
    let snapshot = written { environment.write(to: &$0, form: .request) }
    #expect(snapshot == row.value)
    #expect(try Environment(json: document(snapshot)) == environment)
    let answer = written { environment.write(to: &$0, form: .session(environment)) }
    #expect(try Environment(answer: document(answer, .skip)) == environment)
  }

  static let answers: [Golden<String>] = [
    Golden(
      "{}",
      #"{"system":"iOS27","device":"iPad Pro 11-inch (M4)","idiom":"pad","orientation":"landscape","multitasking":"fullScreen","width":1210,"height":834,"scale":2,"horizontalSizeClass":"regular","verticalSizeClass":"regular"}"#
    ),
    Golden(
      #"{"horizontalSizeClass": "compact"}"#,
      #"{"system":"iOS27","device":"iPad Pro 11-inch (M4)","idiom":"pad","orientation":"landscape","multitasking":"fullScreen","width":1210,"height":834,"scale":2,"horizontalSizeClass":"compact","verticalSizeClass":"regular","forced":["horizontal"]}"#
    ),
    Golden(
      #"{"device": "iPhone 6 Plus", "orientation": "landscape", "horizontalSizeClass": "regular", "verticalSizeClass": "compact"}"#,
      #"{"system":"iOS27","device":"iPhone 6 Plus","idiom":"phone","orientation":"landscape","multitasking":"fullScreen","width":736,"height":414,"scale":3,"horizontalSizeClass":"regular","verticalSizeClass":"compact","forced":["horizontal","vertical"]}"#
    ),
    Golden(
      #"{"device": "iPhone Duo", "pose": "bent", "orientation": "landscape"}"#,
      #"{"system":"iOS27","device":"iPhone Duo","pose":"bent","idiom":"phone","orientation":"landscape","multitasking":"fullScreen","width":951,"height":669,"scale":3,"horizontalSizeClass":"regular","verticalSizeClass":"regular","fold":{"axis":"vertical","from":455.5,"to":495.5}}"#
    ),
    Golden(
      #"{"width": 561.5, "height": 744}"#,
      #"{"system":"iOS27","idiom":"pad","orientation":"portrait","multitasking":"window","width":561.5,"height":744,"scale":2,"horizontalSizeClass":"compact","verticalSizeClass":"regular"}"#
    ),
  ]

  @Test(arguments: answers) func answer(_ row: Golden<String>) throws {
    let environment = try Environment(json: document(row.json))
    #expect(written { environment.write(to: &$0, form: .session(environment)) } == row.value)
    #expect(try Environment(answer: document(row.value)) == environment)
  }

  @Test(arguments: Device.all.flatMap(\.poses), SystemVersion.allCases)
  func everyDeviceInEveryState(_ device: Device, _ system: SystemVersion) throws {
    for orientation in Orientation.allCases {
      for multitasking in device.model.multitasking(orientation, in: system.rules) {
        let environment = try Environment(system: system, place: .device(device, orientation, multitasking))
        #expect(try Environment(json: document(written { environment.write(to: &$0, form: .request) })) == environment)
        #expect(
          try Environment(answer: document(written { environment.write(to: &$0, form: .session(environment)) }))
            == environment)
      }
    }
  }
}
