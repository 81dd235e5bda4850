# shellcheck shell=bash disable=SC2154
# The packages, format, build and tests of the source.

check_reader() {
  .ci/manual-test
}

install_packages() {
  test_run='swift test --traits SQLite,PostgreSQL'
  case $test_command in *" && $test_run") ;; *) fail "the README's test command does not end with: && $test_run" ;; esac
  packages_command=${test_command% && "$test_run"}
  printf '%s\n' "$packages_command"
  export DEBIAN_FRONTEND=noninteractive
  quietly "$work/packages.log" bash -c "$packages_command"
  swift --version 2>&1 | head -n 1
}

check_format() {
  swift format lint --strict --recursive --parallel Sources Tests Package.swift
}

check_mac() {
  .ci/mac
}

# One command builds and tests: `swift build` and `swift test` may order the traits differently, and then the second one
# compiles everything again.
run_tests() {
  printf '%s\n' "$test_command"
  export NAVIGATION_BROWSER=required NAVIGATION_POSTGRESQL=required
  # After a crash a core has more details than the runtime's report, which cannot unwind the C library's frames.
  (ulimit -c unlimited 2>/dev/null || true; exec bash -c "$test_command") >"$work/test.log" 2>&1 || {
    grep -E '✘|↳|error:|Fatal error' "$work/test.log" | head -n 100 || true
    # After a crash: the reason, from the C library or the runtime, and then the crashed thread, which may be after
    # hundreds of others.
    grep -aiE 'assertion.*failed|(overflow|smashing) detected|(free|malloc|realloc|munmap_chunk)[^ ]*\(\): |freed pointer|corrupt' \
      "$work/test.log" | grep -avE '(Test|Suite) ' | head -n 10 || true
    awk '/Signal [0-9]+:|Program crashed:/ {print; next} / crashed:$/ {inside = 1} inside && shown++ < 150' "$work/test.log"
    core=$(find . -maxdepth 1 -name 'core*' -type f | head -n 1)
    if [ -n "$core" ] && command -v gdb >/dev/null; then
      gdb -batch -ex bt -ex 'info threads' "$(find .build -name '*PackageTests.xctest' -type f | head -n 1)" "$core" 2>/dev/null | head -n 60
    fi
    rm -f core*
    tail -n 5 "$work/test.log"
    fail "the tests failed"
  }
  if sed '/^Build complete/q' "$work/test.log" | grep -n 'warning:'; then fail "the build has warnings"; fi
  summary=$(grep -E 'Test run with [0-9]+ tests? .*passed' "$work/test.log") || fail "no test was run"
  printf '%s\n' "$summary"
  grep -a '^inspector: ' "$work/test.log" || true
}

# One round of each kind, without other tests; .ci/cluster has more.
run_cluster() {
  NAVIGATION_CLUSTER_ROUNDS=each quietly "$work/cluster.log" $test_run --skip-build --filter ClusterTests
  grep -a '^cluster campaign' "$work/cluster.log" || fail "no campaign was run"
}
