# Runs a new PostgreSQL server of the newest version until SIGTERM: a folder for its files, and its port.
bin=$(ls -d /usr/lib/postgresql/*/bin | sort -V | tail -n 1) data=$1/database port=$2
# It refuses to run as root.
as() { if [ "$(id -u)" = 0 ]; then setpriv --reuid=postgres --regid=postgres --clear-groups "$@"; else "$@"; fi; }
mkdir "$1" && cd "$1" || exit 1
if [ "$(id -u)" = 0 ]; then chown postgres "$1"; fi
as "$bin/initdb" -D "$data" -A trust -U navigation --locale=C -E UTF8 >log || exit 1
trap 'as "$bin/pg_ctl" -D "$data" -m immediate stop >>log; exit 0' TERM
as "$bin/postgres" -D "$data" -c listen_addresses=127.0.0.1 -c port="$port" -c unix_socket_directories= \
  -c shared_buffers=256MB -c max_wal_size=4GB >>log 2>&1 &
until "$bin/pg_isready" -q -h 127.0.0.1 -p "$port"; do kill -0 $! || { echo; exit 1; }; sleep 0.1; done
echo "listening on postgresql://127.0.0.1:$port"
wait
