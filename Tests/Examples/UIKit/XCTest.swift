@_exported import UIKit
@_exported import XCTest

public func XCTAssert(_ isTrue: @autoclosure () throws -> Bool, _ message: @autoclosure () -> String = "") {}
public func XCTAssertTrue(_ isTrue: @autoclosure () throws -> Bool, _ message: @autoclosure () -> String = "") {}
public func XCTAssertFalse(_ isTrue: @autoclosure () throws -> Bool, _ message: @autoclosure () -> String = "") {}
public func XCTAssertEqual<T: Equatable>(
  _ left: @autoclosure () throws -> T, _ right: @autoclosure () throws -> T, _ message: @autoclosure () -> String = ""
) {}
public func XCTFail(_ message: String = "") {}
public func XCTUnwrap<T>(_ value: @autoclosure () throws -> T?, _ message: @autoclosure () -> String = "") throws -> T {
  fatalError()
}
