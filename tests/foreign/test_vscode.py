"""The page with the picture that the extension for VS Code shows, in Chromium, with the answers of the command.

VS Code itself is not there: the test plays the extension, and sets the classes and the colours that VS Code gives its pages.
"""

import functools
import http.server
import json
import os
import re
import subprocess
import threading
import zipfile
from pathlib import Path

import pytest
from playwright.sync_api import expect

from conftest import wait_for
from packing import REPOSITORY, package, run

TREE = "max A { left: min B { 3, 5 } right: min C { 2, 9 } }"
# The classes of the body, and the colours of the editor.
THEMES = {
    "light": ("vscode-light", {"background": "#ffffff", "foreground": "#3b3b3b"}),
    "dark": ("vscode-dark", {"background": "#1f1f1f", "foreground": "#cccccc"}),
    "contrast": ("vscode-high-contrast", {"background": "#000000", "foreground": "#ffffff", "border": "#6fc3df"}),
    "light contrast": (
        "vscode-high-contrast-light vscode-high-contrast",
        {"background": "#ffffff", "foreground": "#292929", "border": "#0f4a85"},
    ),
}
NAMES = {"background": "editor-background", "foreground": "editor-foreground", "border": "contrastBorder"}
# What VS Code gives its pages.
EDITOR = """
    window.said = [];
    window.acquireVsCodeApi = () => ({ postMessage: (message) => said.push(message) });
    window.paint = (classes, colours) => {
        document.body.className = classes;
        for (const [name, colour] of Object.entries(colours)) {
            document.documentElement.style.setProperty(`--vscode-${name}`, colour);
        }
    };
"""


def pictures(command, text, **settings):
    """The answer of `gametree.pictures` for the first tree of a text."""

    def frame(message):
        body = json.dumps({"jsonrpc": "2.0", **message}).encode()
        return b"Content-Length: %d\r\n\r\n%s" % (len(body), body)

    item = {"uri": "untitled:1", "languageId": "gametree", "version": 1, "text": text}
    arguments = ["untitled:1", {"line": 0, "character": 0}]
    messages = [
        {"id": 0, "method": "initialize", "params": {"capabilities": {}, "initializationOptions": settings}},
        {"method": "initialized", "params": {}},
        {"method": "textDocument/didOpen", "params": {"textDocument": item}},
        {"id": 1, "method": "workspace/executeCommand", "params": {"command": "gametree.pictures", "arguments": arguments}},
    ]
    with subprocess.Popen([command, "lsp"], stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
        process.stdin.write(b"".join(map(frame, messages)))
        process.stdin.flush()
        answer = {}
        while answer.get("id") != 1 or "method" in answer:
            length = int(re.search(rb"Content-Length: (\d+)", process.stdout.readline())[1])
            process.stdout.readline()
            answer = json.loads(process.stdout.read(length))
        process.kill()
    return answer["result"]


@pytest.fixture(scope="module")
def site(tmp_path_factory):
    """The page, with the policy of the extension, and the script from the package."""
    folder = tmp_path_factory.mktemp("panel")
    with zipfile.ZipFile(package("universal.vsix")) as packed:
        (folder / "page.js").write_bytes(packed.read("extension/out/page.js"))
    build = "require('esbuild').buildSync({ entryPoints: ['src/html.ts'], outfile: process.argv[1], format: 'cjs' });"
    write = "process.stdout.write(require(process.argv[1]).page('page.js', '123'))"
    written = run(["node", "-e", build + write, folder / "html.cjs"], cwd=REPOSITORY / "target/extension/editors/vscode")
    assert written.returncode == 0, written.stderr
    (folder / "index.html").write_text(written.stdout)

    class Quiet(http.server.SimpleHTTPRequestHandler):
        def log_message(self, *_):
            pass

    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(Quiet, directory=folder)) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}/"
        server.shutdown()


@pytest.fixture
def opened(quiet, site, browser):
    """Opens the page in a theme of the editor, which need not be that of the system."""
    contexts = []

    def open_page(theme="light", system="light"):
        context = browser.new_context(color_scheme=system, viewport={"width": 700, "height": 900})
        contexts.append(context)
        context.add_init_script(EDITOR)
        page = quiet(site, lambda asked: asked.startswith(site), context)
        paint(page, theme)
        assert page.evaluate("said") == [{"kind": "ready"}]
        return page

    yield open_page
    for context in contexts:
        context.close()


def paint(page, theme):
    classes, colours = THEMES[theme]
    page.evaluate("([classes, colours]) => paint(classes, colours)", [classes, {NAMES[name]: value for name, value in colours.items()}])


def tell(page, kind, **message):
    page.evaluate("message => dispatchEvent(new MessageEvent('message', { data: message }))", {"kind": kind, **message})


def test_the_step_stays_while_the_text_changes(opened, command):
    page = opened()
    tell(page, "show", answer=pictures(command, TREE))
    expect(page.locator(".picture [data-node]")).to_have_count(7)
    for _ in range(4):
        page.get_by_role("button", name="One step forward").click()
    output = page.locator("footer output")
    said, shown = page.locator(".say").text_content(), output.text_content()
    assert shown.startswith("4 / ")
    tell(page, "outdate")
    expect(page.locator("main.old")).to_have_count(1)
    tell(page, "fail", reason="this tree has errors, so it cannot be drawn yet")
    expect(page.locator(".note")).to_have_text("this tree has errors, so it cannot be drawn yet")
    expect(page.locator(".picture [data-node]")).to_have_count(7)
    tell(page, "show", answer=pictures(command, TREE.replace("9", "8")))
    expect(page.locator("main.old")).to_have_count(0)
    expect(page.locator(".note")).to_be_hidden()
    expect(page.locator(".picture")).to_contain_text("8")
    assert (page.locator(".say").text_content(), output.text_content()) == (said, shown)


def test_a_click_is_told_and_the_cursor_is_outlined(opened, command):
    page = opened()
    answer = pictures(command, TREE)
    tell(page, "show", answer=answer)
    tell(page, "point", offset=TREE.index("min B") + 1)
    expect(page.locator(".pointed")).to_have_attribute("data-node", "1")
    page.locator(".picture [data-node='4']").click()
    assert page.evaluate("said.at(-1)") == {"kind": "select", "span": answer["model"]["nodes"][4]["span"]}
    # In a picture of an older text, a click tells nothing.
    tell(page, "outdate")
    page.locator(".picture [data-node='5']").click()
    assert len(page.evaluate("said")) == 2


def test_an_exercise_shows_its_answers_only_if_they_are_revealed(opened, command):
    page = opened()
    exercise = TREE.replace("max A", "max A = _")
    tell(page, "show", answer=pictures(command, exercise))
    expect(page.locator(".task")).to_contain_text("This tree is an exercise")
    expect(page.locator("footer")).to_have_count(0)
    tell(page, "show", answer=pictures(command, exercise, revealAnswers=True))
    expect(page.locator("footer")).to_have_count(1)


@pytest.mark.parametrize("system", ["light", "dark"])
@pytest.mark.parametrize("theme", THEMES)
def test_the_picture_has_the_colours_of_the_editor_and_not_of_the_system(opened, command, theme, system):
    page = opened(theme, system)
    tell(page, "show", answer=pictures(command, TREE))
    colour = "getComputedStyle(document.querySelector('main').shadowRoot.querySelector('.max .shape')).fill"
    fills = {"light": "rgb(219, 232, 253)", "dark": "rgb(30, 58, 110)"}
    kind = "light" if "light" in theme else "dark"
    assert page.evaluate(colour) == fills[kind]
    for name in THEMES:
        paint(page, name)
        wait_for(page, lambda: page.evaluate(colour) == fills["light" if "light" in name else "dark"])
    paint(page, theme)
    wait_for(page, lambda: page.evaluate(colour) == fills[kind])


@pytest.mark.parametrize("theme", THEMES)
def test_it_can_be_used_by_everybody(opened, command, theme):
    page = opened(theme, "dark" if "light" in theme else "light")
    tell(page, "show", answer=pictures(command, TREE))
    tell(page, "point", offset=TREE.index("min B"))
    for _ in range(12):
        page.get_by_role("button", name="One step forward").click()
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    page.evaluate(Path(os.environ["AXE"]).read_text())
    found = page.evaluate("axe.run({ rules: { 'page-has-heading-one': { enabled: true } } })")
    faults = [(fault["id"], [node["html"][:200] for node in fault["nodes"]]) for fault in found["violations"]]
    assert faults == []
