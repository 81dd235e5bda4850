# shellcheck shell=bash
# Steps with their times, the end of a run, and the parts of the manuals.

work=$(mktemp -d)
server=
# Further processes: servers on one store, and HAProxy in front of them.
nodes=()
end_nodes() {
  local node
  for node in "${nodes[@]}"; do kill -TERM "$node" 2>/dev/null || true; done
  if [ -e "$work/haproxy.pid" ]; then kill -TERM "$(cat "$work/haproxy.pid")" || true; fi
  rm -f "$work/haproxy.pid"
}
end() {
  status=$?
  if [ -n "$server" ]; then kill -KILL "$server" 2>/dev/null || true; fi
  end_nodes
  for name in "${!beside[@]}"; do kill -TERM -- "-${beside[$name]}" 2>/dev/null && wait "${beside[$name]}" || true; done
  jobs -p | xargs -r kill -TERM 2>/dev/null || true
  if [ $status -eq 0 ]; then printf '\n== %s passed in %s s\n' "${all:-all}" $SECONDS; else printf '\n== FAILED in "%s", after %s s\n' "$title" $SECONDS; fi
  rm -rf "$work"
}
trap end EXIT

# Begins work beside the steps: NAME COMMAND. It has a group of processes for itself, and only the time that the steps leave
# over: a niceness would not last, as Dispatch, which `swift build` uses, sets that of its threads.
declare -A beside=()
begin() {
  set -m
  (
    chrt --idle --pid 0 $BASHPID
    "${@:2}"
    printf 'beside other steps, for %s s\n' $((SECONDS - began))
  ) >"$work/$1.beside" 2>&1 </dev/null &
  set +m
  beside[$1]=$!
}
# Waits until it has ended, and prints its output.
await() {
  local status=0
  wait "${beside[$1]}" || status=$?
  unset "beside[$1]"
  cat "$work/$1.beside"
  [ $status -eq 0 ] || fail "$1 failed"
}

title=start
finish_step() { if [ "$title" != start ]; then printf '   %s s\n' $((SECONDS - began)); fi; }
step() {
  finish_step
  title=$1 began=$SECONDS
  printf '\n== %s\n' "$title"
  "${@:2}"
}
fail() {
  printf 'error: %s\n' "$*" >&2
  exit 1
}

# Runs a command with its output in a file, which is shown if the command fails.
quietly() {
  local log=$1
  shift
  "$@" >"$log" 2>&1 || {
    grep -E ' (error|warning): ' "$log" | sort -u | head -n 50 || true
    tail -n 20 "$log"
    fail "failed: $*"
  }
}

# Runs a build with the traits in the same order each time. By default it is random (a `Set`), and another order than that
# of the last build compiles everything again.
with_ordered_traits() { SWIFT_DETERMINISTIC_HASHING=1 "$@"; }

# Reads the commands of a part of the manuals into the array `commands`. A second argument is their required number.
take() {
  .ci/manual commands "$1" >"$work/part" || fail "there are no commands called $1"
  mapfile -d '' -t commands <"$work/part"
  [ ${#commands[@]} -eq "${2:-${#commands[@]}}" ] || fail "$1 has ${#commands[@]} commands, and not $2"
}
# The one command of a part.
command_of() {
  local commands
  take "$1" 1
  printf '%s\n' "${commands[0]}"
}
# The code of a part, to be written into a file.
code_of() { .ci/manual text "$1" | grep -v '^```'; }
