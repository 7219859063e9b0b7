"""The tour in Chromium: each lesson is solved by its keys and not by its starts.

`.ci/run` sets this up, as for test_playground.py.
"""

import json
import re

import pytest
from playwright.sync_api import expect

from conftest import DESKTOP, PHONE, PLAYGROUND, ROOT, faults_of, wait_for

pytestmark = pytest.mark.skipif(not PLAYGROUND, reason="the tour was not built")

LESSONS = sorted(path.name for path in (ROOT / "web/tour").iterdir())
LOADED = re.compile("^(?!The checker is being loaded)")


@pytest.fixture
def opened(quiet, site):
    """Opens a lesson, or the first page; they may ask for nothing but files of the site."""

    def open_page(lesson="", context=None, **options):
        options = {} if context else {"viewport": DESKTOP, **options}
        address = f"{site}tour/{lesson}/" if lesson else f"{site}tour/"
        return quiet(address, lambda asked: asked.startswith((site, "data:")), context, **options)

    return open_page


def blocks(page):
    """The blocks that the script of a lesson makes work, each with its place in the page."""
    found = json.loads(page.locator("#blocks").text_content())
    return [(block, page.locator(f"#block-{number}")) for number, block in enumerate(found)]


def write(page, place, text):
    place.locator(".cm-content").click()
    page.keyboard.press("Control+a")
    page.keyboard.insert_text(text)


@pytest.mark.parametrize("lesson", LESSONS)
def test_keys_solve_a_lesson_and_starts_do_not(opened, lesson):
    page = opened(lesson)
    names = set()
    for block, place in blocks(page):
        kind, name = block["kind"], block["name"]
        verdict = place.locator(".verdict")
        place.scroll_into_view_if_needed()
        if kind == "stepper":
            place.locator(".forward").click()
            expect(place.locator("output")).to_have_text(re.compile("^1 / "))
        elif kind == "quiz":
            place.get_by_role("button", name="Start the quiz").click()
            expect(place.locator(".question")).to_be_visible()
        elif kind == "fault":
            names.add(name)
            answers = place.locator(".answers button")
            expect(answers).not_to_have_count(0)
            for number in range(answers.count()):
                answers.nth(number).click()
                expect(answers.nth(number)).to_have_class(re.compile("right|wrong"))
                if "Found." in verdict.text_content():
                    break
                expect(place).not_to_have_class(re.compile("solved"))
            expect(verdict).to_contain_text("This student follows a wrong rule")
            expect(place).to_have_class(re.compile("solved"))
        else:
            names.add(name)
            expect(verdict).to_have_text(LOADED)
            expect(place).not_to_have_class(re.compile("solved"))
            key = (ROOT / f"web/tour/{name}.key.tree").read_text()
            write(page, place, key)
            expect(verdict).to_have_text("Solved.")
            expect(place).to_have_class(re.compile("solved"))
            if kind == "write":
                expect(place.locator(".sheet pre")).to_contain_text("_")
    wait_for(page, lambda: page.evaluate("Object.keys(localStorage).filter(key => key.includes(' solved ')).length") == len(names))
    page.get_by_role("link", name="gametree tour").click()
    expect(page.locator(f"[data-lesson='{lesson}'] .progress")).to_have_text(f"{len(names)} of {len(names)} solved")


def test_an_altered_tree_solves_nothing(opened):
    page = opened("01-minimax")
    [(block, place), *_] = [it for it in blocks(page) if it[0]["kind"] == "exercise"]
    key = (ROOT / f"web/tour/{block['name']}.key.tree").read_text()
    leaf = re.search(r"[{,] (\d+)[, ]", key)
    larger = key[: leaf.start(1)] + "99" + key[leaf.end(1) :]
    write(page, place, larger)
    expect(place.locator(".verdict")).to_contain_text(re.compile("Only change the answers|mistake"))
    expect(place).not_to_have_class(re.compile("solved"))


def test_marks_say_why_an_answer_is_wrong_where_the_checker_hides_it(opened):
    page = opened("06-deep-cutoffs")
    [(block, place)] = [it for it in blocks(page) if it[0]["name"].endswith("/windows")]
    key = (ROOT / f"web/tour/{block['name']}.key.tree").read_text().replace("    reveal answers\n", "")
    wrong = key.replace("min C [5, inf]", "min C [7, inf]")
    assert wrong != key
    write(page, place, wrong.replace("min F [5, 9]", "min F [_, _]"))
    expect(place.locator(".findings")).to_contain_text("your marks give the reason once no answer is missing")
    expect(place.locator(".marks .points")).to_have_count(0)
    write(page, place, wrong)
    expect(place.locator(".verdict")).to_contain_text("1 mistake.")
    expect(place.locator(".marks .points")).to_contain_text("the right answer is [5, inf]")
    expect(place).not_to_have_class(re.compile("solved"))


def test_what_is_written_and_solved_is_kept_until_the_reader_forgets_it(opened):
    page = opened("01-minimax")
    [(block, place), *_] = [it for it in blocks(page) if it[0]["kind"] == "exercise"]
    write(page, place, (ROOT / f"web/tour/{block['name']}.key.tree").read_text() + "// mine\n")
    expect(place.locator(".verdict")).to_have_text("Solved.")
    page.reload()
    expect(place.locator(".cm-content")).to_contain_text("// mine")
    expect(place).to_have_class(re.compile("solved"))
    place.get_by_role("button", name="Start again").click()
    expect(place.locator(".cm-content")).to_contain_text("_")
    expect(place.locator(".verdict")).to_have_text("Answers are missing.")
    page.get_by_role("link", name="gametree tour").click()
    page.on("dialog", lambda dialog: dialog.accept())
    page.get_by_role("button", name="Forget it").click()
    expect(page.locator("[data-lesson='01-minimax'] .progress")).to_have_text("")
    page.reload()
    expect(page.get_by_role("button", name="Forget it")).to_be_hidden()


def test_an_exercise_opens_in_the_playground(opened):
    page = opened("01-minimax")
    [(_, place), *_] = [it for it in blocks(page) if it[0]["kind"] == "exercise"]
    with page.expect_popup() as popup:
        place.get_by_role("link", name="Open in the playground").click()
    expect(popup.value.locator(".editor .cm-content")).to_contain_text("_")
    popup.value.close()


def test_it_works_without_a_network_after_the_first_visit(opened, browser):
    context = browser.new_context(viewport=DESKTOP)
    page = opened(context=context)
    page.evaluate("navigator.serviceWorker.ready.then(() => true)")
    context.set_offline(True)
    page.get_by_role("link", name="Minimax").click()
    [(block, place), *_] = [it for it in blocks(page) if it[0]["kind"] == "exercise"]
    write(page, place, (ROOT / f"web/tour/{block['name']}.key.tree").read_text())
    expect(place.locator(".verdict")).to_have_text("Solved.")
    context.close()


def test_lessons_follow_each_other(opened):
    page = opened()
    page.locator(".lessons a").first.click()
    for lesson in LESSONS:
        assert page.url.endswith(f"/tour/{lesson}/")
        page.locator("nav a").last.click()
    assert page.url.endswith("/tour/")


@pytest.mark.parametrize("size", [DESKTOP, PHONE], ids=["desktop", "phone"])
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_it_can_be_used_by_everybody(opened, size, scheme):
    for lesson in ["", "01-minimax", "05-bounds", "08-order", "11-your-own"]:
        page = opened(lesson, viewport=size, color_scheme=scheme)
        for block, place in blocks(page) if lesson else []:
            place.scroll_into_view_if_needed()
            if block["kind"] == "fault":
                expect(place.locator(".answers button")).not_to_have_count(0)
            elif block["kind"] not in ("stepper", "quiz"):
                expect(place.locator(".verdict")).to_have_text(LOADED)
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), lesson
        assert faults_of(page) == [], lesson
        page.close()
