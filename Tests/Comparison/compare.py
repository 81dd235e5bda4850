#!/usr/bin/env python3
"""Drives several servers through the same random walks, and compares every answer byte for byte.

    compare.py --server BINARY[=STORE] --server BINARY[=STORE] ... [--walks 20] [--seed 1] [--steps 40] [--restart]
               [--option --history-revisions=8] [--except NAME,NAME] [--except-after-restart can]

STORE is `memory` (the default), `sqlite` (a new file in a temporary folder), or `postgresql:…`, a database without
sessions, written as for the server's `--store`. Each server gets every `--option`. With `--restart` each one whose
store lasts is stopped and started amid each walk; BINARY may be `ONE,TWO`, builds that take turns, a restart each.

Status, fields and body are compared, but for ids of sessions, times and cursors of lists. `--except` leaves out members
by their names, `--except-after-restart` only from a walk's restart on. `session-id` stands for the `id` of a session,
`stage-changes` for the `changes` of a history or a stream that begins after a stage of a gesture that was replaced.

A server is also compared with itself: a request repeated with its key has the bytes of the first answer, and the
history the records that were answered. A difference is printed with its walk's seed and step, and the same options
with `--walks 1 --seed SEED` repeat the walk. The exit code is 1 if there is any.
"""
import argparse, collections, contextlib, http.client, json, os, random, re, signal, subprocess, sys, tempfile

sys.dont_write_bytecode = True
import cases

# Fields that are not compared. A server closes where it answers a head before it has the body.
PASSING = ("Date", "Content-Length", "Connection")
# Keys are other ones in each run, as a database may know those of the last.
RUN = os.urandom(4).hex()
Answer = collections.namedtuple("Answer", "status fields text")


class Server:
    def __init__(self, number, argument, options, folder):
        binaries, _, store = argument.partition("=")
        self.binaries, self.kind = binaries.split(","), store.partition(":")[0] or "memory"
        store = f"sqlite:{folder}/sessions.db" if store == "sqlite" else store or "memory"
        self.options = [*options, "--port=0", "--log-level=error", "--store=" + store]
        self.name, self.ids = f"server {number} ({self.kind})", {}
        self.start()

    def start(self):
        environment = {name: value for name, value in os.environ.items() if not name.startswith("NAVIGATION_")}
        command = [self.binaries[0], *self.options]
        self.process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=environment)
        self.address = self.process.stdout.readline().removeprefix("listening on http://").strip()
        if not self.address:
            sys.exit(self.name + " does not start")
        self.connection = http.client.HTTPConnection(self.address, timeout=30)

    def stop(self):
        """Ends it with SIGTERM, or by force; returns its exit code."""
        self.connection.close()
        self.process.terminate()
        try:
            return self.process.wait(20)
        except subprocess.TimeoutExpired:
            self.process.kill()
            return self.process.wait()

    def send(self, method, path, body, fields, last):
        """The answer; of a stream the events up to that with the id `last`."""
        ids = {short: id for id, short in self.ids.items()}
        path = re.sub(r"\bS\d+\b", lambda match: ids.get(match[0], "none"), path)
        connection = self.connection if last is None else http.client.HTTPConnection(self.address, timeout=5)
        try:
            connection.request(method, path, body and body.encode(), fields)
            response, text = connection.getresponse(), ""
            for part in [response.read()] if last is None else iter(response.readline, b""):
                text += part.decode()
                if text.endswith("\n\n") and f"\nid: {last}\n" in text:
                    connection.close()
                    break
            kept = {name: value for name, value in response.getheaders() if name not in PASSING}
            return Answer(response.status, kept, text)
        except (OSError, http.client.HTTPException) as error:
            connection.close()
            return Answer(0, {}, repr(error))

    def normalised(self, answer, excepted):
        text = "\n".join([str(answer.status), *map(": ".join, answer.fields.items()), without(excepted, answer.text)])
        text = re.sub("s_[0-9a-z]{26}", lambda id: self.ids.setdefault(id[0], f"S{len(self.ids) + 1}"), text)
        text = re.sub(r'"(at|createdAt|updatedAt|expiresAt)":"[^"]*"', r'"\1":"T"', text)
        return re.sub(r"(/v1/sessions\?[^>]*after=)\w+", r"\1C", text)


def without(names, text):
    """A text with JSON without the members of these names, else byte for byte the same."""
    for name in names:
        member = r'(?<!\\),?"%s":' % name if name != "session-id" else ',?"id":(?="s_)'
        while found := re.search(member, text):
            _, end = json.JSONDecoder().raw_decode(text, found.end())
            text = text[:found.start()] + text[end + (text[found.start()] != "," and text[end] == ","):]
    return text


class Walk:
    """One walk on every server: a session, with its forks and copies."""

    def __init__(self, servers, seed, options, counts):
        self.servers, self.seed, self.options, self.counts = servers, seed, options, counts
        self.random, self.step, self.differences, self.names = random.Random(seed), 0, 0, 0
        self.session, self.revisions, self.excepted = "S1", {}, options.excepted
        self.told, self.keyed, self.repeats, self.stages = {}, [], [], []
        now = lambda: self.revisions[self.session]
        self.places = {
            "at": lambda: "/v1/sessions/" + self.session, "now": now, "client": lambda: f"walk-{seed}",
            "revision": lambda: self.random.randint(0, now() + 1), "limit": lambda: self.draw((1, 3, 50)),
            "past": lambda: self.random.randrange(now()) if now() else 9999, "new": lambda: f"n{self.step}",
            "old": lambda: f"n{self.random.randint(0, self.step)}", "move": self.move,
            "batch": lambda: self.draw([cases.PUSH, *[cases.MEMBERS] * self.random.randint(0, 2)]),
            "snapshot": self.snapshot}
        for server in servers:
            server.ids.clear()

    def draw(self, value):
        """A value of the tables, with all that is random decided."""
        if isinstance(value, tuple):
            return self.draw(self.random.choice(value))
        if isinstance(value, list):
            return [self.draw(each) for each in value]
        if isinstance(value, dict):
            return dict(zip(value, self.draw(list(value.values()))))
        if not isinstance(value, str) or "$" not in value:
            return value
        whole = self.places.get(value[1:])
        return whole() if whole else re.sub(r"\$(\w+)", lambda name: str(self.places[name[1]]()), value)

    def move(self):
        """What a user can do."""
        moves = json.loads(self.ask("GET", self.draw("$at/moves"))[0].text).get("moves")
        move = self.random.choice(moves or [{"transition": {"type": "back"}}])
        # Builds before D-365 have one as `transition`.
        return move.get("transition") or {"transitions": move["transitions"]}

    def snapshot(self):
        """A body that opens a copy; of builds whose snapshots differ, nothing."""
        texts = {answer.text for answer in self.ask("GET", self.draw("$at/snapshot"))}
        return json.loads(texts.pop()) if len(texts) == 1 else {}

    def differ(self, what, first, other):
        """Counts a difference, and prints the first ones: what was asked, and the two texts where they part."""
        self.differences += 1
        self.counts["differences"] += 1
        if self.counts["differences"] <= 20:
            print(f"seed {self.seed} step {self.step}: {what[:500]}")
            part = len(os.path.commonprefix([first, other]))
            for text in (first, other):
                print("   ", repr(text[:3]), "…", repr(text[max(0, part - 60):part + 140]))

    def ask(self, method, path, body=None, fields={}):
        """Sends a request to each server and compares the answers. `path` may be a list, of each server's own."""
        paths = path if isinstance(path, list) else [path] * len(self.servers)
        sent = {"X-Request-Id": f"{self.seed}-{self.step}", "Content-Type": "application/json", **fields}
        last = self.revisions[self.session] if "/events" in paths[0] else None
        answers = [server.send(method, path, body, sent, last) for server, path in zip(self.servers, paths)]
        is_excepted = "stage-changes" in self.excepted and self.is_after_stage(paths[0], fields)
        excepted = self.excepted + ["changes"] * is_excepted
        told = [server.normalised(answer, excepted) for server, answer in zip(self.servers, answers)]
        self.counts[answers[0].status] += 1
        for server, answer, text in zip(self.servers, answers, told):
            if text != told[0] or not 200 <= answer.status < 500:
                self.differ(f"{server.name}: {method} {paths[0]} {body or ''} {fields or ''}", told[0], text)
                self.differences += 3 * (answer.status != answers[0].status)
        if method == "POST" and all(answer.status < 300 for answer in answers) and "dryRun" not in paths[0]:
            self.accept([json.loads(answer.text) for answer in answers])
        return answers

    def is_after_stage(self, path, fields):
        """Whether a history or a stream begins after a stage of a gesture that a later one has replaced."""
        after = fields.get("Last-Event-ID") or (re.findall(r"[?&]after=(\d+)", path) or [None])[0]
        at = f"/v1/sessions/{self.session}/snapshot?revision={after}"
        return after is not None and self.servers[0].send("GET", at, None, {}, None).status == 410

    def accept(self, records):
        """Keeps the records of new revisions, which the history must have."""
        session = self.servers[0].ids[records[0]["sessionId"]]
        if records[0]["revision"] > self.revisions.get(session, -1):
            self.revisions[session] = records[0]["revision"]
            for server, record in zip(self.servers, records):
                kept = {name: record[name] for name in record if name not in ("session", "changes")}
                self.told[server, record["sessionId"], record["revision"]] = kept

    def post(self, path, body, fields={}):
        """Posts a body, in about half of the cases with a key, to be repeated at once or some steps later."""
        if self.random.random() < 0.5:
            return self.ask("POST", path, json.dumps(body), fields)
        key = {"Idempotency-Key": f"{RUN}-{self.seed}-{len(self.keyed)}"}
        request = ("POST", path, json.dumps(body), fields | key)
        answers = self.ask(*request)
        self.keyed.append(request)
        self.repeats.append((self.step + self.draw((0, 0, 0, 1, 3, 8)), request, answers))
        return answers

    def repeat(self, until):
        """Repeats what is due. Accepted requests have their stored answers, and their keys are not for other bodies."""
        due = [repeat for repeat in self.repeats if repeat[0] <= until]
        self.repeats = [repeat for repeat in self.repeats if repeat[0] > until]
        for _, (method, path, body, fields), firsts in due:
            answers = self.ask(method, path, body, fields)
            self.counts["keyed repeats"] += 1
            if firsts[0].status < 300 and "dryRun" not in path:
                for server, first, again in zip(self.servers, firsts, answers):
                    own = {"Idempotency-Replayed": "true", "X-Request-Id": again.fields.get("X-Request-Id")}
                    texts = [f"{each.status} {each.text} {sorted(each.fields.items())}" for each in (
                        first._replace(fields=first.fields | own), again)]
                    if texts[0] != texts[1]:
                        self.differ(f"{server.name}: not replayed: {path} {body} {fields}", *texts)
                if self.random.random() < 0.2 and self.ask(method, path, body + " ", fields)[0].status != 422:
                    self.differ(f"a key has two bodies: {path} {body} {fields}", "", "")

    def read(self, path, fields={}):
        """A read, of a list all pages. The records of a history without additions are those that were answered."""
        while path:
            answers, shown = self.ask("GET", path, None, fields), path if isinstance(path, str) else path[0]
            is_history = "/transitions?" in shown and "include" not in shown
            for server, answer in zip(self.servers, answers) if is_history else []:
                for record in json.loads(answer.text if answer.status == 200 else "{}").get("transitions", []):
                    pair = self.told.get((server, record["sessionId"], record["revision"])), record
                    texts = [without(self.excepted, json.dumps(each, separators=(",", ":"))) for each in pair]
                    if texts[0] != texts[1]:
                        self.differ(f"{server.name}: not as answered, in {shown}", *texts)
            links, fields = [answer.fields.get("Link") for answer in answers], {}
            path = [re.match("<(.*)>", link)[1] for link in links] if all(links) and "limit=5" not in shown else None

    def read_all(self):
        for self.session in list(self.revisions):
            for row in cases.READS:
                self.read(*self.draw(row))

    def restart(self):
        for server in self.servers:
            if server.kind != "memory":
                if code := server.stop():
                    self.differ(f"{server.name}: exit code", "0", str(code))
                server.binaries = server.binaries[1:] + server.binaries[:1]
                server.start()
                self.counts["restarts"] += 1
        self.excepted = self.options.excepted + self.options.excepted_after_restart

    def run(self):
        start = self.draw(cases.STARTS) | self.draw({"client": "$client", "environment": cases.ENVIRONMENTS})
        self.post("/v1/sessions", start)
        restart = self.options.restart and self.random.randint(self.options.steps // 3, self.options.steps * 2 // 3)
        for self.step in range(1, self.options.steps + 1):
            if not self.stages:
                self.session = self.random.choice(["S1", "S1", *self.revisions])
                self.stages = self.draw(([], [], [], [], cases.GESTURES))
                self.counts["gestures"] += bool(self.stages)
            body = self.stages.pop(0) if self.stages and self.random.random() < 0.85 else self.draw(cases.TRANSITIONS)
            answers = self.post(self.draw("$at/transitions") + self.draw(cases.QUERIES), body, self.draw(cases.MATCHES))
            self.stages = [] if answers[0].status == 422 else self.stages
            self.repeat(self.step)
            if self.random.random() < 0.4:
                self.read(*self.draw(tuple(cases.READS)))
            if self.random.random() < 0.15 and len(self.revisions) < 4:
                self.post(*self.draw(cases.OPENINGS))
            if self.step == restart:
                self.restart()
                self.read_all()
            if self.differences > 3:
                return print(f"seed {self.seed}: the walk ends early")
        self.repeat(self.step + 8)
        for request in self.keyed:
            self.ask(*request)
        self.read_all()
        for session in list(self.revisions):
            for fields in ({"If-Match": '"9999"'}, {}, {}):
                self.ask("DELETE", f"/v1/sessions/{session}", None, fields)
        for request in self.keyed:
            self.ask(*request)


def main():
    words = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    for name, default in (("--walks", 20), ("--seed", 1), ("--steps", 40)):
        words.add_argument(name, type=int, default=default)
    for name, member in (("--except", "excepted"), ("--except-after-restart", "excepted_after_restart")):
        words.add_argument(name, type=lambda text: text.split(","), default=[], dest=member)
    words.add_argument("--server", action="append", required=True)
    words.add_argument("--option", action="append", default=[])
    words.add_argument("--restart", action="store_true")
    # A server's option begins with dashes, which argparse takes as a value only behind "=".
    options = words.parse_args("\0".join(sys.argv[1:]).replace("--option\0", "--option=").split("\0"))
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))
    counts, servers = collections.Counter(differences=0), []
    with contextlib.ExitStack() as ends:
        for number, argument in enumerate(options.server, 1):
            folder = ends.enter_context(tempfile.TemporaryDirectory())
            servers.append(Server(number, argument, options.option, folder))
            ends.callback(servers[-1].stop)
            if servers[-1].send("GET", "/v1/sessions", None, {}, None).text != '{"sessions":[]}':
                sys.exit(servers[-1].name + " has sessions already")
        for seed in range(options.seed, options.seed + options.walks):
            Walk(servers, seed, options, counts).run()
            counts["walks"] += 1
    print(", ".join(f"{name}: {count}" for name, count in sorted(counts.items(), key=str)))
    sys.exit(1 if counts["differences"] else 0)


if __name__ == "__main__":
    main()
