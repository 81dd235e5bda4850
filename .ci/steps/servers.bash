# shellcheck shell=bash disable=SC2154
# Servers for the steps, and comparisons of their answers.

# Starts a server by a command of the manuals on a free port, and prints its URL. Arguments before the command run it.
start() {
  local words
  read -ra words <<<"${*: -1}"
  printf '%s --port 0\n' "${words[*]}"
  exec {answers}< <(exec "${@:1:$#-1}" "${words[@]}" --port 0 2>"$work/server.log")
  server=$!
  url=
  while [ -z "$url" ] && read -r line <&"$answers"; do
    case $line in 'listening on '*) url=${line#listening on } ;; esac
  done
  [ -n "$url" ] || { cat "$work/server.log"; fail "the server did not start"; }
  printf 'listening on %s\n' "$url"
}
stop() {
  kill -TERM "$server"
  status=0
  wait "$server" || status=$?
  server=
  grep '^{' "$work/server.log"
  [ $status -eq 0 ] || fail "the server ended with $status"
}

# A text for comparisons: with placeholders for ids, times and the server's address, and without white space.
alike() {
  sed -E -e "s#$url#http://127.0.0.1:8080#g" -e 's/s_[0-9a-z]{26}/s_ID/g' \
    -e 's/[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9:.]+Z/TIME/g' | tr -d ' \n'
}
# Whether a text matches another, in which … matches any text.
matches() {
  local pattern
  pattern=$(printf '%s' "$2" | sed -e 's/[][\\*?]/\\&/g' -e 's/…/*/g')
  # shellcheck disable=SC2053
  [[ $1 == $pattern ]]
}

# Runs the commands of a part, and compares their output with the answers of another part.
walk() {
  local expected next=0 command answer wanted
  take "$1"
  .ci/manual answers "$2" >"$work/part"
  mapfile -d '' -t expected <"$work/part"
  pushd "$work" >/dev/null
  for command in "${commands[@]}"; do
    printf '$ %s\n' "$command"
    eval "${command//http:\/\/127.0.0.1:8080/$url}" >"$work/answer"
    answer=$(alike <"$work/answer")
    [ -n "$answer" ] || continue
    wanted=$(printf '%s' "${expected[$next]-}" | alike)
    matches "$answer" "$wanted" || fail "the server answers"$'\n'"$answer"$'\n'"and the manual says"$'\n'"$wanted"
    next=$((next + 1))
  done
  popd >/dev/null
  if [ $next -eq 0 ] || [ $next -ne ${#expected[@]} ]; then
    fail "$next answers came, and the manual has ${#expected[@]}"
  fi
  printf '%s answers are those of the manual\n' $next
}

# Below those of outgoing connections.
free_port() {
  local port
  while port=$((RANDOM % 12000 + 20000)); (: <"/dev/tcp/127.0.0.1/$port") 2>/dev/null; do :; done
  printf '%s\n' $port
}

place() { sed -e "s/\b8080\b/${ports[0]}/g" -e "s/\b8081\b/${ports[1]}/g" -e "s/\b8082\b/${ports[2]}/g"; }
