# Prints how many rows a second eight clients insert, one a transaction, with as many bytes as the mean record of a cluster.
bin=$(ls -d /usr/lib/postgresql/*/bin | sort -V | tail -n 1) folder=$1 uri=$2 seconds=$3
bytes=$("$bin/psql" "$uri" -qAtX -c "SELECT avg(length(content))::int FROM navigation.records") || exit 1
"$bin/psql" "$uri" -qX -c "SET client_min_messages = warning" \
  -c "CREATE TABLE IF NOT EXISTS inserted (LIKE navigation.records INCLUDING ALL)" || exit 1
columns='session, version, revision, at, kind, writer, ordinal, bytes, patches, content'
echo "INSERT INTO inserted($columns) VALUES(gen_random_uuid(), 1, 1, 1, 0, 1, 1, 1, 0, :content::bytea);" >"$folder/insert"
"$bin/pgbench" -n -M prepared -c 8 -j 1 -T "$seconds" -f "$folder/insert" \
  -D content="\\x$(printf "%${bytes}s" | sed 's/ /61/g')" "$uri" 2>/dev/null | sed -n 's/^tps = \([0-9.]*\).*/\1/p'
