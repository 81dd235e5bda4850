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

# Debian's database, stopped, without what the manual's commands leave there. The package makes the cluster `main` only
# when it is first installed.
clear_database() {
  local cluster
  for cluster in first second restored; do
    if [ -e /etc/postgresql/15/$cluster/postgresql.conf ]; then pg_dropcluster --stop 15 $cluster; fi
    rm -rf /etc/postgresql/15/$cluster
  done
  rm -rf /var/backups/navigation
  [ -e /etc/postgresql/15/main/postgresql.conf ] || pg_createcluster 15 main >/dev/null
  pg_ctlcluster 15 main start || [ $? -eq 2 ] # it runs
  su postgres -c 'psql -q' <<<'ALTER SYSTEM RESET synchronous_standby_names; SELECT pg_reload_conf()' >/dev/null
  su postgres -c 'dropdb --if-exists --force navigation && dropuser --if-exists navigation && dropuser --if-exists navigation_node'
  pg_ctlcluster 15 main stop
}

walk_nodes() {
  ports=("$(free_port)" "$(free_port)" "$(free_port)")
  take tour-file 4
  quietly "$work/packages.log" bash -c "${commands[0]}"
  clear_database
  code_of haproxy | place >"$work/haproxy.cfg"
  export NAVIGATION_PORT=${ports[0]}
  perform tour-file 4
  perform tour-copy 8
  : >"$work/answers"
  perform tour-front 4
  unset NAVIGATION_PORT
  [ "$(grep -c '"sessionId"' "$work/answers")" -eq 2 ] && [ "$(grep '"sessionId"' "$work/answers" | sort -u | wc -l)" -eq 1 ] || fail "two servers do not answer the same"
  url=http://127.0.0.1:${ports[0]}
  walk_tour
  perform shared-care 1
  nodes=("${nodes[1]}") # the tour has ended the others
  end_nodes
  wait "${nodes[0]}" || fail "a server ended with $?"
  nodes=()
}

# Makes a change of the session, and expects its answer and revision: REVISION URL
change() {
  local answer
  answer=$(curl -s --retry 20 --retry-all-errors --json '{"type": "push", "screen": {"route": "b"}}' -H "Idempotency-Key: change-$1" "$2/transitions")
  [[ $answer == *'"revision":'$1,* ]] || fail "in place of revision $1 comes $answer"
}

walk_database() {
  local ports=("$(free_port)" 8081 8082)
  perform primary 6
  perform tls 6
  url=http://127.0.0.1:${ports[0]}
  session=$url$(curl -s --retry 60 --retry-all-errors -o /dev/null -w '%header{location}' --json '{"layout": {"name": "stack", "screen": {"id": "a", "route": "a"}}}' "$url/v1/sessions")
  perform standby 8
  change 1 "$session"
  perform promotion 2
  change 2 "$session"
  perform rejoin 5
  perform base 1
  change 3 "$session"
  sleep 0.1
  MOMENT=$(date -u +'%F %T.%N+00')
  change 4 "$session"
  kill "${nodes[0]}" && wait "${nodes[0]}"
  nodes=()
  perform restore 7
  navigation-server --port "${ports[0]}" --store postgresql://navigation_node@localhost:5435/navigation >>"$work/nodes.log" 2>&1 &
  nodes=($!)
  curl -s --retry 60 --retry-all-errors "$session" | grep -q '"revision":3,' || fail "another moment was restored"
  end_nodes
  wait "${nodes[0]}"
  nodes=()
}

# The alerts of the manual, each on a server with its fault. The database is that of the tour.
try_alerts() {
  perform roles 5
  export NAVIGATION_STORE=${NAVIGATION_STORE/_node/}
  quietly "$work/packages.log" apt-get install -y --no-install-recommends prometheus
  code_of alerts >"$work/navigation-server.yml"
  code_of prometheus >"$work/prometheus.yml"
  quietly "$work/promtool.log" promtool check config "$work/prometheus.yml"
  chmod 711 "$work"
  .ci/alerts "$work/navigation-server.yml" "$work/alerts"
}

# The database's manual, and beside it clients of the front, whose database is the tour's.
try_front() {
  quietly "$work/packages.log" apt-get install -y --no-install-recommends python3 python3-yaml
  (cd "$work" && exec "$built/.ci/front" "${ports[@]}" haproxy -f haproxy.cfg >"$work/front" 2>"$work/front.log") &
  front=$!
  walk_database
  wait $front || { cat "$work/front"; tail -n 40 "$work/front.log"; fail "the front lets its clients down"; }
  cat "$work/front"
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
  clear_database
}
