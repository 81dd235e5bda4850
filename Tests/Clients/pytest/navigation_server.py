"""A navigation-server for pytest: `from navigation_server import navigation` in a test file or in conftest.py.

    def test_the_letter_stays(navigation):
        mail = navigation.session("mail.json")
        mail.send("open", url="mail://letters/emmy")
        mail.send("setMultitasking", multitasking="slideOver")
        mail.shows("letter.emmy")

The server is the `navigation-server` of the PATH, or the one that NAVIGATION_SERVER names.
"""

import json
import os
import subprocess
import tempfile
import urllib.error
import urllib.request

import pytest


class Refused(Exception):
    """A problem (RFC 9457): `code`, `detail`, and where it has them `pointer` and `controller`."""

    def __init__(self, problem):
        super().__init__(f"{problem.get('code')}: {problem.get('detail')} {problem.get('pointer') or ''}".strip())
        self.problem = problem
        self.code = problem.get("code")


class Server:
    """A server of its own on a free port, with its sessions in memory."""

    def __init__(self):
        self.log = tempfile.TemporaryFile("w+")
        program = os.environ.get("NAVIGATION_SERVER", "navigation-server")
        self.process = subprocess.Popen(
            [program, "--port", "0", "--log-level", "error"], stdout=subprocess.PIPE, stderr=self.log, text=True
        )
        line = self.process.stdout.readline()
        if not line:
            raise RuntimeError("the server did not start\n" + self.stop())
        self.url = line.split()[-1]

    def session(self, body):
        """A new session of a body of `POST /v1/sessions` or a snapshot: a dictionary, or the file that has it."""
        if not isinstance(body, dict):
            with open(body, encoding="utf-8") as file:
                body = json.load(file)
        return Session(self, self.request("POST", "/v1/sessions", body)["sessionId"])

    def request(self, method, path, body=None):
        """The answer: JSON, else a text. Raises `Refused` with the server's problem."""
        data = None if body is None else json.dumps(body).encode()
        request = urllib.request.Request(self.url + path, data, {"Content-Type": "application/json"}, method=method)
        try:
            with urllib.request.urlopen(request) as answer:
                text = answer.read().decode()
                return json.loads(text) if "json" in answer.headers.get("Content-Type", "") else text
        except urllib.error.HTTPError as error:
            raise Refused(json.load(error)) from None

    def stop(self):
        """Ends the server, and returns its log: without a failure of the server it is empty."""
        self.process.terminate()
        self.process.communicate()
        self.log.seek(0)
        log = self.log.read()
        return log if self.process.returncode == 0 else f"{log}navigation-server ended with {self.process.returncode}"


class Session:
    """A session of the server. After each `send`, `record` is the answer: outcome, events, visible."""

    def __init__(self, server, session_id):
        self.server, self.id, self.record = server, session_id, None

    @property
    def path(self):
        return f"/v1/sessions/{self.id}"

    def send(self, type, **members):
        """Applies one transition. A member that is a word of Python has a `_` at its end: `from_`."""
        body = {"type": type, **{name.rstrip("_"): value for name, value in members.items()}}
        self.record = self.server.request("POST", self.path + "/transitions", body)
        return self.record

    def read(self):
        return self.server.request("GET", self.path)

    @property
    def visible(self):
        """The ids of the screens on display."""
        return [screen["id"] for screen in self.read()["visible"]]

    def picture(self):
        return self.server.request("GET", self.path + "/picture")

    def shows(self, *ids):
        """Asserts that exactly these screens are on display; else the failure has the picture."""
        __tracebackhide__ = True
        visible = self.visible
        if visible != list(ids):
            text = f"{', '.join(visible)} on display, not {', '.join(ids)}\n{self.picture()}"
            raise AssertionError(text)


@pytest.fixture(scope="session")
def navigation():
    """A server for all tests of a run. Its log is shown only if the server itself failed."""
    server = Server()
    yield server
    log = server.stop()
    if log:
        pytest.fail("the server failed:\n" + log, pytrace=False)
