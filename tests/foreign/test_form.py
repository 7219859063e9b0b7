"""A sheet as a page with fields, in Chromium: its text is the sheet, and right answers get full marks.

`.ci/run` sets this up as for test_page.py.
"""

import json
import os
import subprocess

import pytest

# A question of every kind, and names that mean something to HTML and to scripts.
EXERCISE = r"""
/// What does <b>alpha–beta</b> do here?
tree "</script><b>&\"" {
    max A = _ worth 1 plays _ worth 1 { left: min B [_, _] worth 1 { 3, 5 } right: min "C & <i>" <= _ worth 1 { 2, 8 } }
    expect leaves = _ worth 1
    expect visits _ worth 1
    ask windows worth 3
    ask pruned
}
tree "values" { max A { min B { 3, 5 } n: chance N { 1/2: 2 1/2: 8 } } ask values ask plays }
tree "returns" { max A { min B { 3, 5 } min C { 2, 8 } } ask returns }
tree "inverse" { max A = 4 { min B { _, 5 } min C { 2, 8 } } }
tree "set" { max A = 3 { min B { ?x, 5 } min C { 2, 8 } } expect x in _ worth 2 }
"""

# For each question, the fields with their answers; a mark is `True`.
ANSWERS = {
    "1.1": {"": ["3"]},
    "1.2": {"": ["left"]},
    "1.3": {"α": ["-inf"], "β": ["inf"]},
    "1.4": {"": ["2"]},
    "1.5": {"": ["3"]},
    "1.6": {"": ["3 5 2"]},
    "1.7": {"A": ["-∞", "∞"], "C & <i>": ["3", "inf"]},
    "1.8": {"the leaf 8": [True]},
    "2.1": {"A": ["5"], "B": ["3"], "N": ["5"]},
    "2.2": {"A": ["n"], "B": ["3"]},
    "3.1": {"A": ["=", "3"], "B": ["=", "3"], "C": ["<=", "2"]},
    "4.1": {"the 1st child of B": ["4"]},
    "5.1": {"": ["{3}"]},
}


def gametree(folder, *arguments):
    run = subprocess.run([os.environ["GAMETREE"], *arguments], cwd=folder, capture_output=True, text=True)
    assert run.returncode == 0, run.stderr
    return run.stdout


@pytest.fixture
def opened(quiet, tmp_path):
    """Opens the page of the exercise, which may ask for nothing but itself."""
    (tmp_path / "hw.tree").write_text(EXERCISE)
    (tmp_path / "hw.html").write_text(gametree(tmp_path, "sheet", "hw.tree", "--to", "html"))
    address = (tmp_path / "hw.html").as_uri()
    return lambda **options: quiet(address, lambda asked: asked == address, accept_downloads=True, **options)


def question(page, number):
    sets = page.locator("fieldset")
    numbers = [text.split(" ")[0] for text in sets.locator("legend").all_text_contents()]
    return sets.nth(numbers.index(number))


def field(asked, label):
    fields = asked.locator(".field")
    labels = [node.evaluate("field => field.firstChild.textContent.trim().replace(/ ?\\[$/, '')") for node in fields.all()]
    return fields.nth(labels.index(label))


def enter(page, number, label, values):
    entries = field(question(page, number), label).locator("input, select")
    assert entries.count() == len(values)
    for place, value in enumerate(values):
        entry = entries.nth(place)
        if value is True:
            entry.check()
        elif entry.evaluate("entry => entry.tagName") == "SELECT":
            entry.select_option(value)
        else:
            entry.fill(value)


def fill_in(page):
    for number, fields in ANSWERS.items():
        for label, values in fields.items():
            enter(page, number, label, values)


def test_an_empty_page_has_the_text_of_the_sheet(opened, tmp_path):
    assert opened().input_value("textarea") == gametree(tmp_path, "sheet", "hw.tree")


def test_right_answers_get_full_marks(opened, tmp_path):
    page = opened()
    fill_in(page)
    with page.expect_download() as download:
        page.click(".save")
    assert download.value.suggested_filename == "hw.tree"
    download.value.save_as(tmp_path / "ada" / "hw.tree")
    assert (tmp_path / "ada" / "hw.tree").read_text() == page.input_value("textarea")
    results = json.loads(gametree(tmp_path, "grade", "hw.tree", "ada/hw.tree", "--format", "json"))
    [submission] = results["submissions"]
    questions = [question for tree in submission["exercises"][0]["graded"]["trees"] for question in tree["questions"]]
    short = [(question["name"], question["marks"]) for question in questions if question["marks"] != question["worth"]]
    # At A and B of the first tree, the exercise has windows and values of its own to ask for; N has no best move.
    assert (short, len(questions)) == ([], len(ANSWERS))


@pytest.mark.parametrize("entry", ["2 // no", "2 }", "2 {", '2"', "[2", "2)"])
def test_an_entry_that_would_change_other_answers_is_left_out(opened, entry):
    page = opened()
    fill_in(page)
    text = page.input_value("textarea")
    enter(page, "1.4", "", [entry])
    enter(page, "1.7", "A", ["-inf", ""])
    page.locator("h1").click()
    left_out = text.replace("<= 2 worth 1", "<= _ worth 1").replace("max A [-∞, ∞]", "max A")
    assert page.input_value("textarea") == left_out
    report = page.text_content("[role=status]")
    assert report == ("Not yet in the text: 1.4 (a bracket or quotation mark has no partner, or there is `//`), "
                      "1.7 (one of its two numbers is missing).")
    assert page.locator("[aria-invalid=true]").count() == 3
    enter(page, "1.4", "", ["2"])
    enter(page, "1.7", "A", ["-∞", "∞"])
    page.locator("h1").click()
    assert (page.text_content("[role=status]"), page.input_value("textarea")) == ("", text)


def test_answers_survive_a_reload(opened):
    page = opened()
    fill_in(page)
    text = page.input_value("textarea")
    page.reload()
    assert page.input_value("textarea") == text


def test_a_click_on_a_node_leads_to_its_first_field(opened):
    page = opened()
    page.locator("section.tree").nth(1).locator("[data-node='4'] .shape").click()
    assert page.evaluate("document.activeElement.closest('.field').firstChild.textContent.trim()") == "N"
    assert page.locator(".drawing .now").count() == 1


@pytest.mark.parametrize("options", [
    {"color_scheme": "light"},
    {"color_scheme": "dark"},
    {"viewport": {"width": 390, "height": 844}, "is_mobile": True, "has_touch": True},
    {"forced_colors": "active"},
])
def test_the_page_is_accessible(opened, options):
    page = opened(**options)
    with open(os.environ["AXE"], encoding="utf-8") as axe:
        page.evaluate(axe.read())
    violations = page.evaluate("axe.run().then(result => result.violations)")
    assert [(violation["id"], [node["html"][:200] for node in violation["nodes"][:2]]) for violation in violations] == []
    assert page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth") <= 0
