# shellcheck shell=bash disable=SC2154
# Generated clients, the benchmark, and the instructions of requests.

run_generated_clients() {
  .ci/clients "$work/clients" .build/release/navigation-server
}

# With the axe-core that the clients' environment has.
check_pages() {
  start "$(command_of demo)"
  .ci/axe "$work"/clients/venv/lib/python3*/site-packages/axe_core_python/axe.min.js "$url"
  stop
}

# Reduced numbers need no quiet, and half of their time is waiting.
begin_benchmark() {
  take bench 3
  for bench_command in "${commands[@]:0:2}"; do
    printf '%s\n' "$bench_command"
    quietly "$work/bench-build.log" with_ordered_traits $bench_command
  done
  begin benchmark run_benchmark "${commands[2]}"
}
run_benchmark() {
  printf '%s --quick\n' "$1"
  $1 --quick 2>"$work/bench.log" || { tail -n 50 "$work/bench.log"; fail "the benchmark failed"; }
}

# Of the server as it is shipped, which the operator's build and the package are.
count_instructions() {
  local architecture
  architecture=$(dpkg --print-architecture)
  if [ "$architecture" != amd64 ]; then
    printf 'skipped: the budgets are those of amd64, and this is %s\n' "$architecture"
    return
  fi
  if grep '^built without link-time optimisation' "$work/build.log"; then fail "so the server is not as it is shipped"; fi
  quietly "$work/packages.log" apt-get install -y --no-install-recommends valgrind
  .build/release/navigation-bench instructions </dev/null 2>"$work/instructions.log" >"$work/instructions" || {
    cat "$work/instructions" "$work/instructions.log"
    fail "a request takes more instructions than its budget"
  }
  cat "$work/instructions"
  [ "$(grep -cE ' [0-9.]+ k instructions +\| (yes|no)' "$work/instructions")" -eq 4 ] || fail "not all are counted"
}
