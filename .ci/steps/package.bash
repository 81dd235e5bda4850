# shellcheck shell=bash disable=SC2154
# The Debian package, and the image.

begin_image() {
  quietly "$work/packages.log" apt-get install -y --no-install-recommends buildah debootstrap
  clean=$work/clean
  begin image build_image
}
# In a minimal Debian, which then is the package's.
build_image() {
  quietly "$work/debootstrap.log" debootstrap --variant=minbase --include=libpq5,libsqlite3-0 bookworm "$clean"
  # The operator's build is needed before the image.
  if [ -n "${beside[release]-}" ]; then tail --pid="${beside[release]}" -f /dev/null; fi
  if reason=$(buildah --root "$work/try/root" --runroot "$work/try/run" from scratch 2>&1); then
    .ci/image "$clean"
  else
    printf 'not built, since buildah cannot make a container here: %s\n' "$(tail -n 1 <<<"$reason")"
  fi
}

try_package() {
  quietly "$work/packages.log" apt-get install -y --no-install-recommends dpkg-dev groff-base lintian zsh
  package=$(with_ordered_traits .ci/package 2>"$work/package.log") || { tail -n 20 "$work/package.log"; fail "the package cannot be made"; }
  printf '%s: %s bytes, made after %s s\n' "${package##*/}" "$(stat -c %s "$package")" $((SECONDS - began))
  quietly "$work/lintian.log" lintian --allow-root --fail-on error,warning "$package"
  cp "$package" "$clean/package.deb"
  # Beside a minimal system only the two libraries are installed.
  quietly "$work/install.log" chroot "$clean" dpkg -i package.deb
  libraries=$(objdump -p "$clean/usr/bin/navigation-server" | sed -nE 's/^ *NEEDED *(lib.*)/\1/p' | sort | tr '\n' ' ')
  printf 'linked with %s\n' "$libraries"
  [ "$libraries" = 'libc.so.6 libgcc_s.so.1 libm.so.6 libpq.so.5 libsqlite3.so.0 libstdc++.so.6 ' ] || fail "the binary is linked with something else"
  libraries=$(objdump -p "$clean/usr/bin/navigation" | sed -nE 's/^ *NEEDED *(lib.*)/\1/p' | sort | tr '\n' ' ')
  printf 'navigation: %s bytes, linked with %s\n' "$(stat -c %s "$clean/usr/bin/navigation")" "$libraries"
  [ "$libraries" = 'libc.so.6 libgcc_s.so.1 libm.so.6 libstdc++.so.6 ' ] || fail "navigation is linked with something else"
  if grep -v -e '^#' -e '^$' "$clean/etc/default/navigation-server"; then fail "a variable is set"; fi
  # Swift reads its arguments from /proc.
  status=0
  refusal=$(chroot "$clean" navigation-server --version 2>&1) || status=$?
  [ $status -eq 71 ] || fail "without /proc the server ends with $status: $refusal"
  printf '%s\n' "${refusal%%$'\n'*}"
  # A separate mount namespace, so that nothing stays mounted.
  cat >"$work/in-clean" <<'SCRIPT'
#!/usr/bin/env bash
set -euo pipefail
mount -t proc proc "$clean/proc"
exec chroot "$clean" "$@"
SCRIPT
  chmod +x "$work/in-clean"
  in_clean=(env "clean=$clean" unshare --mount "$work/in-clean")
  version=$("${in_clean[@]}" navigation version)
  [ "$version" = "navigation $("${in_clean[@]}" navigation-server --version | cut -d' ' -f2)" ] || fail "navigation has the version $version"
  start "${in_clean[@]}" navigation-server
  curl -sfw '\n' "$url/healthz"
  stop
  start "${in_clean[@]}" "navigation-server --store sqlite:/var/lib/sessions.db"
  curl -sf -o /dev/null --json '{"layout": {"name": "stack", "screen": {"id": "a", "route": "a"}}}' "$url/v1/sessions"
  stop
  "${in_clean[@]}" navigation-server check --store sqlite:/var/lib/sessions.db
  cmp "$clean/usr/share/navigation-server/pytest/navigation_server.py" Tests/Clients/pytest/navigation_server.py
  # The wheel beside it.
  install_fixture .build/package/*.whl
  DESIGN=mail-mended.json pass_mail "$work/venv/bin/python" -B -m pytest -p no:cacheprovider
  gzip -dc "$clean/usr/share/man/man1/navigation-server.1.gz" >"$work/manual"
  complaints=$(groff -man -ww -Tutf8 "$work/manual" 2>&1 >/dev/null)
  [ -z "$complaints" ] || fail "the manual page: $complaints"
  completions=/usr/share/bash-completion/completions/navigation-server
  # shellcheck disable=SC2016
  offered=$("${in_clean[@]}" bash -uc 'source "$1"; COMP_WORDS=(navigation-server --sh) COMP_CWORD=1; _navigation_server; echo "${COMPREPLY[@]}"' \
    bash $completions)
  [ "$offered" = --shards ] || fail "after --sh bash offers: $offered"
  zsh -n "$clean/usr/share/zsh/vendor-completions/_navigation-server"
  quietly "$work/install.log" chroot "$clean" dpkg -r navigation-server
  [ ! -e "$clean/usr/bin/navigation-server" ] && [ -e "$clean/etc/default/navigation-server" ] || fail "removing deletes too little or too much"
  quietly "$work/install.log" chroot "$clean" dpkg -P navigation-server
  [ ! -e "$clean/etc/default/navigation-server" ] && [ -e "$clean/var/lib/sessions.db" ] || fail "purging deletes too little or too much"
  rm "$clean/package.deb" "$clean/var/lib/sessions.db"*
}
