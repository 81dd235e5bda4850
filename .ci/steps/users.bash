# shellcheck shell=bash disable=SC2154
# Generated clients and the benchmark.

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
