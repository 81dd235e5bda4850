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

run_benchmark() {
  take bench
  for bench_command in "${commands[@]}"; do
    case $bench_command in
      .ci/binary | 'swift build '*) run=with_ordered_traits few= ;;
      *) run= few=--quick ;;
    esac
    printf '%s %s\n' "$bench_command" "$few"
    $run $bench_command $few 2>"$work/bench.log" </dev/null >"$work/bench.out" || { tail -n 50 "$work/bench.log"; fail "the benchmark failed"; }
    grep -vE '^(Building|Build of|\[[0-9])' "$work/bench.out" || true
  done
}
