"""A navigation-server for pytest: `pip install Tests/Clients/pytest` gives every test the fixture `navigation`.

    def test_the_letter_stays(navigation):
        mail = navigation.session("mail.json")
        mail.tap("Open letter.emmy")
        mail.send("setMultitasking", multitasking="slideOver")
        mail.shows("letter.emmy")

Without an installation this folder belongs into PYTHONPATH, and `pytest -p navigation_server` loads the fixture, or
`from navigation_server import navigation` in a test file or in conftest.py.

The server is the `navigation-server` of the PATH, or the program that NAVIGATION_SERVER names: the fixture starts it,
and ends it. With NAVIGATION_URL it is the server that runs there, with the key NAVIGATION_KEY where it has keys: of its
sessions those that the tests made are deleted at the end.
"""

import json
import os
import subprocess
import tempfile
import urllib.error
import urllib.request

import pytest

# Seconds for an answer: a search ends after 10.
ANSWER_TIME = 60


class Refused(Exception):
    """A problem (RFC 9457): `code`, `status`, and `problem` with all of it. It is told with what is on display."""

    def __init__(self, problem, picture=""):
        message = f"{problem.get('code')}: {problem.get('detail')} {problem.get('pointer') or ''}".strip()
        super().__init__(f"{message}\n{picture}" if picture else message)
        self.problem = problem
        self.code, self.status = problem.get("code"), problem.get("status")


class NoServer(Exception):
    """The server did not start, or does not answer."""


class Server:
    """The server at a URL."""

    def __init__(self, url, key="", handlers=()):
        if not url.startswith(("http://", "https://")):
            raise NoServer(f'NAVIGATION_URL is "{url}", and not a URL such as http://127.0.0.1:8080')
        self.url, self.key, self.made = url.rstrip("/"), key.strip(), []
        self.opener = urllib.request.build_opener(*handlers)

    def __repr__(self):
        return f"<navigation-server at {self.url}>"

    def session(self, body):
        """A new session of a body of `POST /v1/sessions` or a snapshot: a dictionary, or the file that has it."""
        __tracebackhide__ = True
        if not isinstance(body, dict):
            with open(body, encoding="utf-8") as file:
                body = json.load(file)
        session = Session(self, self.request("POST", "/v1/sessions", body)["sessionId"])
        self.made.append(session)
        return session

    def request(self, method, path, body=None):
        """The answer: JSON, else a text. Raises `Refused` with the server's problem."""
        __tracebackhide__ = True
        data = None if body is None else json.dumps(body).encode()
        request = urllib.request.Request(self.url + path, data, {"Content-Type": "application/json"}, method=method)
        if self.key:
            # A redirection elsewhere does not get it.
            request.add_unredirected_header("Authorization", f"Bearer {self.key}")
        try:
            with self.opener.open(request, timeout=ANSWER_TIME) as answer:
                text = answer.read().decode()
                return json.loads(text) if "json" in answer.headers.get("Content-Type", "") else text
        except urllib.error.HTTPError as error:
            problem = self._problem(error)
        except OSError as error:
            raise NoServer(f"no answer of {self.url}: {getattr(error, 'reason', error)}") from None
        raise Refused(problem)

    @staticmethod
    def _problem(error):
        """The body of a refusal; a proxy's has another one."""
        try:
            return json.load(error)
        except ValueError:
            return {"code": str(error.code), "status": error.code, "detail": error.reason}

    def stop(self):
        """Deletes the sessions that were made here. Returns what went wrong; else it is empty."""
        for session in self.made:
            try:
                self.request("DELETE", session.path)
            except Refused as refused:
                # Deleted by the test, or expired.
                if refused.status != 404:
                    return f"a session was not deleted: {refused}"
            except NoServer as error:
                return f"the sessions of the tests were not deleted: {error}"
        return ""


class OwnServer(Server):
    """A server of the tests' own on a free port, with its sessions in memory."""

    def __init__(self):
        program = os.environ.get("NAVIGATION_SERVER", "navigation-server")
        self.log = tempfile.TemporaryFile("w+")
        try:
            self.process = subprocess.Popen(
                [program, "--port", "0", "--log-level", "error"], stdout=subprocess.PIPE, stderr=self.log, text=True
            )
        except OSError as error:
            raise NoServer(
                f"{program} was not started: {error.strerror}. It belongs into the PATH, "
                "or NAVIGATION_SERVER names it, or NAVIGATION_URL a server that runs."
            ) from None
        line = self.process.stdout.readline()
        if not line:
            raise NoServer("the server did not start\n" + self.stop())
        # It is on this computer: no proxy of the environment knows its port.
        super().__init__(line.split()[-1], handlers=[urllib.request.ProxyHandler({})])

    def stop(self):
        """Ends the server. Returns its log, which is empty unless the server itself failed."""
        self.process.terminate()
        self.process.communicate()
        self.log.seek(0)
        log = self.log.read()
        return log if self.process.returncode == 0 else f"{log}navigation-server ended with {self.process.returncode}"


class Session:
    """A session of the server. After each change `record` is the answer: outcome, events, visible."""

    def __init__(self, server, session_id):
        self.server, self.id, self.record = server, session_id, None

    def __repr__(self):
        return f"<session {self.server.url}{self.path}>"

    @property
    def path(self):
        return f"/v1/sessions/{self.id}"

    def send(self, type, **members):
        """Applies one transition. A member that is a word of Python has a `_` at its end: `from_`."""
        __tracebackhide__ = True
        return self._apply({"type": type, **{name.rstrip("_"): value for name, value in members.items()}})

    def open(self, url):
        """Opens a link of the app: a URL, or its path."""
        __tracebackhide__ = True
        return self.send("open", url=url)

    def tap(self, name):
        """Does what a user can do now by its name in `GET /v1/sessions/{id}/moves`: a control, an offer, a gesture."""
        __tracebackhide__ = True
        moves = self.server.request("GET", self.path + "/moves")["moves"]
        named = [move["transitions"] for move in moves if move["name"] == name]
        if len(named) == 1:
            return self._apply({"transitions": named[0]})
        if named:
            message = f'{len(named)} moves are called "{name}": {" and ".join(map(_brief, named))}'
        else:
            names = ", ".join(f'"{move["name"]}"' for move in moves)
            message = f'no move is called "{name}": ' + (f"there are {names}" if moves else "there is none")
        raise AssertionError(f"{message}\n{self.picture()}")

    def _apply(self, body):
        __tracebackhide__ = True
        try:
            self.record = self.server.request("POST", self.path + "/transitions", body)
            return self.record
        except Refused as refused:
            problem = refused.problem
        raise Refused(problem, self._picture_if_any())

    def read(self):
        __tracebackhide__ = True
        return self.server.request("GET", self.path)

    @property
    def visible(self):
        """The ids of the screens on display."""
        __tracebackhide__ = True
        return [screen["id"] for screen in self.read()["visible"]]

    def picture(self):
        __tracebackhide__ = True
        return self.server.request("GET", self.path + "/picture")

    def _picture_if_any(self):
        """Empty where the session is gone."""
        try:
            return self.picture()
        except (Refused, NoServer):
            return ""

    def shows(self, *ids):
        """Asserts that exactly these screens are on display; else the failure has the picture."""
        __tracebackhide__ = True
        visible = self.visible
        if visible != list(ids):
            raise AssertionError(f"{', '.join(visible)} on display, not {', '.join(ids)}\n{self.picture()}")


def _brief(transitions):
    """One transition as it is sent, or the list of a batch."""
    return json.dumps(transitions[0] if len(transitions) == 1 else transitions, ensure_ascii=False)


@pytest.fixture(scope="session")
def navigation():
    """A server for all tests of a run. Its log is shown only if the server itself failed."""
    url = os.environ.get("NAVIGATION_URL")
    try:
        server = Server(url, os.environ.get("NAVIGATION_KEY", "")) if url else OwnServer()
    except NoServer as error:
        pytest.fail(str(error), pytrace=False)
    yield server
    failure = server.stop()
    if failure:
        pytest.fail("the server failed:\n" + failure, pytrace=False)
