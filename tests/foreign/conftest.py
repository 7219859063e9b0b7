"""What `gametree check` writes, to be read by programs that others wrote.

`.ci/run` sets this up: GAMETREE is the path of the command, NODE_PATH a folder in which `@actions/core` is installed.
"""

import http.server
import json
import os
import shutil
import subprocess
import threading
import unicodedata
from functools import partial
from pathlib import Path

import pytest
from playwright.sync_api import sync_playwright

ROOT = Path(__file__).resolve().parents[2]
# The folder of the playground and the tour, if they were built.
PLAYGROUND = os.environ.get("PLAYGROUND")
DESKTOP = {"width": 1360, "height": 820}
PHONE = {"width": 390, "height": 800}

WRONG = """\
tree "one ]]> <b>&amp; ' %0A ::error::" {
    max A = 4 {
        "::l,1%25": min B { 3, 5 }
        min C { 2, 8 }
    }
}
max = _ { 1, 2 }
tree "α\\u{1b}\\n" { max "α𝛼" = 4 plays "]]>" { "]]>": 1, "\t": 2 } }
max { 1 2 } }
cut alpha > gamma
"""

# What an author has written, and what it becomes in lines of 24 columns once `a` is called `left`.
LOOSE = """\
max A = 4 plays a {
   a: min B {3,12}
     b: min C { 2 , 4 pruned }
}
"""
FORMATTED = """\
max A = 4 plays left {
    left: min B {
        3, 12
    }
    b: min C {
        2, 4 pruned
    }
}
"""

NAMES = [
    "plain.tree",
    "a b/c#d?e.tree",
    "100%.tree",
    "%41,line=9::error::x.tree",
    "quote\"s and 'quotes'.tree",
    "<&]]>.tree",
    "two\nlines\r.tree",
    "escape\x1b[31m\x7f\t.tree",
    "back\\slash.tree",
    "é𝛼\u200d.tree",
]


class Folder:
    """A folder of files that the command checks."""

    def __init__(self, path, command):
        self.path = path
        self.command = command

    def check(self, form):
        run = subprocess.run(
            [self.command, "check", "--quiet", "--max-findings", "1000", "--format", form],
            cwd=self.path,
            capture_output=True,
            check=False,
        )
        assert run.returncode in (0, 1), run.stderr.decode()
        return run.stdout.decode()

    def findings(self):
        """The findings as the project's own JSON has them, to compare with."""
        return json.loads(self.check("json"))


@pytest.fixture(scope="session")
def command():
    path = os.environ.get("GAMETREE")
    assert path, "GAMETREE must name the command to test; .ci/run sets it"
    return str(Path(path).resolve())


@pytest.fixture(scope="session", params=["fixtures", "hostile", "clean"])
def folder(request, command, tmp_path_factory):
    path = tmp_path_factory.mktemp(request.param)
    if request.param == "fixtures":
        # A copy, since the project leaves its fixtures out where they are not named.
        shutil.copytree(ROOT / "tests" / "fixtures", path, dirs_exist_ok=True)
        return Folder(path, command)
    if request.param == "clean":
        (path / "clean.tree").write_text('tree "right" { max A = 5 { 3, 5 } }')
    else:
        for name in NAMES:
            (path / name).parent.mkdir(exist_ok=True)
            (path / name).write_text(WRONG)
    return Folder(path, command)


@pytest.fixture(scope="module")
def browser():
    """Chromium."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=shutil.which("chromium"), args=["--no-sandbox"])
        yield browser
        browser.close()


@pytest.fixture
def noise():
    """What pages print to the console, and what they ask for although they may not."""
    return []


@pytest.fixture
def quiet(browser, noise):
    """Opens pages, each in a context of its own unless one is given; fails if there is noise."""
    contexts = []

    def open_page(address, may_ask, context=None, **options):
        if context is None:
            context = browser.new_context(**options)
            contexts.append(context)
        page = context.new_page()
        page.on("request", lambda request: may_ask(request.url) or noise.append(request.url))
        page.on("console", lambda message: noise.append(message.text))
        page.on("pageerror", lambda error: noise.append(str(error)))
        page.goto(address)
        return page

    yield open_page
    for context in contexts:
        context.close()
    assert noise == []


class QuietHandler(http.server.SimpleHTTPRequestHandler):
    def log_message(self, *arguments):
        pass


@pytest.fixture(scope="module")
def site():
    """The address at which the playground and the tour are served."""
    handler = partial(QuietHandler, directory=PLAYGROUND)
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}/"
        server.shutdown()


def faults_of(page):
    """What keeps some people from using a page, as axe-core sees it."""
    page.evaluate(Path(os.environ["AXE"]).read_text())
    found = page.evaluate("axe.run({ rules: { region: { enabled: true } } })")
    return [(fault["id"], [node["html"][:200] for node in fault["nodes"]]) for fault in found["violations"]]


def wait_for(page, holds, seconds=20):
    """Waits until this holds. The policy of the pages forbids the waiting that Playwright has."""
    for _ in range(seconds * 50):
        if holds():
            return
        page.wait_for_timeout(20)
    pytest.fail("waited in vain")


def printable(text):
    """Text as it is shown where control characters must not be: each is a visible sign."""

    def shown(character):
        if character < " ":
            return chr(0x2400 + ord(character))
        if character == "\x7f":
            return "\u2421"
        invisible = unicodedata.category(character) in ("Cc", "Cf")
        return "\ufffd" if invisible else character

    return "".join(map(shown, text))
