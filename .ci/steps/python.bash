# shellcheck shell=bash disable=SC2154
# The fixture for pytest, by its own tests and as it is installed, and the workflow that uses it.

# Runs the example's two tests with a command, in a folder that has neither the fixture nor the server.
pass_mail() {
  printf '%s\n' "${*//$work\//}"
  "$@" -q "$built/Tests/Examples/test_mail.py" | tee "$work/passed"
  grep -q '^2 passed' "$work/passed" || fail "other tests than the two were run"
}

# As a user installs it, in a venv without a network, where pytest is Debian's.
install_fixture() {
  quietly "$work/packages.log" apt-get install -y --no-install-recommends python3-pytest python3-venv python3-yaml
  /usr/bin/python3 -m venv --system-site-packages "$work/venv"
  quietly "$work/pip.log" "$work/venv/bin/pip" install --disable-pip-version-check --no-index "$1"
}

# Installed; then without an installation; then both.
try_fixture() {
  local fixture=$built/Tests/Clients/pytest pytest=("$work/venv/bin/python" -m pytest)
  # Nothing of Python's and pytest's own is left in the source.
  local -x PYTHONDONTWRITEBYTECODE=1 PYTEST_ADDOPTS='-p no:cacheprovider' DESIGN=mail-mended.json
  install_fixture "$fixture"
  "${pytest[@]}" -q "$fixture" >"$work/fixture" || { cat "$work/fixture"; fail "the fixture's tests failed"; }
  tail -n 1 "$work/fixture"
  pass_mail "${pytest[@]}"
  pass_mail env "PYTHONPATH=$fixture" /usr/bin/pytest -p navigation_server
  pass_mail env "PYTHONPATH=$fixture" "${pytest[@]}" -p navigation_server
}

# The commands of the workflow in a folder as an app's repository has it: CODES [STEP…]
run_workflow() {
  local codes
  codes=$(.ci/workflow Tests/Examples/explore.yml "$work/app" "$work/workflow.log" "${@:2}" | tr '\n' ' ') || fail "the workflow cannot be run"
  printf '%s\n' "$codes"
  [ "$codes" = "$1 " ] || { tail -n 50 "$work/workflow.log"; fail "the steps of explore.yml should end so: $1"; }
}

# With the app that has a fault; with the fault as one that its baseline accepts, which the tests do not; with the mended app.
try_workflow() {
  local design=$work/app/navigation/mail.json
  mkdir -p "$work/app/navigation"
  ln -s "$built" "$work/app/server"
  cp Tests/Examples/test_mail.py Tests/Examples/mail.json "$work/app/navigation"
  run_workflow "Build 0 Install 0 Explore 1 Test 1"
  grep -q '^| keepsPlace | a change of the window hides letter' "$work/app/summary" || fail "the summary is $(cat "$work/app/summary")"
  grep -q '^::error file=navigation/mail.json,line=6,title=keepsPlace::' "$work/workflow.log" || fail "no line of the design is annotated"
  /usr/bin/python3 - "$work/app/navigation" <<'SCRIPT'
import sys, xml.etree.ElementTree as tree
found = {name: tree.parse(f"{sys.argv[1]}/{name}.xml").getroot().iter("failure") for name in ("mail", "pytest")}
sys.exit({name: sum(1 for _ in failures) for name, failures in found.items()} != {"mail": 2, "pytest": 1})
SCRIPT
  navigation-server explore "$design" --baseline "${design%.json}.baseline" --update >/dev/null
  run_workflow "Explore 0 Test 1" Explore Test
  cp Tests/Examples/mail-mended.json "$design"
  run_workflow "Explore 1 Test 0" Explore Test
  rm "${design%.json}.baseline"
  run_workflow "Explore 0 Test 0" Explore Test
}
