# shellcheck shell=bash disable=SC2154
# The operator's tour, and several servers on PostgreSQL.

# Runs the commands of a part, with the step's ports and without their progress, and prints them: PART NUMBER
perform() {
  local command
  take "$1" "$2"
  cd "$work"
  for command in "${commands[@]}"; do
    printf '%s\n' "$command"
    eval "$(place <<<"$command")" >>"$work/answers" 2>>"$work/nodes.log" || { tail -n 20 "$work/nodes.log"; fail "this failed: $command"; }
    printf '\n' >>"$work/answers"
    case $command in *' &') nodes+=($!) ;; esac
  done
  cd "$built"
}

walk_nodes() {
  ports=("$(free_port)" "$(free_port)" "$(free_port)")
  take tour-file 4
  quietly "$work/packages.log" bash -c "${commands[0]}"
  code_of haproxy | place >"$work/haproxy.cfg"
  export NAVIGATION_PORT=${ports[0]}
  perform tour-file 4
  perform tour-copy 8
  : >"$work/answers"
  perform tour-front 4
  unset NAVIGATION_PORT
  [ "$(grep -c '"id"' "$work/answers")" -eq 2 ] && [ "$(grep '"id"' "$work/answers" | sort -u | wc -l)" -eq 1 ] || fail "two servers do not answer the same"
  url=http://127.0.0.1:${ports[0]}
  walk tour answers
  perform shared-care 2
  end_nodes
  status=0
  wait "${nodes[1]}" || status=$?
  [ $status -eq 0 ] || fail "a server ended with $status"
  nodes=()
}

# The alerts of the manual, each on a server with its fault. The database is that of the tour.
try_alerts() {
  perform roles 5
  export NAVIGATION_STORE=${NAVIGATION_STORE/_node/}
  quietly "$work/packages.log" apt-get install -y --no-install-recommends prometheus
  code_of alerts >"$work/rules.yml"
  quietly "$work/promtool.log" promtool check rules "$work/rules.yml"
  chmod 711 "$work"
  .ci/alerts "$work/rules.yml" "$work/alerts"
}

try_front() {
  quietly "$work/packages.log" apt-get install -y --no-install-recommends python3 python3-yaml
  (cd "$work" && "$built/.ci/front" "${ports[@]}" haproxy -f haproxy.cfg 2>"$work/front.log") || { tail -n 40 "$work/front.log"; fail "the front lets its clients down"; }
  code_of compose >"$work/compose.yaml"
  /usr/bin/python3 - "$work/compose.yaml" <<'PYTHON'
import subprocess, sys, yaml
services = yaml.safe_load(open(sys.argv[1]))["services"]
known = subprocess.check_output(["navigation-server", "environment"], text=True)
assert sorted(services) == ["database", "front", "one", "two"], services
for name in ("one", "two"):
  assert all(key == "PGPASSWORD" or f"#{key}=" in known for key in services[name]["environment"]), services[name]
PYTHON
  unset PGPASSFILE NAVIGATION_STORE
  su postgres -c 'dropdb navigation && dropuser navigation && dropuser navigation_node'
  pg_ctlcluster 15 main stop
}
