# shellcheck shell=bash disable=SC2154
# The commands of the README, with a server built without any library.

start_bare() {
  # In a separate mount namespace, files that cannot be compiled hide the headers.
  echo '#error "hidden"' >"$work/hidden.h"
  cat >"$work/without-headers" <<'SCRIPT'
#!/usr/bin/env bash
set -euo pipefail
for header in curl/curl.h sqlite3.h libpq-fe.h; do
  file=$(dpkg -L libcurl4-openssl-dev libsqlite3-dev libpq-dev | grep "/$header\$")
  mount --bind "$(dirname "$0")/hidden.h" "$file"
  if clang -E -xc "$file" >/dev/null 2>&1; then echo "$header is still there" >&2; exit 1; fi
done
exec "$@"
SCRIPT
  chmod +x "$work/without-headers"
  unshare --mount true || fail "unshare --mount is not permitted here, so it is unknown whether the server needs a header"
  start unshare --mount "$work/without-headers" "$run_command"
  if grep -n 'warning:' "$work/server.log"; then fail "the build has warnings"; fi
  for store in SQLite=sqlite:nowhere.db PostgreSQL=postgresql://nowhere/; do
    status=0
    refusal=$(${run_command% demo} --store "${store#*=}" 2>&1) || status=$?
    [ "$status" -eq 64 ] || fail "without ${store%%=*} --store ends the server with $status"
    case $refusal in *"--traits "*"${store%%=*}"*) ;; *) fail "without ${store%%=*} --store says: $refusal" ;; esac
  done
  # For what starts a server itself.
  export PATH="$built/.build/release:$PATH"
}

# The commands name the files of Tests/Examples.
walk_tour() {
  ln -sfn "$built/Tests" "$work/Tests"
  walk tour answers
}

walk_interface() {
  walk walk walk-answers
}

# The wrong app has the findings of the README; the mended one has none, and a baseline accepts them.
explore_mail() {
  explore_command=$(command_of explore)
  printf '%s\n' "$explore_command"
  design=${explore_command##* }
  explore=${explore_command%"$design"}
  status=0
  $explore "$design" 2>>"$work/server.log" >"$work/explored" || status=$?
  [ "$status" -eq 1 ] || fail "the app with a fault ends explore with $status"
  matches "$(alike <"$work/explored")" "$(code_of explored | alike)" || fail "explore says something else: $(cat "$work/explored")"
  $explore "$design" --baseline "$work/baseline" --update >/dev/null 2>>"$work/server.log"
  $explore "$design" --baseline "$work/baseline" >/dev/null 2>>"$work/server.log"
  $explore - <"${design%.json}-mended.json" 2>>"$work/server.log" | tee "$work/mended"
  grep -q '^Nothing found' "$work/mended" || fail "the mended app has findings"
  status=0
  $explore "${design%.json}-mended.json" --baseline "$work/baseline" >/dev/null 2>>"$work/server.log" || status=$?
  [ "$status" -eq 1 ] || fail "a baseline that no longer holds ends explore with $status"
}

# The log of the app differs from its design without answers; with what is learned it agrees, and the fault is found.
verify_mail() {
  verify_command=$(command_of verify)
  printf '%s\n' "$verify_command"
  verify=${verify_command%%verify *}
  sed 's/, "topColumnForCollapsing": "primary"//' Tests/Examples/mail.json >"$work/recorded.json"
  code_of verify-log >"$work/log.jsonl"
  status=0
  $verify verify --suggest --write "$work/learned.json" "$work/recorded.json" "$work/log.jsonl" 2>>"$work/server.log" >"$work/verified" || status=$?
  [ "$status" -eq 1 ] || fail "a design without the app's answers ends verify with $status"
  sed -i "s|$work/||" "$work/verified"
  matches "$(alike <"$work/verified")" "$(code_of verified | alike)" || fail "verify says something else: $(cat "$work/verified")"
  $verify verify "$work/learned.json" "$work/log.jsonl" 2>>"$work/server.log"
  status=0
  $verify explore "$work/learned.json" 2>>"$work/server.log" >"$work/explored" || status=$?
  [ "$status" -eq 1 ] || fail "the learned design ends explore with $status"
}

# The examples of apps: one has a fault, some have what their baselines accept, and the others have no findings.
explore_examples() {
  for example in Tests/Examples/*.json Tests/Examples/apps/*.json; do
    expected=0
    accepted=()
    if [ "$example" = Tests/Examples/mail.json ]; then expected=1; fi
    if [ -e "${example%.json}.baseline" ]; then accepted=(--baseline "${example%.json}.baseline"); fi
    status=0
    navigation-server explore "$example" "${accepted[@]}" >"$work/explored" || status=$?
    printf '%s: %s, %s\n' "$example" "$(head -1 "$work/explored")" "$status"
    states=$(sed -nE "s#^\| .${example#Tests/Examples/}. \|[^|]*\| ([0-9]+) \|.*#\1#p" Tests/Examples/README.md)
    [ "$(head -1 "$work/explored" | cut -d' ' -f1)" = "$states" ] || fail "$example has other states than the $states of its manual"
    [ "$status" -eq "$expected" ] || fail "$example ends explore with $status: $(cat "$work/explored")"
  done
}

compare_options() {
  ${run_command% demo} --help 2>>"$work/server.log" | sed -nE '/^  --(help|version) /d; s/^  (--[a-z-]+( [A-Z]+)?)  .*/\1/p' | while read -r option value; do
    variable=NAVIGATION_$(printf '%s' "${option#--}" | tr 'a-z-' 'A-Z_')
    # shellcheck disable=SC2016
    printf '| `%s%s` | `%s` |\n' "$option" "${value:+ $value}" "$variable"
  done >"$work/options"
  [ -s "$work/options" ] || fail "--help names no options"
  .ci/manual text options | sed -nE 's/^(\| `--[^|]*\|[^|]*\|).*/\1/p' | diff "$work/options" - || fail "the manual has other options"
  printf '%s options\n' "$(wc -l <"$work/options")"
}

run_client() {
  mkdir -p .build/readme/chat/Sources/chat .build/readme/chat/Tests/ChatTests
  ln -sfn "$PWD" .build/readme/navigation-server
  code_of client-manifest >.build/readme/chat/Package.swift
  code_of client >.build/readme/chat/Sources/chat/main.swift
  code_of swift-test >.build/readme/chat/Tests/ChatTests/ChatTests.swift
  quietly "$work/client.log" swift build --package-path .build/readme/chat
  if grep -n 'warning:' "$work/client.log"; then fail "the client's build has warnings"; fi
  swift run --package-path .build/readme/chat --skip-build chat "$url" 2>>"$work/client.log" | tee "$work/chat"
  code_of client-output | diff - "$work/chat" || fail "the manual says something else"
}

# A test fails with the picture, and both pass once the app is mended.
run_pytest() {
  take pytest-run 3
  quietly "$work/pytest.log" bash -c "${commands[0]}"
  quietly "$work/pytest.log" bash -c "${commands[1]}"
  printf '%s\n' "${commands[@]}"
  red=…$(code_of red | alike)
  status=0
  bash -c "${commands[2]}" >"$work/red" || status=$?
  [ $status -eq 1 ] || fail "the tests of the app with a fault end with $status"
  matches "$(alike <"$work/red")" "$red" || fail "pytest says something else: $(cat "$work/red")"
  DESIGN=mail-mended.json bash -c "${commands[2]}"
}

run_swift_test() {
  swift_test_command=$(command_of swift-test-run)
  printf '%s\n' "$swift_test_command"
  (cd .build/readme/chat && quietly "$work/swift-test.log" bash -c "$swift_test_command")
  if grep -n 'warning:' "$work/swift-test.log"; then fail "the build has warnings"; fi
  grep -E 'Test run with 1 test .*passed' "$work/swift-test.log" || fail "another test than the one was run"
}

# The tests of a package that has the library alone: the manual's, and the example's with the mended app, then with the other one.
run_library() {
  local tests=.build/readme/app-tests/Tests/DesignTests designs=.build/readme/app-tests/navigation
  mkdir -p $tests $designs
  ln -sfn "$PWD" .build/readme/navigation-server
  code_of library-manifest >.build/readme/app-tests/Package.swift
  code_of library-test >$tests/DesignTests.swift
  cp Tests/Examples/DesignTests.swift $tests/ExampleTests.swift
  cp Tests/Examples/mail-mended.json $designs/mail.json
  quietly "$work/library.log" swift test --package-path .build/readme/app-tests
  if grep -n 'warning:' "$work/library.log"; then fail "the library's build has warnings"; fi
  grep -E 'Test run with 4 tests .*passed' "$work/library.log" || fail "other tests than the four were run"
  cp Tests/Examples/mail.json $designs/mail.json
  if swift test --package-path .build/readme/app-tests --skip-build >"$work/library.log" 2>&1; then fail "the example accepts the app with a fault"; fi
  grep -E 'Test run with 4 tests .*failed' "$work/library.log" || fail "other tests than the four were run"
  grep -q 'a change of the window hides letter, in 144 ways' "$work/library.log" || fail "the example does not tell the fault"
}
