# shellcheck shell=bash disable=SC2154
# The commands of the operator's manual.

# With the package's other program. Two builds of one folder wait for each other.
begin_release() {
  local commands
  take build 3
  mkdir "$work/release"
  tar --exclude=./.build -c . | tar -x -C "$work/release"
  begin release build_release "${commands[1]}"
}
build_release() {
  cd "$work/release"
  quietly "$work/release.log" with_ordered_traits bash -c "$1"
  quietly "$work/navigation.log" with_ordered_traits .ci/binary SQLite,PostgreSQL navigation
  if grep -n 'warning:' "$work/release.log" "$work/navigation.log"; then fail "the build has warnings"; fi
}

build_operator() {
  take build 3
  printf '%s\n' "${commands[@]}"
  quietly "$work/packages.log" bash -c "${commands[0]}"
  quietly "$work/build.log" with_ordered_traits bash -c "${commands[1]}"
  if grep -n 'warning:' "$work/build.log"; then fail "the build has warnings"; fi
  eval "${commands[2]}"
}

run_demo() {
  start "$(command_of demo)"
  examples=()
  while [ ${#examples[@]} -lt 3 ] && read -r line <&"$answers"; do
    case $line in "$url/#"*) examples+=("$line") ;; *) printf '%s\n' "$line" ;; esac
  done
  for example in "${examples[@]}"; do
    printf '%s\n' "$example"
    id=${example#*#}
    curl -sf "$url/v1/sessions/${id%% *}/picture"
  done
  curl -sf -o /dev/null "$url/"
  health_command=$(command_of health)
  printf 'NAVIGATION_PORT=%s %s\n' "${url##*:}" "$health_command"
  NAVIGATION_PORT=${url##*:} $health_command
  if NAVIGATION_PORT=1 $health_command; then fail "the check also passes without a server"; fi
  stop
}

keep_in_file() {
  cd "$work"
  keep_command=$("$built/.ci/manual" commands keep | tr -d '\0')
  start "$keep_command"
  kept=$(curl -sf -o /dev/null -w '%header{location}' --json '{"layout": {"name": "stack", "screen": {"id": "a", "route": "a"}}}' "$url/v1/sessions")
  curl -sf -o /dev/null --json '{"type": "push", "screen": {"id": "b", "route": "b"}}' "$url$kept/transitions"
  before=$(curl -sf "$url$kept")
  kill -KILL "$server"
  wait "$server" || true
  start "$keep_command"
  after=$(curl -sf "$url$kept")
  [ "$before" = "$after" ] || fail "before the end it was"$'\n'"$before"$'\n'"and now it is"$'\n'"$after"
  printf 'after a kill the session is unchanged, at revision 1\n'
  cd "$built"
  take check 2
  cd "$work"
  for command in "${commands[@]}"; do
    printf '%s\n' "$command"
    eval "$command"
  done
  [ -s copy.db ] || fail "there is no copy"
  stop
  [ "$(echo sessions.db*)" = sessions.db ] || fail "a stopped server left $(echo sessions.db*)"
  cd "$built"
  take copy 1
  cd "$work"
  printf '%s\n' "${commands[0]}"
  eval "${commands[0]}"
  start "${keep_command/sessions.db/other.db}"
  copied=$(curl -sf "$url$kept")
  [ "$before" = "$copied" ] || fail "it was"$'\n'"$before"$'\n'"and the copy has"$'\n'"$copied"
  stop
}

serve_with_keys() {
  cd "$built"
  take keys 3
  cd "$work"
  eval "${commands[0]}"
  start "${commands[1]% &}"
  answer=$(eval "${commands[2]//http:\/\/127.0.0.1:8080/$url} -s")
  printf '%s\n' "$answer"
  [ "$answer" = '{"sessions":[]}' ] || fail "the key is not accepted"
  stop
  cd "$built"
}
