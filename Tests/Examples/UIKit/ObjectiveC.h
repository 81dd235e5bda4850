// Of Objective-C's runtime what Recorder.swift uses, for the check of its types (.ci/mac-uikit). Each declaration of these
// headers was written from Apple's documentation of it; a Swift name stands where the importer would shorten another one.
#define NS_SWIFT_NAME(name) __attribute__((swift_name(#name)))
#define NS_SWIFT_UI_ACTOR __attribute__((swift_attr("@MainActor")))
#define NS_ENUM(type, name) enum name : type name; enum __attribute__((enum_extensibility(open))) name : type
#define NS_OPTIONS(type, name) enum name : type name; enum __attribute__((flag_enum, enum_extensibility(open))) name : type
typedef _Bool BOOL;
typedef long NSInteger;
typedef unsigned long NSUInteger;
#define CGFloat double
#pragma clang assume_nonnull begin
@protocol NSObject
@end
__attribute__((objc_root_class)) @interface NSObject <NSObject>
- (instancetype)init;
- (BOOL)respondsToSelector:(null_unspecified SEL)selector NS_SWIFT_NAME(responds(to:));
- (nullable id)forwardingTargetForSelector:(null_unspecified SEL)selector NS_SWIFT_NAME(forwardingTarget(for:));
- (nullable id)valueForKey:(id)key NS_SWIFT_NAME(value(forKey:));
@end
typedef struct objc_method *Method;
Method _Nullable class_getInstanceMethod(Class _Nullable class, SEL selector);
void method_exchangeImplementations(Method first, Method second);
#pragma clang assume_nonnull end
