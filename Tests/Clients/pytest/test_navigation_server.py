"""Tests of the fixture, against servers that run: pytest -p navigation_server Tests/Clients/pytest"""

import io
import json
import os
import subprocess
import urllib.error
import zipfile
from pathlib import Path

import fixture_wheel
import navigation_server
import pytest
from navigation_server import Refused, Server

pytest_plugins = "pytester"

EXAMPLES = Path(__file__).resolve().parents[2] / "Examples"
MAIL = json.loads((EXAMPLES / "mail.json").read_text())
PROGRAM = os.environ.get("NAVIGATION_SERVER", "navigation-server")

STACK = {"name": "stack", "screen": {"id": "a", "route": "a"}}
TWICE = {
    "layout": STACK,
    "routes": {"a": {"offers": [{"route": "b", "row": "x"}, {"route": "b"}]}, "b": {"opens": "push"}},
}

PLAIN = "def test_plain(navigation):\n    navigation.session('mail.json').shows('inbox', 'none')\n"


@pytest.fixture
def mail(navigation):
    return navigation.session(MAIL)


@pytest.fixture
def run(pytester, monkeypatch):
    """Runs a text as a test file beside `mail.json`, in a process of its own."""
    monkeypatch.delenv("NAVIGATION_URL", raising=False)
    monkeypatch.setenv("PYTHONPATH", str(Path(navigation_server.__file__).parent))
    (pytester.path / "mail.json").write_text(json.dumps(MAIL))

    def of(*tests, options=("-p", "navigation_server")):
        for number, text in enumerate(tests):
            (pytester.path / f"test_{number}.py").write_text(text)
        return pytester.runpytest_subprocess("-p", "no:cacheprovider", *options)

    return of


@pytest.fixture(params=["", "secret-of-16-signs"], ids=["without a key", "with a key"])
def running(request, tmp_path, monkeypatch):
    """A server that nothing here started for its tests, in the variables."""
    options = []
    if request.param:
        keys = tmp_path / "keys"
        keys.touch(mode=0o600)
        keys.write_text(f"tests {request.param}\n")
        options = ["--api-key-file", str(keys)]
    command = [PROGRAM, "--port", "0", "--log-level", "error", *options]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        url = process.stdout.readline().split()[-1]
        monkeypatch.setenv("NAVIGATION_URL", f"{url}/")
        # As a file has it that is read into the variable.
        monkeypatch.setenv("NAVIGATION_KEY", f"{request.param}\n")
        monkeypatch.setenv("NAVIGATION_SERVER", "/nowhere/navigation-server")
        yield Server(url, request.param)
        process.terminate()


def sessions(server):
    return [session["sessionId"] for session in server.request("GET", "/v1/sessions")["sessions"]]


def test_a_tap_does_what_the_move_is_called(mail):
    assert mail.tap("Open letter.emmy")["outcome"]["handled"]
    mail.shows("inbox", "letter.emmy")
    assert mail.record["transitions"][0]["type"] == "tapRow"
    mail.tap("Swipe to hide sidebar")
    mail.shows("letter.emmy")


def test_a_link_is_opened(mail):
    mail.open("mail://letters/emmy")
    mail.shows("inbox", "letter.emmy")


def test_a_refusal_is_caught_with_its_code(mail):
    with pytest.raises(Refused) as refused:
        mail.open("mail://nowhere")
    assert (refused.value.code, refused.value.status) == ("no-such-route", 422)
    assert refused.value.problem["pointer"] == "/url"


FAILURES = [
    ("mail.shows('letter.emmy')", "AssertionError: inbox, none on display, not letter.emmy"),
    (
        "mail.tap('Open letter.bob')",
        'AssertionError: no move is called "Open letter.bob": '
        'there are "Hide sidebar", "Open letter.emmy", "Swipe to hide sidebar"',
    ),
    (
        "mail.open('mail://nowhere')",
        "navigation_server.Refused: no-such-route: "
        'The session\'s table has no route with a path for "mail://nowhere". /url',
    ),
    (
        "mail.send('push', screen={'id': 'inbox', 'route': 'inbox'})",
        'navigation_server.Refused: duplicate-controller: The controller "inbox" is there already, in "primary".',
    ),
]


@pytest.mark.parametrize(["call", "message"], FAILURES)
def test_a_failure_is_one_message_and_the_picture(run, call, message):
    result = run(f"def test(navigation):\n    mail = navigation.session('mail.json')\n    {call}\n")
    result.assert_outcomes(failed=1)
    told = [line for line in result.outlines if line[:1] in ("E", ">")]
    assert told[:2] == [f">       {call}", f"E       {message}"]
    assert told[2].startswith("E       ┌") and told[-2].startswith("E       iPad Pro")
    assert "navigation_server.py" not in result.stdout.str()


def test_no_and_two_moves_of_a_name(navigation):
    with pytest.raises(AssertionError, match='^no move is called "Back": there is none\n'):
        navigation.session({"layout": STACK}).tap("Back")
    session = navigation.session(TWICE)
    with pytest.raises(AssertionError) as failure:
        session.tap("Open b")
    assert str(failure.value).splitlines()[0] == (
        '2 moves are called "Open b": {"type": "tapRow", "list": "a", "row": "x", "screen": {"id": "b", "route": "b"}, '
        '"opens": "push", "again": "return"} '
        'and {"type": "push", "screen": {"id": "b", "route": "b"}, "stack": "stack", "again": "return"}'
    )
    assert session.read()["revision"] == 0


def test_a_server_that_runs_is_used_and_its_other_sessions_stay(run, running):
    other = running.session(MAIL)
    result = run(PLAIN + "    assert len(navigation.request('GET', '/v1/sessions')['sessions']) == 2\n")
    result.assert_outcomes(passed=1)
    assert sessions(running) == [other.id]


def test_a_session_that_a_test_deleted_is_no_failure(run, running):
    run(PLAIN + "    navigation.request('DELETE', navigation.made[0].path)\n").assert_outcomes(passed=1)
    assert sessions(running) == []


@pytest.mark.parametrize("running", ["secret-of-16-signs"], indirect=True)
def test_another_key_is_refused_in_one_line(run, running, monkeypatch):
    monkeypatch.setenv("NAVIGATION_KEY", "another-of-16-signs")
    result = run(PLAIN)
    result.assert_outcomes(failed=1)
    assert [line for line in result.outlines if line.startswith("E ")] == [
        "E       navigation_server.Refused: unauthenticated: The key of the request is none that the server knows."
    ]
    assert "another-of-16-signs" not in result.stdout.str()


NO_SERVERS = [
    ("NAVIGATION_URL", "http://127.0.0.1:1", "E * no answer of http://127.0.0.1:1: * refused"),
    ("NAVIGATION_URL", "127.0.0.1:80", 'NAVIGATION_URL is "127.0.0.1:80", and not a URL such as http://127.0.0.1:8080'),
    ("NAVIGATION_SERVER", "/nowhere/server", "/nowhere/server was not started: No such file or directory. It *"),
    ("NAVIGATION_SERVER", "false", "the server did not start"),
]


@pytest.mark.parametrize(["variable", "value", "line"], NO_SERVERS)
def test_without_a_server_one_line_says_so(run, monkeypatch, variable, value, line):
    monkeypatch.setenv(variable, value)
    result = run(PLAIN)
    assert result.ret == 1
    result.stdout.fnmatch_lines([line])
    assert "navigation_server.py" not in result.stdout.str()


def test_a_proxy_is_not_asked_for_the_own_server(run, monkeypatch):
    for name in ("http_proxy", "HTTP_PROXY", "all_proxy"):
        monkeypatch.setenv(name, "http://127.0.0.1:1")
    run(PLAIN).assert_outcomes(passed=1)


def test_a_proxy_s_refusal_is_one_too():
    answer = urllib.error.HTTPError("http://front", 502, "Bad Gateway", {}, io.BytesIO(b"<html>"))
    assert str(Refused(Server._problem(answer))) == "502: Bad Gateway"


IMPORTED = "from navigation_server import navigation\n\n"


@pytest.mark.parametrize("options", [(), ("-p", "navigation_server")], ids=["not loaded", "loaded"])
def test_an_import_is_enough_and_no_second_fixture(run, options):
    run(IMPORTED + PLAIN, IMPORTED + PLAIN, options=options).assert_outcomes(passed=2)


def test_beside_an_import_the_plugin_is_enough(run):
    run(IMPORTED + PLAIN, PLAIN).assert_outcomes(passed=2)


def test_an_import_in_conftest_is_enough(run, pytester):
    pytester.makeconftest(IMPORTED)
    run(PLAIN, options=()).assert_outcomes(passed=1)


def test_the_wheel_is_the_module_and_what_it_is(tmp_path, monkeypatch):
    def wheel(folder, date):
        monkeypatch.setenv("SOURCE_DATE_EPOCH", date)
        folder.mkdir()
        return (folder / fixture_wheel.build_wheel(str(folder))).read_bytes()

    first = wheel(tmp_path / "a", "1700000000")
    assert first == wheel(tmp_path / "b", "1700000000") != wheel(tmp_path / "c", "1700000002")
    version = subprocess.run([PROGRAM, "--version"], capture_output=True, text=True, check=True).stdout.split()[1]
    release = f"pytest_navigation_server-{version}"
    with zipfile.ZipFile(tmp_path / "a" / f"{release}-py3-none-any.whl") as archive:
        files = {name: archive.read(name).decode() for name in archive.namelist()}
    assert sorted(files) == ["navigation_server.py"] + [
        f"{release}.dist-info/{name}" for name in ("METADATA", "RECORD", "WHEEL", "entry_points.txt")
    ]
    assert files["navigation_server.py"] == Path(fixture_wheel.HERE, "navigation_server.py").read_text()
    assert files[f"{release}.dist-info/entry_points.txt"] == "[pytest11]\nnavigation_server = navigation_server\n"
    lines = files[f"{release}.dist-info/METADATA"].splitlines()
    assert f"Version: {version}" in lines and "Requires-Dist: pytest>=7" in lines
