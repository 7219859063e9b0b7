"""The page that `gametree render --to html` writes, in Chromium.

`.ci/run` sets this up: GAMETREE is the path of the command, AXE that of `axe.min.js`; Chromium is installed.
"""

import gzip
import html
import json
import os
import random
import re
import subprocess

import pytest

from conftest import wait_for
from test_pictures import ROOT, draw, located, trees

# At most so many steps of a page are compared with pictures, since each picture is a process of its own.
MOST_COMPARED = 20

# The texts and classes of a picture, in the page or parsed from what `render --step N` writes.
LOOK = """svg => {
    const skip = new Set(['open', 'done', 'now', 'path']);
    const classes = part => [...part.classList].filter(name => !skip.has(name)).sort().join(' ');
    const look = {};
    for (const part of svg.querySelectorAll('[data-node], [data-edge], [data-cut], [data-order]')) {
        if (part.getAttribute('display') === 'none') continue;
        const key = ['node', 'edge', 'cut', 'order'].map(slot => part.getAttribute('data-' + slot)).join('/');
        const texts = [part, ...part.querySelectorAll('*')].filter(text => text.localName === 'text' && text.textContent);
        if (part.hasAttribute('data-order') && !texts.length) continue;
        look[key] = [classes(part), ...texts.map(text => classes(text) + ': ' + text.textContent)];
    }
    return look;
}"""


def random_tree(seed):
    """A tree with up to four plies under random rules, with chance nodes, unknown leaves and labels."""
    dice = random.Random(seed)

    def node(depth):
        if depth == 0 or dice.random() < 0.15:
            return dice.choice(["?", "1/3", "-2.5"]) if dice.random() < 0.1 else str(dice.randint(-9, 9))
        kind = dice.choice(["max", "min", "max", "min", "chance"])
        count = 2 if kind == "chance" else dice.randint(1, 3)
        weights = ["a 0.25", "b 0.75"] if kind == "chance" else []
        labels = [f"{weight}: " for weight in weights] or [""] * count
        name = f" N{dice.randint(0, 10**9)}" if dice.random() < 0.5 else ""
        return f"{kind}{name} {{ {', '.join(label + node(depth - 1) for label in labels)} }}"

    rules = [
        dice.choice(["", "cut alpha > beta"]),
        dice.choice(["", "search fail-hard"]),
        dice.choice(["", "order right-to-left"]),
        dice.choice(["", "cutoffs shallow", "cutoffs none"]),
        dice.choice(["", "range [-10, 10]"]),
    ]
    return f"tree \"random {seed}\" {{ {' '.join(rules)} max R {{ {node(3)}, {node(3)} }} }}\n"


@pytest.fixture(scope="module")
def files(tmp_path_factory):
    """The folder, and the names of the files that can be drawn: examples, hostile names and random trees."""
    folder = tmp_path_factory.mktemp("pages")
    names = trees(folder)
    for seed in range(20):
        (folder / f"random{seed}.tree").write_text(random_tree(seed))
    pages = {}
    for name in names + [f"random{seed}" for seed in range(20)]:
        pages[name] = draw(folder, name, "html")
        (folder / f"{name}.html").write_text(pages[name])
    assert len(pages) > 60
    return folder, sorted(pages)


@pytest.fixture
def opened(quiet, files):
    """Opens pages, which may ask for nothing but themselves."""
    folder, _ = files

    def open_page(name, fragment="", **options):
        address = (folder / f"{name}.html").as_uri()
        return quiet(address + fragment, lambda asked: asked.split("#")[0] == address, **options)

    return open_page


def model(page):
    return json.loads(page.evaluate("document.getElementById('model').textContent"))


def written_model(page):
    """The model in the text of a page."""
    return json.loads(re.search(r'id="model">(.*?)</script>', page, re.S)[1])


def shown(folder, name, step, browser_page):
    svg = draw(folder, name, "svg", "--step", str(step))
    parse = "svg => new DOMParser().parseFromString(svg, 'image/svg+xml').documentElement"
    return browser_page.evaluate(f"svg => ({LOOK})(({parse})(svg))", svg)


# The looks of the picture in the page, at each of these steps in turn.
LOOKS = f"""async steps => {{
    const looks = [];
    for (const step of steps) {{
        location.hash = 'step=' + step;
        const shown = () => document.querySelector('output').textContent.startsWith(step + ' /');
        for (let waits = 0; !shown(); waits++) {{
            if (waits === 2000) throw new Error('waited in vain for step ' + step);
            await new Promise(done => setTimeout(done, 5));
        }}
        looks.push(({LOOK})(document.querySelector('.picture svg')));
    }}
    return looks;
}}"""


def test_every_step_is_the_picture_of_that_step_from_both_sides(opened, files):
    folder, names = files
    for name in names:
        page = opened(name)
        last = len(model(page)["steps"])
        steps = sorted({*range(0, min(last, MOST_COMPARED // 2)), *range(max(0, last - MOST_COMPARED // 2), last + 1)})
        pictures = {step: shown(folder, name, step, page) for step in steps}
        both_ways = steps + steps[::-1]
        for step, look in zip(both_ways, page.evaluate(LOOKS, both_ways), strict=True):
            assert look == pictures[step], (name, step)
        page.close()


def test_every_step_says_what_trace_says(files):
    folder, names = files
    for name in names:
        command = [os.environ["GAMETREE"], "trace", *located(folder, name), "--format", "json", "--reveal"]
        run = subprocess.run(command, cwd=folder, capture_output=True, text=True)
        traced = [json.loads(line) for line in run.stdout.splitlines()]
        traced = [line for line in traced if line["event"] not in ("begin", "end")]
        steps = written_model((folder / f"{name}.html").read_text())["steps"]
        assert [(step["event"], step["node"], step["say"]) for step in steps] == [
            (line["event"], line["node"], line["why"]) for line in traced
        ], name
        spelt = lambda text: text.replace("-", "−").replace("inf", "∞")
        for step, line in zip(steps, traced):
            for end in ("alpha", "beta"):
                known = line[end]
                known = spelt(known) if isinstance(known, str) else " to ".join(spelt(part) for part in known)
                assert step[end] == known, (name, step)


def test_the_line_of_numbers_shows_what_a_sum_can_become(opened):
    page = opened("expectimax 2")
    steps = model(page)["steps"]
    [place, *_] = [place for place, step in enumerate(steps) if "possible" in step]
    assert (steps[place]["possible"], steps[place]["say"]) == (
        ["0", "2"], "M1 returns 2, with probability 0.5: the sum is 1; with 0.5 to come, it ends from 0 to 2")
    page.evaluate(f"location.hash = 'step={place + 1}'")
    wait_for(page, lambda: page.locator(".possible").count() == 1)
    # The values of the leaves are -1 to 2, and are spread over 280 units.
    assert abs(float(page.get_attribute(".possible", "width")) - 280 * 2 / 3) < 0.1


def test_keys_buttons_and_clicks_move_through_the_search(opened):
    page = opened("aima-figure-5-2")
    at = lambda: int(page.text_content("output").split("/")[0])
    last = len(model(page)["steps"])
    for key, place in [("ArrowRight", 1), ("ArrowRight", 2), ("ArrowLeft", 1), ("End", last), ("Home", 0)]:
        page.keyboard.press(key)
        assert at() == place, key
    page.keyboard.press("c")
    assert page.text_content(".event") == "cutoff"
    assert page.text_content(".say") == "2 ≤ α = 3: an α-cutoff; C is worth at most 2, c2 and c3 are skipped"
    assert page.locator(".code .runs").all_text_contents() == [
        "if α ≥ β: skip the rest (α-cutoff)"
    ]
    page.keyboard.press("ArrowUp")
    assert page.text_content(".where") == "MAX A"
    for name, place in [("last", last), ("back", last - 1), ("first", 0), ("forward", 1)]:
        page.click(f"footer .{name}")
        assert at() == place, name
    # The button that was clicked has the focus.
    for key, place in [("ArrowRight", 2), ("ArrowLeft", 1)]:
        page.keyboard.press(key)
        assert at() == place, key
    page.evaluate("document.activeElement.blur()")
    page.keyboard.press("ArrowRight")
    assert (page.text_content(".event"), page.text_content(".where")) == ("enter", "MIN B")
    page.keyboard.press("ArrowDown")
    assert (page.text_content(".event"), page.text_content(".where")) == ("return", "MIN B")


def test_a_click_on_a_node_shows_when_the_search_comes_to_it(opened):
    page = opened("aima-figure-5-2")
    for node, about in enumerate(model(page)["nodes"]):
        page.dispatch_event(f".picture [data-node='{node}']", "click")
        step = model(page)["steps"][int(page.text_content("output").split("/")[0]) - 1]
        entered = step["node"] == node and step["event"] in ("enter", "evaluate")
        skipped = [node, "state", "skipped"] in step["set"] and step["event"] == "cutoff"
        assert entered or skipped, about
    page.dispatch_event(".source [data-of='5']", "click")
    assert page.text_content(".where") == "MIN C"


def test_a_link_leads_to_a_step_and_play_goes_on_to_the_end(opened):
    page = opened("aima-figure-5-2")
    page.goto(page.url.split("#")[0] + "#step=20")
    wait_for(page, lambda: page.text_content("output") == "20 / 26")
    page.select_option("select", "fast")
    page.click(".play")
    assert page.get_attribute(".play", "aria-label") == "Pause"
    wait_for(page, lambda: page.get_attribute(".play", "aria-label") == "Play")
    assert page.text_content("output") == "26 / 26"


def test_a_link_leads_to_its_step_even_if_the_page_writes_another_address_first(opened):
    page = opened("aima-figure-5-2")
    page.evaluate("location.hash = 'step=20'; history.replaceState(null, '', '#step=0')")
    wait_for(page, lambda: page.text_content("output") == "20 / 26")
    wait_for(page, lambda: page.url.endswith("#step=20"))


def test_arrows_lead_from_node_to_node(opened):
    page = opened("aima-figure-5-2")
    page.focus(".picture [data-node='0']")
    focused = lambda: page.evaluate("document.activeElement.getAttribute('data-node')")
    for key, node in [("ArrowDown", "1"), ("ArrowRight", "5"), ("ArrowDown", "6"), ("ArrowUp", "5"), ("ArrowLeft", "1")]:
        page.keyboard.press(key)
        assert focused() == node, key
    assert page.locator(".picture [tabindex='0']").count() == 1
    page.keyboard.press("Enter")
    assert page.text_content(".where") == "MIN B"


def answer(page, question, right):
    """Fills in the form, rightly or wrongly, and sends it."""
    kind, answers = question["kind"], question["answer"]
    if kind == "window":
        page.fill("[name=alpha]", answers[0] if right else "12345")
        page.fill("[name=beta]", answers[1])
    elif kind == "cut":
        other = {"on": "cut", "cut": "on"}[answers[0]]
        page.check(f"[name=cut][value={answers[0] if right else other}]")
    elif kind == "return":
        page.select_option("[name=bound]", answers[0])
        page.fill("[name=value]", answers[1] if right else "12345")
    else:
        wrong = [choice for choice in question["choices"] if choice not in answers]
        page.select_option("[name=move]", answers[0] if right else wrong[0])
    page.click(".question button")


def play_quiz(page, right):
    """Goes through the quiz, and returns the sentences that follow the answers."""
    page.click(".modes .quiz")
    about = model(page)
    questions, sentences, asked = about["questions"], [], 0
    for _ in range(5 * len(about["steps"]) + len(questions)):
        if page.is_visible(".question"):
            question = questions[asked]
            assert page.text_content(".ask") == question["ask"]
            hidden = [".source", ".all", ".slider", ".last", ".play"]
            assert not any(page.is_visible(place) for place in hidden)
            assert not page.evaluate("document.querySelector('.strike:not([display])') !== null") or asked > 0
            before = page.text_content("output")
            page.click("footer .forward")
            assert page.text_content("output") == before, "a question waits"
            answer(page, question, right)
            sentences.append((page.text_content(".say"), question))
            asked += 1
        elif page.text_content("output") == f"step {len(about['steps'])}":
            break
        else:
            page.click("footer .forward")
    assert asked == len(questions) > 0
    return sentences, about


@pytest.mark.parametrize("name", ["aima-figure-5-2", "chance", "hostile", "random3", "random7"])
def test_a_quiz_answered_rightly_has_the_full_score(opened, name):
    page = opened(name)
    sentences, _ = play_quiz(page, right=True)
    assert all(sentence.startswith("Right.") for sentence, _ in sentences)
    score = page.text_content(".score")
    assert score and all(part.split(": ")[1].split(" of ")[0] + " right" == part.split(" of ")[1] for part in score.split(" · "))


@pytest.mark.parametrize("name", ["aima-figure-5-2", "chance", "hostile"])
def test_a_quiz_answered_wrongly_has_no_score_and_shows_every_reason(opened, name):
    page = opened(name)
    sentences, about = play_quiz(page, right=False)
    last = {question["before"]: question["ask"] for question in about["questions"]}
    for sentence, question in sentences:
        assert sentence.startswith("No. ")
        step = question["before"]
        # The reason follows once nothing more is asked about the step.
        if step < len(about["steps"]) and last[step] == question["ask"]:
            assert sentence.endswith(about["steps"][step]["say"])
    assert all(" 0 of " in f" {part.split(': ')[1]}" for part in page.text_content(".score").split(" · "))


def test_a_quiz_takes_numbers_in_any_notation_and_asks_only_what_is_wanted(opened):
    page = opened("aima-figure-5-2")
    page.click(".modes .quiz")
    for kind in ["cut", "return", "move"]:
        page.uncheck(f".kinds [value={kind}]")
    notations = [("-inf", "∞"), ("−∞", "+Infinity"), ("6/2", "inf"), ("3.0", "oo")]
    for alpha, beta in notations:
        while not page.is_visible(".question"):
            page.click("footer .forward")
        page.fill("[name=alpha]", alpha)
        page.fill("[name=beta]", beta)
        page.keyboard.press("Enter")
        assert page.text_content(".say").startswith("Right."), (alpha, beta)
    assert page.text_content(".score") == "windows: 4 of 4 right"
    page.click(".modes .watch")
    assert page.is_visible(".slider") and page.text_content("output") == "0 / 26"


def act(page, step):
    """Does what the search does in this step."""
    if step["event"] in ("enter", "evaluate"):
        page.dispatch_event(f".picture [data-node='{step['node']}']", "click")
    else:
        page.click(f".acts [value={step['event']}]")


@pytest.mark.parametrize("name", ["aima-figure-5-2", "chance", "hostile", "random3", "random7"])
def test_whoever_searches_rightly_comes_to_the_end_with_the_full_score(opened, name):
    page = opened(name)
    page.click(".modes .search")
    steps = model(page)["steps"]
    done = 0
    for place, step in enumerate(steps):
        if step["event"] in ("enter", "evaluate", "cutoff", "return"):
            assert page.text_content("output") == f"step {place}", "the page takes the steps that leave no choice"
            act(page, step)
            done += 1
    assert page.text_content("output") == f"step {len(steps)}"
    assert page.text_content(".score") == f"{done} of {done} right on the first try"
    assert page.text_content(".say").endswith("The search is complete.")


def test_whoever_searches_wrongly_is_told_why_and_goes_on(opened):
    page = opened("aima-figure-5-2")
    page.click(".modes .search")
    steps = model(page)["steps"]
    called = [node["called"] for node in model(page)["nodes"]]
    wrong = 0
    for step in (step for step in steps if step["event"] in ("enter", "evaluate", "cutoff", "return")):
        before = page.text_content("output")
        other = next(node for node in range(len(called)) if node != step["node"])
        for event, node in [("enter", other), ("cutoff", None), ("return", None)]:
            if event != step["event"]:
                act(page, {"event": event, "node": node})
                said = page.text_content(".say")
                assert said.startswith("No. ") and called[step["node"]] in said, said
                if step["event"] in ("cutoff", "return"):
                    assert step["say"] in said
        assert page.text_content("output") == before, "a wrong step changes nothing"
        wrong += 1
        act(page, step)
        assert step["say"] in page.text_content(".say")
    assert page.text_content(".score") == f"0 of {wrong} right on the first try"
    # Going back changes no score, and nothing can be done twice.
    page.click("footer .back")
    page.click(".acts [value=return]")
    assert page.text_content(".say") == "You have taken this step. Press → to get back to the newest one."
    page.click(".modes .watch")
    assert not page.is_visible(".acts") and page.text_content(".score") == ""


@pytest.mark.parametrize("mode", ["quiz", "search"])
def test_a_link_opens_the_page_in_a_mode(opened, mode):
    page = opened("aima-figure-5-2", fragment=f"#{mode}")
    assert page.get_attribute(f".modes .{mode}", "aria-pressed") == "true"
    assert page.text_content("output") == "step 0" and not page.is_visible(".source")


@pytest.mark.parametrize("mode", ["quiz", "search"])
def test_no_key_and_no_click_leads_ahead_of_the_reader(opened, mode):
    page = opened("aima-figure-5-2")
    page.click(f".modes .{mode}")
    page.evaluate("document.activeElement.blur()")
    for key in ["End", "c", "ArrowDown", "ArrowUp", "ArrowRight", " "]:
        page.keyboard.press(key)
        assert page.text_content("output") in ("step 0", "step 1"), key
        page.evaluate("document.activeElement.blur()")
    page.dispatch_event(".picture [data-node='5']", "click")
    page.evaluate("location.hash = 'step=20'")
    page.wait_for_timeout(100)
    assert page.text_content("output") in ("step 0", "step 1")
    assert page.evaluate(f"Object.values(({LOOK})(document.querySelector('.picture svg'))).flat()"
                         ".filter(text => /window|bound|order/.test(text)).length") <= 1


@pytest.mark.parametrize("options", [
    {"color_scheme": "light"},
    {"color_scheme": "dark"},
    {"viewport": {"width": 390, "height": 844}, "is_mobile": True, "has_touch": True},
    {"forced_colors": "active"},
    {"mode": "quiz"},
    {"mode": "search"},
])
def test_the_page_is_accessible(opened, options):
    for name in ["aima-figure-5-2", "chance", "hostile"]:
        page = opened(name, **{key: value for key, value in options.items() if key != "mode"})
        if "mode" in options:
            page.click(f".modes .{options['mode']}")
        else:
            page.keyboard.press("c")
            page.click("summary")
        axe = open(os.environ["AXE"], encoding="utf-8").read()
        # The policy of the page forbids scripts that are added, so axe is run by the debugger.
        page.evaluate(axe)
        violations = page.evaluate("axe.run().then(result => result.violations)")
        problems = [(violation["id"], [node["html"][:200] for node in violation["nodes"][:2]]) for violation in violations]
        assert problems == [], (name, options)
        wide = page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth")
        assert wide <= 0, "the page is wider than the screen"


def test_the_page_plays_in_the_frame_of_a_notebook(files, browser):
    folder, _ = files
    inner = html.escape((folder / "aima-figure-5-2.html").read_text())
    (folder / "frame.html").write_text(f'<!doctype html><iframe srcdoc="{inner}" sandbox="allow-scripts"></iframe>')
    page, said = browser.new_page(), []
    page.on("console", lambda message: said.append(message.text))
    page.on("pageerror", lambda error: said.append(str(error)))
    page.goto((folder / "frame.html").as_uri())
    frame = page.frames[1]
    frame.locator("footer .forward").click()
    # Elsewhere, the page changes its address 0.3 seconds after a step.
    page.wait_for_timeout(600)
    assert frame.locator("footer output").text_content().startswith("1 / ")
    assert said == []


def test_the_page_keeps_its_budgets(files):
    folder, _ = files
    page = (folder / "aima-figure-5-2.html").read_text()
    assert len(page.encode()) <= 40 * 1024
    assert len((folder / "twenty-seven-leaves 1.html").read_text().encode()) <= 65 * 1024
    shell = re.sub(r'<script type="application/json".*?</script>|<svg xmlns.*?</svg>', "", page, flags=re.DOTALL)
    assert len(gzip.compress(shell.encode())) <= 9 * 1024
    steps = written_model(page)["steps"]
    compact = json.dumps(steps, ensure_ascii=False, separators=(",", ":"))
    assert len(compact.encode()) / len(steps) <= 250
    assert "http" not in page.replace("http://www.w3.org/2000/svg", "").replace("http-equiv", "")
