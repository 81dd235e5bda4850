import Navigation
import Testing

@Suite struct ProblemTests {
  @Test(arguments: ProblemCode.allCases) func aCodeHasItsRow(_ code: ProblemCode) {
    #expect((400...599).contains(code.status) && code.status != 409)
    #expect(!code.title.isEmpty && !code.title.hasSuffix("."))
    #expect(code.type == "/problems/" + code.rawValue)
    let sentences = code.explanation.split(separator: ". ").count
    #expect((1...5).contains(sentences) && code.explanation.hasSuffix("."), "\(code.explanation)")
    #expect(code.rawValue.utf8.allSatisfy { (0x61...0x7A).contains($0) || $0 == 0x2D })
  }

  /// An option is named with its variable, since a server may be configured without a command line.
  @Test(arguments: ProblemCode.allCases) func anOptionIsNamedWithItsVariable(_ code: ProblemCode) {
    for option in code.explanation.matches(of: /--([a-z-]+)/) where option.1 != "json" {
      #expect(code.explanation.contains("\(OptionName(String(option.1)))"), "\(code.explanation)")
    }
  }

  @Test func anOptionHasTwoNames() {
    #expect(OptionName("api-key-file").description == "--api-key-file (NAVIGATION_API_KEY_FILE)")
    #expect(OptionName("store", "sqlite:PATH").description == "--store sqlite:PATH (NAVIGATION_STORE)")
  }

  @Test(arguments: ProblemCode.allCases) func aProblemReadsBack(_ code: ProblemCode) throws {
    var problem = Problem(code, "What \"happened\".")
    problem.requestId = "r"
    problem.pointer = "/a"
    problem.parameter = "p"
    problem.header = "H"
    problem.controller = "c"
    problem.revision = 3
    problem.index = 0
    var writer = JSONWriter()
    problem.write(to: &writer)
    let read = try Problem(json: JSONDocument(writer.bytes).root)
    #expect(read == problem)
    #expect(read.known == code)
  }

  @Test func aCodeOfALaterVersionIsPreserved() throws {
    let text = #"{"type":"/problems/new","title":"T","status":418,"code":"new","extra":[1]}"#
    let problem = try Problem(json: JSONDocument(text, unknownMembers: .skip).root)
    #expect(problem.known == nil)
    #expect((problem.code, problem.title, problem.status, problem.detail) == ("new", "T", 418, ""))
  }

  static let a: ControllerID = "a"
  static let b: ControllerID = "b"

  @Test(
    arguments: [
      (.noSuchController(a), .noSuchController, "a"), (.noTarget(.container(.stack)), .noTarget, nil),
      (.noTarget(.sender), .noTarget, nil), (.noTarget(.stackAround(a)), .noTarget, "a"),
      (.noMember(a, of: .tabBar, in: b), .wrongKind, "a"), (.step("push", refused: .cannotPush(a)), .cannotPush, "a"),
      (.noSuchRoute(.url("/a")), .noSuchRoute, nil),
      (.alreadyPresenting(a), .alreadyPresenting, "a"), (.wrongKind(a, expected: .stack), .wrongKind, "a"),
      (.inspectorPresented(a), .alreadyPresenting, "a"),
      (.duplicateController(a), .duplicateController, "a"), (.cannotPush(a), .cannotPush, "a"),
      (.cannotContain(container: a, child: b), .cannotContain, "b"), (.notInStack(a), .notInStack, "a"),
      (.emptyContainer(a), .emptyContainer, "a"), (.notOnDisplay(a), .notOnDisplay, "a"),
      (.unknownDevice("x"), .unknownDevice, nil),
      (.noSuchMultitasking(device: nil, .portrait, .half, has: [.window]), .noSuchMultitasking, nil),
      (.noSuchPose(device: nil, .open), .noSuchPose, nil),
      (.noSuchDetent("peek", has: ["medium", "large"]), .noSuchDetent, nil), (.notASheet(a), .notASheet, "a"),
      (.invalidSize(Size(width: 0, height: 1)), .invalidSize, nil),
      (.controllerLimit(.controllers), .controllerLimit, nil),
      (.controllerLimit(.depth), .controllerLimit, nil),
    ] as [(Rejection, ProblemCode, String?)]) func aRejectionIsOneProblem(
      rejection: Rejection, code: ProblemCode, controller: String?
    )
  {
    let problem = Problem(rejection)
    #expect(problem.known == code)
    #expect(problem.status == 422)
    #expect(problem.controller == controller)
    #expect(problem.detail.hasSuffix("."))
  }

  @Test(
    arguments: [
      (.noMember(a, of: .tabBar, in: b), #"The controller "a" is no tab; it stands in the tab "b"."#),
      (.noMember(a, of: .topTabs, in: b), #"The controller "a" is no page; it stands in the page "b"."#),
      (.noMember(a, of: .tabBar, in: nil), #"The controller "a" is no tab."#),
      (.columnTaken(a), #"Another column holds the controller "a" already; showColumn shows it there."#),
      (
        .noSuchRoute(.route("ordr", Params()), among: ["list", "order"]),
        #"The session's table has no route "ordr". Did you mean order?"#
      ),
      (.noSuchRoute(.route("x", Params()), among: ["order"]), #"The session's table has no route "x"."#),
      (
        .step("push", refused: .cannotPush(a)),
        #"The controller "a" cannot be pushed. That refuses the step "push" of the link."#
      ),
    ] as [(Rejection, String)]) func aDetailSaysWhatCanBeDone(rejection: Rejection, detail: String)
  {
    #expect(Problem(rejection).detail == detail)
  }

  /// The place of the controller whose id a new tree has.
  @Test(
    arguments: [
      (nil, nil, nil, "is there already."), (HolderPlace(in: nil, .displayed), nil, "displayed", "is there already."),
      (HolderPlace(in: b, .displayed), "b", "displayed", #"is there already, in "b"."#),
      (HolderPlace(in: b, .parked), "b", "parked", #"is there already, parked in "b"."#),
      (HolderPlace(in: b, .saved), "b", "saved", #"is there already, saved in "b"."#),
      (HolderPlace(in: b, .preserved), "b", "preserved", #"is there already, kept in "b"."#),
      (HolderPlace(in: b, nil), "b", nil, #"is there already, waiting in "b"."#),
    ] as [(HolderPlace?, String?, String?, String)])
  func aDuplicateIDHasItsPlace(place: HolderPlace?, container: String?, kept: String?, words: String) throws {
    let problem = Problem(.duplicateController(Self.a, at: place))
    #expect((problem.container, problem.kept) == (container, kept))
    #expect(problem.detail == #"The controller "a" "# + words)
    var writer = JSONWriter()
    problem.write(to: &writer)
    #expect(try Problem(json: JSONDocument(writer.bytes).root) == problem)
  }

  /// An id to be generated by the session is not named.
  @Test(
    arguments: [
      .wrongKind(.automatic, expected: .stack), .duplicateController(.automatic), .cannotPush(.automatic),
      .cannotContain(container: .automatic, child: .automatic), .wrongStyle(.automatic),
      .noSuchColumn(split: .automatic, .compact),
      .columnTaken(.automatic), .notInStack(.automatic), .emptyContainer(.automatic), .alreadyPresenting(.automatic),
      .notOnDisplay(.automatic), .noSuchController(.automatic),
    ] as [Rejection]) func anEmptyIDIsLeftOut(rejection: Rejection)
  {
    let problem = Problem(rejection)
    #expect(
      problem.controller == nil && !problem.detail.contains("\"") && problem.detail.contains("that has no id"),
      "\(problem.detail)")
  }

  @Test(
    arguments: [
      (.json(JSONError(kind: .malformed, pointer: "/a", offset: 7, detail: "x")), .malformedJSON, 400, nil),
      (.json(JSONError(kind: .invalid, pointer: "/a", offset: 7, detail: "x")), .invalidBody, 400, nil),
      (.model(.unknownDevice("x"), pointer: "/a"), .unknownDevice, 422, nil),
      (.model(.emptyContainer(a), pointer: "/transitions/4/children"), .emptyContainer, 422, 4),
      (.unknownSchema(pointer: "/a"), .unknownSchema, 422, nil),
      (.batchLimit(257, pointer: "/a"), .batchLimit, 422, nil),
      (.routes(.tooMany, pointer: "/a"), .invalidRoutes, 422, nil),
    ] as [(BodyRefusal, ProblemCode, Int, Int?)]) func aRefusedBodyIsOneProblem(
      refusal: BodyRefusal, code: ProblemCode, status: Int, index: Int?
    )
  {
    let problem = Problem(refusal)
    #expect(problem.known == code)
    #expect(problem.status == status)
    #expect(problem.pointer == refusal.pointer)
    #expect(problem.index == index)
  }
}
