"""The playground in Chromium, and its server beside the command.

`.ci/run` sets this up: PLAYGROUND is the folder that `.ci/playground` builds, GAMETREE_MODULE the path of the module
`gametree.wasm`, GAMETREE that of the command, AXE that of `axe.min.js`; Chromium and Node are installed. Where there is
no standard library for browsers, there is no playground, and these tests are skipped.
"""

import base64
import gzip
import json
import os
import random
import re
import shutil
import subprocess
import threading
import zlib
from pathlib import Path

import pytest
from playwright.sync_api import expect

from conftest import DESKTOP, PHONE, PLAYGROUND, ROOT, faults_of, wait_for

pytestmark = pytest.mark.skipif(not PLAYGROUND, reason="the playground was not built")

URI = "file:///playground.tree"
WRONG = "max A = 4 { left: min B { 3, 5 } right: min C { 2, 9 } }"


@pytest.fixture
def opened(quiet, site):
    """Opens the playground, which may ask for nothing but its own files."""

    def open_page(fragment="", context=None, **options):
        options = {} if context else {"viewport": DESKTOP, **options}
        page = quiet(site + fragment, lambda asked: asked.startswith((site, "blob:", "data:")), context, **options)
        page.locator(".editor .cm-content").wait_for()
        return page

    return open_page


def write(page, text):
    """Replaces the text in the editor, as by pasting."""
    page.locator(".cm-content").click()
    page.keyboard.press("Control+a")
    page.keyboard.insert_text(text)
    expect(page.locator(".findings:not(.old)")).to_have_count(1, timeout=60_000)


def selected(page):
    page.locator(".cm-content").focus()
    return re.sub("[-≤≥=] ?[0-9]* ?\\[[^]]*\\]|✂", "", page.evaluate("getSelection().toString()"))


def findings(page):
    return page.locator(".findings li")


def fragment_of(value):
    packer = zlib.compressobj(wbits=-15)
    packed = packer.compress(json.dumps(value).encode()) + packer.flush()
    return "#1" + base64.urlsafe_b64encode(packed).decode().rstrip("=")


def test_a_wrong_claim_is_found_and_fixed(opened):
    page = opened()
    write(page, WRONG)
    expect(findings(page).first).to_contain_text("error E0301: A is worth 3, not 4")
    page.get_by_role("button", name="write `= 3`").click()
    expect(page.locator(".cm-content")).to_contain_text("max A = 3")
    expect(page.locator(".verdict")).to_have_text("1 warning")
    page.get_by_role("button", name="mark what is skipped `pruned`").click()
    expect(page.locator(".verdict")).to_have_text("No mistakes found.")
    expect(page.locator(".cm-content")).to_contain_text("9 pruned")
    page.locator(".cm-content").press("Control+z")
    expect(page.locator(".verdict")).to_have_text("1 warning")


def test_the_editor_explains_completes_formats_and_renames(opened):
    page = opened()
    write(page, WRONG.replace(" = ", "=").replace("{ ", "{"))
    expect(page.locator(".hint").first).to_have_text("[-inf, inf]")
    expect(page.locator(".keyword").first).to_have_text("max")
    page.locator(".cm-content .class", has_text="B").hover()
    expect(page.locator(".cm-tooltip-hover")).to_contain_text("MIN node")
    page.get_by_role("button", name="Format").click()
    expect(page.locator(".cm-content")).to_contain_text("max A = 4")
    page.locator(".cm-content").press("Control+End")
    page.keyboard.type("\ncut")
    expect(page.locator(".cm-tooltip-autocomplete")).to_contain_text("cutoffs")
    page.keyboard.press("Escape")
    page.locator(".cm-content .class", has_text="B").click()
    page.keyboard.press("F2")
    page.locator(".cm-panel input").fill("Beta")
    page.keyboard.press("Enter")
    expect(page.locator(".cm-content")).to_contain_text("min Beta")


def test_the_picture_follows_the_text_and_keeps_its_step(opened):
    page = opened()
    write(page, WRONG)
    picture = page.locator(".drawn .picture svg")
    expect(picture.locator("[data-node]")).to_have_count(7)
    output = page.locator(".drawn output")
    for step in range(1, 5):
        page.locator(".drawn .forward").click()
        expect(output).to_have_text(f"{step} / 15")
    said = page.locator(".drawn .say").text_content()
    write(page, WRONG.replace("= 4", "= 3"))
    expect(page.locator(".verdict")).to_have_text("1 warning")
    expect(output).to_have_text("4 / 15")
    assert page.locator(".drawn .say").text_content() == said
    # A click on a node selects it in the text, and the node at the cursor is outlined.
    picture.locator("[data-node='4']").click()
    expect(page.locator(".drawn .pointed")).to_have_attribute("data-node", "4")
    assert selected(page) == "min C"
    # While the text cannot be drawn, the last picture stays.
    write(page, "max A {")
    expect(page.locator(".drawn.old .note")).to_have_text("this tree has errors, so it cannot be drawn yet")
    expect(picture.locator("[data-node]")).to_have_count(7)


def test_an_exercise_shows_no_answer(opened):
    page = opened()
    write(page, "max A = _ { left: min B = 4 { 3, 5 } right: min C { 2, 9 } }")
    expect(page.locator(".findings")).to_contain_text("N0701")
    expect(page.locator(".drawn .task")).to_contain_text("This tree is an exercise")
    expect(page.locator(".drawn footer")).to_have_count(0)
    texts = page.locator(".drawn svg text").all_text_contents()
    assert "9" in texts and not [text for text in texts if "∞" in text or "≤" in text], texts
    page.get_by_text("Save", exact=True).click()
    page.locator(".save button[value=html]").click()
    expect(page.locator(".notice")).to_have_text("this tree hides its answers, so its search cannot be saved")


def test_a_filled_exercise_is_marked_with_follow_through(opened, site):
    sheet = 'tree "sheet" { max A = _ worth 1 { min B = _ worth 1 { 3, 5 } min C = _ worth 1 { 2, 9 } } }'
    page = opened(fragment_of({"text": sheet}))
    page.get_by_role("button", name="Mark", exact=True).click()
    expect(page.locator("dialog.marks")).to_contain_text("0 of 3 marks")
    assert "right answer" not in page.locator("dialog.marks").inner_text()
    page.locator("dialog.marks").get_by_role("button", name="Close").click()
    # B is worth 3. With B = 4, the value of A follows.
    for value in ["4", "4", "2"]:
        sheet = sheet.replace("_", value, 1)
    write(page, sheet)
    page.get_by_role("button", name="Mark", exact=True).click()
    marks = page.locator("dialog.marks")
    expect(marks).to_contain_text("2 of 3 marks, 1 mistake")
    expect(marks.locator(".follows").first).to_be_visible()
    marks.get_by_role("button", name="Close").click()
    # The exercise is the text of the link, so a changed tree does not get more.
    write(page, sheet.replace("{ 3, 5 }", "{ 4, 5 }"))
    page.get_by_role("button", name="Mark", exact=True).click()
    expect(marks).to_contain_text("2 of 3 marks, 1 mistake")
    marks.get_by_role("button", name="Close").click()
    page.get_by_role("button", name="Back to my own tree").click()
    write(page, "max { 3, 5 }")
    page.get_by_role("button", name="Mark", exact=True).click()
    expect(page.locator(".notice")).to_have_text("Not marked: there is nothing to mark: this text has no answers.")


def test_a_node_can_be_folded(opened):
    page = opened()
    write(page, "tree \"one\" {\n    max A {\n        min B { 3, 5 }\n        min C { 2, 9 }\n    }\n}")
    fold = page.locator(".cm-foldGutter [title='Fold line']")
    expect(fold).to_have_count(2)
    fold.nth(1).click()
    expect(page.locator(".cm-content")).not_to_contain_text("min C")
    expect(page.locator(".cm-content")).to_contain_text("{…}")
    page.locator(".cm-foldPlaceholder").click()
    expect(page.locator(".cm-content")).to_contain_text("min C")


def test_examples_open_beside_the_readers_own_tree(opened):
    page = opened()
    write(page, "max Mine { 3, 5 }")
    names = sorted(path.stem for path in (ROOT / "examples").glob("*.tree"))
    for name in names:
        page.get_by_text("Examples", exact=True).click()
        assert page.locator(".examples button").all_text_contents() == names
        page.locator(".examples").get_by_role("button", name=name, exact=True).click()
        [title, *_] = re.findall(r'^tree "(.*?)"', (ROOT / f"examples/{name}.tree").read_text(), re.MULTILINE)
        expect(page.locator(".drawn:not(.old)")).to_have_count(1)
        expect(page.locator(".drawn h1")).to_have_text(title)
        expect(page.locator(".linked span")).to_contain_text("This is an example")
        expect(page.locator(".verdict")).to_have_text("No mistakes found.")
    page.get_by_role("button", name="Back to my own tree").click()
    expect(page.locator(".cm-content")).to_contain_text("Mine")
    assert page.evaluate("Object.keys(localStorage)") == ["gametree draft "], "no example was changed"


def test_the_tree_at_the_cursor_is_drawn(opened):
    page = opened()
    write(page, "// two trees\n\ntree \"one\" {\n    max A {\n        3, 5\n    }\n}\n\ntree \"two\" {\n    min B {\n        2, 7\n    }\n}")
    title = page.locator(".drawn h1")
    expect(title).to_have_text("two")
    for line, name in [(5, "one"), (11, "two"), (1, "one")]:
        page.locator(".cm-line").nth(line - 1).click()
        expect(title).to_have_text(name)
    page.locator(".cm-line").nth(10).click()
    expect(title).to_have_text("two")
    page.locator(".drawn [data-node='2']").click()
    assert selected(page) == "7"


def test_a_link_holds_the_text_and_leaves_the_draft_alone(opened, browser, site):
    page = opened()
    write(page, "max Mine { 3, 5 }")
    expect(page.locator(".verdict")).to_have_text("No mistakes found.")
    wait_for(page, lambda: page.evaluate("localStorage.getItem('gametree draft ')?.includes('Mine')"))
    page.goto("about:blank")
    page.goto(site + fragment_of({"text": "max Theirs { 1, 2 }"}))
    expect(page.locator(".cm-content")).to_contain_text("Theirs")
    expect(page.locator(".linked")).to_be_visible()
    write(page, "max Changed { 1, 2 }")
    wait_for(page, lambda: page.evaluate("Object.keys(localStorage).some(key => localStorage[key].includes('Changed'))"))
    page.reload()
    expect(page.locator(".cm-content")).to_contain_text("Changed")
    page.get_by_role("button", name="Back to my own tree").click()
    expect(page.locator(".cm-content")).to_contain_text("Mine")


def test_what_is_written_last_is_kept_when_a_link_is_opened(opened):
    page = opened()
    page.locator(".cm-content").press("Control+a")
    page.keyboard.insert_text("max Last { 3, 5 }")
    page.evaluate("location.hash = '#example=fractions'")
    expect(page.locator(".linked")).to_be_visible()
    page.get_by_role("button", name="Back to my own tree").click()
    expect(page.locator(".cm-content")).to_contain_text("Last")


def test_what_is_shared_opens_elsewhere(opened):
    page = opened(permissions=["clipboard-read", "clipboard-write"])
    text = 'tree "α ↑ </script><b>" { max { 3, 5 } }'
    write(page, text)
    for form, holds in [("copy a link", "#1"), ("copy a Markdown link", "[open this tree]("), ("copy the tree", "```tree\n")]:
        page.get_by_text("Share", exact=True).click()
        page.get_by_role("button", name=form).click()
        expect(page.locator(".notice")).to_have_text("Copied.")
        wait_for(page, lambda: holds in page.evaluate("navigator.clipboard.readText()"))
        copied = page.evaluate("navigator.clipboard.readText()")
        fragment = "#" + re.search(r"#([\w-]+)", copied)[1]
        other = opened(fragment)
        expect(other.locator(".cm-content")).to_contain_text(text[:30])
        expect(other.locator(".drawn h1")).to_contain_text("</script>")


def test_bad_links_end_in_a_message(opened):
    bomb = fragment_of({"text": "3 " * (8 << 20)})
    wrong = ["#1", "#1!!!", "#1abcd", "#2abc", "#step=3", bomb, fragment_of({"text": 3}), fragment_of(None), "#1" + "A" * (1 << 20)]
    for fragment in wrong:
        page = opened(fragment)
        expect(page.locator(".linked span")).to_contain_text(re.compile("This link is damaged or incomplete|Another version of the playground may have made it"))
        expect(page.locator(".linked button")).to_be_hidden()


def test_it_works_without_a_network_after_the_first_visit(opened, browser):
    context = browser.new_context(viewport=DESKTOP)
    page = opened(context=context)
    page.evaluate("navigator.serviceWorker.ready.then(() => true)")
    context.set_offline(True)
    page.reload()
    write(page, WRONG)
    expect(findings(page).first).to_contain_text("A is worth 3, not 4")
    context.close()


@pytest.mark.parametrize("trap", ["TRAP", "pictures"])
def test_a_trap_starts_the_server_again(opened, browser, noise, trap):
    """The server traps on a text at once, or only when it draws it."""
    context = browser.new_context(viewport=DESKTOP, service_workers="block")
    script = """const encode = TextEncoder.prototype.encode;
        let armed = false;
        TextEncoder.prototype.encode = function (text) {
            armed = text.includes('PLEASE') || armed && !text.includes('didChange') && !text.includes('didOpen');
            if (armed && text.includes('NAME')) throw new WebAssembly.RuntimeError('unreachable');
            return encode.call(this, text);
        };""".replace("NAME", "PLEASE" if trap == "TRAP" else "gametree.pictures")
    worker = (Path(PLAYGROUND) / "worker.js").read_text()
    context.route("**/worker.js", lambda route: route.fulfill(body=script + worker, content_type="text/javascript"))
    page = opened(context=context)
    write(page, WRONG)
    expect(findings(page).first).to_contain_text("A is worth 3, not 4")
    page.locator(".cm-content").press("Control+a")
    page.keyboard.insert_text("max PLEASE { 3 }")
    expect(page.locator(".notice")).to_contain_text("The checker crashed on this text.")
    if trap == "TRAP":
        expect(page.locator(".verdict")).to_have_text("Not checked.")
    write(page, WRONG.replace("= 4", "= 7"))
    expect(findings(page).first).to_contain_text("A is worth 3, not 7")
    expect(page.locator(".notice")).to_have_text("")
    context.close()
    expected = re.compile("Service Worker registration blocked|the checker stopped before it answered")
    noise[:] = [line for line in noise if not expected.search(line)]


@pytest.mark.parametrize("answer, reason", [
    (lambda route: route.abort(), "Failed to fetch"),
    (lambda route: route.fulfill(status=404, body="not here"), "the server answered 404"),
    (lambda route: route.fulfill(body="<!doctype html>Log in first"), "the file is incomplete or damaged"),
    (lambda route: route.fulfill(body=(Path(PLAYGROUND) / "gametree.wasm.xz").read_bytes()[:100_000]), "the file is incomplete or damaged"),
])
def test_what_cannot_be_loaded_is_said(opened, browser, noise, answer, reason):
    context = browser.new_context(service_workers="block")
    context.route("**/gametree.wasm.xz", answer)
    page = opened(context=context)
    expect(page.locator(".notice")).to_contain_text("The checker could not be loaded")
    expect(page.locator(".notice")).to_contain_text(reason)
    context.close()
    noise.clear()


def test_a_text_of_a_megabyte_is_checked_while_the_page_goes_on(opened):
    page = opened()
    leaves = ", ".join(str(value % 100) for value in range(260_000))
    text = f"max A = 98 {{ {leaves} }}"
    assert len(text) > 1_000_000
    page.locator(".cm-content").press("Control+a")
    page.keyboard.insert_text(text)
    # The menus work before the findings are there.
    page.get_by_text("Share", exact=True).click()
    expect(page.get_by_role("button", name="copy a link")).to_be_visible()
    expect(findings(page).first).to_contain_text("A is worth 99, not 98", timeout=60_000)
    # This many leaves in one ply are folded; drawing them would freeze the page for twenty seconds.
    expect(page.locator(".drawn .picture [data-node]")).to_have_count(1)


@pytest.mark.parametrize("size", [DESKTOP, PHONE], ids=["desktop", "phone"])
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_it_can_be_used_by_everybody(opened, size, scheme):
    page = opened(color_scheme=scheme)
    page.set_viewport_size(size)
    write(page, WRONG)
    expect(findings(page).first).to_contain_text("A is worth 3, not 4")
    expect(page.locator(".drawn .picture svg")).to_have_count(1)
    expect(page.locator(".hint").first).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert faults_of(page) == []


def test_one_file_works_from_a_disk(quiet):
    address = (Path(PLAYGROUND) / "gametree-playground.html").as_uri()
    page = quiet(address, lambda asked: asked.startswith((address, "blob:")))
    write(page, WRONG)
    expect(findings(page).first).to_contain_text("A is worth 3, not 4")
    page.get_by_text("Save", exact=True).click()
    for format, holds in [("svg", "<svg"), ("html", "<!doctype html>"), ("tree", WRONG)]:
        if not page.locator(".save > div").is_visible():
            page.get_by_text("Save", exact=True).click()
        with page.expect_download() as saved:
            page.locator(f".save button[value={format}]").click()
        assert Path(saved.value.path()).read_text().startswith(holds)
    page.get_by_text("Save", exact=True).click()
    with page.expect_download() as saved:
        page.locator(".save button[value=png]").click()
    assert Path(saved.value.path()).read_bytes().startswith(b"\x89PNG")


def random_texts(count):
    """The fixtures and examples, and texts that are made from two of them, cut and joined somewhere."""
    paths = [*(ROOT / "tests/fixtures").rglob("*.tree"), *(ROOT / "examples").rglob("*.tree")]
    texts = []
    for path in sorted(paths):
        text = path.read_bytes().decode("utf-8", "replace")
        if len(text) < 20_000:
            texts.append(text)
    dice = random.Random(7)
    made = []
    for _ in range(count):
        one, other = dice.choice(texts), dice.choice(texts)
        cut, begin = dice.randrange(len(one) + 1), dice.randrange(len(other) + 1)
        made.append((one[:cut] + other[begin:])[:5000])
    return texts + made


def test_the_server_in_the_page_answers_as_the_command_does(tmp_path):
    about = {"textDocument": {"uri": URI}}
    everything = {"start": {"line": 0, "character": 0}, "end": {"line": 100_000, "character": 0}}
    options = {"tabSize": 4, "insertSpaces": True}
    start = everything["start"]
    requests = [
        {"method": "textDocument/diagnostic", "params": about},
        {"method": "textDocument/inlayHint", "params": {**about, "range": everything}},
        {"method": "textDocument/semanticTokens/full", "params": about},
        {"method": "textDocument/formatting", "params": {**about, "options": options}},
        {"method": "textDocument/codeAction", "params": {**about, "range": everything, "context": {"diagnostics": []}}},
        {"method": "workspace/executeCommand", "params": {"command": "gametree.pictures", "arguments": [URI, start]}},
    ]
    kinds = {"codeActionKind": {"valueSet": ["quickfix"]}}
    client = {"capabilities": {"textDocument": {"diagnostic": {}, "codeAction": {"codeActionLiteralSupport": kinds}}}}
    texts = random_texts(5000)
    lines = "".join(json.dumps(text) + "\n" for text in texts)
    command = ["node", ROOT / "tests/foreign/playground.mjs", os.environ["GAMETREE_MODULE"], json.dumps(requests), json.dumps(client)]
    there = subprocess.run(command, input=lines, capture_output=True, text=True, check=True).stdout.splitlines()

    def frame(message):
        body = json.dumps({"jsonrpc": "2.0", **message}).encode()
        return b"Content-Length: %d\r\n\r\n%s" % (len(body), body)

    # Each text has an address of its own, since the server gives up questions about a text that is closed.
    (tmp_path / "gametree.toml").write_text("")
    messages = [frame({"id": 0, "method": "initialize", "params": client}), frame({"method": "initialized", "params": {}})]
    for place, text in enumerate(texts):
        uri = f"untitled:{place}"
        item = {"uri": uri, "languageId": "gametree", "version": 1, "text": text}
        messages.append(frame({"method": "textDocument/didOpen", "params": {"textDocument": item}}))
        for number, request in enumerate(requests):
            params = json.loads(json.dumps(request["params"]).replace(URI, uri))
            messages.append(frame({"id": place * len(requests) + number + 1, "method": request["method"], "params": params}))
    process = subprocess.Popen([os.environ["GAMETREE"], "lsp"], cwd=tmp_path, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
    feed = threading.Thread(target=lambda: [process.stdin.write(message) for message in messages] and process.stdin.flush())
    feed.start()
    answers = {}
    while len(answers) < len(texts) * len(requests) + 1:
        length = int(re.search(rb"Content-Length: (\d+)", process.stdout.readline())[1])
        process.stdout.readline()
        message = json.loads(process.stdout.read(length))
        if "id" in message and "method" not in message:
            answers[message["id"]] = message.get("result", message.get("error"))
    feed.join()
    process.kill()
    process.wait()
    for place, (text, line) in enumerate(zip(texts, there, strict=True)):
        here = [answers[place * len(requests) + number + 1] for number in range(len(requests))]
        expected = json.dumps(here).replace(f"untitled:{place}\"", f"{URI}\"")
        assert json.loads(line) == json.loads(expected), text


def test_the_practice_in_the_page_marks_as_the_command_does(tmp_path):
    course = ROOT / "examples/course"
    pairs = [(course / "exercises" / file.name, file) for file in sorted(course.glob("submissions/*/*.tree"))]
    pairs += [(folder / "exercise.tree", folder / "submission.tree") for folder in sorted((ROOT / "tests/homework").iterdir())]
    pairs = [(exercise, submitted) for exercise, submitted in pairs if exercise.exists() and submitted.exists()]
    asks = [{"mark": {"exercise": exercise.read_text(), "text": submitted.read_text()}} for exercise, submitted in pairs]
    lines = "".join(json.dumps(ask) + "\n" for ask in asks)
    command = ["node", ROOT / "tests/foreign/practice.mjs", Path(os.environ["GAMETREE_MODULE"]).with_name("practice.wasm")]
    there = subprocess.run(command, input=lines, capture_output=True, text=True, check=True).stdout.splitlines()
    judged = 0
    for (exercise, submitted), line in zip(pairs, there, strict=True):
        # A page has no `gametree.toml`, and no second file of the same student.
        (tmp_path / "answers").mkdir(exist_ok=True)
        copies = [shutil.copy(exercise, tmp_path), shutil.copy(submitted, tmp_path / "answers" / exercise.name)]
        command = [os.environ["GAMETREE"], "grade", *copies, "--format", "json"]
        here = json.loads(subprocess.run(command, capture_output=True, text=True, cwd=tmp_path).stdout)
        graded = here["submissions"][0]["exercises"][0]["graded"]
        marked = json.loads(line)
        if "error" in marked:
            assert "reveal never" in marked["error"], (submitted, marked)
            continue
        assert graded, (submitted, marked["total"], here)
        judged += 1
        worth = here["exercises"][0]["worth"]
        assert marked["total"].startswith(f"{graded['marks']} of {worth} mark"), submitted
        assert marked["mistakes"] == graded["mistakes"], submitted
        assert marked["alterations"] == [words for tree in graded["trees"] for words in tree["alterations"]], submitted
    assert judged > 20, judged


def test_what_is_sent_to_a_visitor_is_small():
    sizes = {name: len(gzip.compress((Path(PLAYGROUND) / name).read_bytes(), 9))
             for name in ["index.html", "site.css", "site.js", "worker.js", "examples.json", "gametree.wasm.xz", "practice.wasm.xz"]}
    second = sizes.pop("practice.wasm.xz")
    assert sizes["site.js"] < 170_000 and sum(sizes.values()) < 800_000 and second < 500_000, (sizes, second)
