"""Writes the wheel of this folder, for pip (PEP 517) and for `.ci/package`.

    fixture_wheel.py FOLDER   writes it there, and prints its path

A wheel is a zip with the module and a folder that says what it is. The same source makes the same bytes: the dates are
SOURCE_DATE_EPOCH, else the first that a zip can have.
"""

import ast
import base64
import hashlib
import os
import sys
import time
import zipfile

HERE = os.path.dirname(os.path.abspath(__file__))
MODULE = "navigation_server.py"
WHEEL = "Wheel-Version: 1.0\nGenerator: fixture_wheel\nRoot-Is-Purelib: true\nTag: py3-none-any\n"


def tables():
    """pyproject.toml, whose values are those of Python, too: `tomllib` is in 3.11 and newer alone."""
    found, table = {}, None
    with open(os.path.join(HERE, "pyproject.toml"), encoding="utf-8") as file:
        for line in map(str.strip, file):
            if line.startswith("["):
                table = found.setdefault(line.strip("[]"), {})
            elif line and not line.startswith("#"):
                name, value = line.split(" = ", 1)
                table[name] = ast.literal_eval(value)
    return found


def metadata(project):
    lines = [
        "Metadata-Version: 2.1",
        f"Name: {project['name']}",
        f"Version: {project['version']}",
        f"Summary: {project['description']}",
        f"Requires-Python: {project['requires-python']}",
        *(f"Classifier: {classifier}" for classifier in project["classifiers"]),
        *(f"Requires-Dist: {requirement}" for requirement in project["dependencies"]),
    ]
    return "\n".join(lines) + "\n"


def contents():
    """The wheel's name, and the text of each of its files."""
    found = tables()
    project = found["project"]
    release = f"{project['name'].replace('-', '_')}-{project['version']}"
    points = "".join(f"{name} = {value}\n" for name, value in found["project.entry-points.pytest11"].items())
    with open(os.path.join(HERE, MODULE), encoding="utf-8") as file:
        module = file.read()
    files = {
        MODULE: module,
        f"{release}.dist-info/METADATA": metadata(project),
        f"{release}.dist-info/WHEEL": WHEEL,
        f"{release}.dist-info/entry_points.txt": f"[pytest11]\n{points}",
    }
    record = f"{release}.dist-info/RECORD"
    lines = [f"{name},{digest(text)},{len(text.encode())}\n" for name, text in files.items()]
    files[record] = "".join(lines) + f"{record},,\n"
    return f"{release}-py3-none-any.whl", files


def digest(text):
    sha = hashlib.sha256(text.encode()).digest()
    return "sha256=" + base64.urlsafe_b64encode(sha).rstrip(b"=").decode()


def build_wheel(wheel_directory, config_settings=None, metadata_directory=None):
    name, files = contents()
    date = time.gmtime(max(int(os.environ.get("SOURCE_DATE_EPOCH", "0")), 315532800))[:6]
    with zipfile.ZipFile(os.path.join(wheel_directory, name), "w") as wheel:
        for path, text in files.items():
            entry = zipfile.ZipInfo(path, date)
            entry.create_system = 3
            entry.external_attr = 0o100644 << 16
            wheel.writestr(entry, text)
    return name


if __name__ == "__main__":
    print(os.path.join(sys.argv[1], build_wheel(sys.argv[1])))
