"""Pictures for LaTeX, Graphviz and Mermaid, drawn by these.

`.ci/run` sets this up: GAMETREE is the path of the command, MERMAID that of `mermaid.min.js`; Chromium is installed.
"""

import os
import re
import shutil
import subprocess
import unicodedata
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]

# Every character that means something to one of the formats.
HOSTILE = r"""
tree "</script><b>&\"\\}%$#_^~" {
    max "</script><b>&\"\\}%$#_^~" {
        "\\input{x}": min "a[b],c=d;`'|\u{202e}" { 3, -5 }
        "<!--": 5,
        "é|}{]--> &lt; %%{": min "end subgraph" { 1, 1/3 }
    }
}
"""
CHANCE = """
tree "chance" {
    range [-10, 10]
    max A { a: 9 b: chance B { heads 1/2: 3, tails 1/2: min C { -9, ? } } c: min D { 4, ... } }
}
"""


def trees(folder):
    """All trees of the examples, and two more; a tree of several in a file is called `file 2`."""
    files = {path.stem: path.read_text() for path in sorted((ROOT / "examples").glob("*.tree"))}
    files |= {"hostile": HOSTILE, "chance": CHANCE}
    names = []
    for name, text in files.items():
        (folder / f"{name}.tree").write_text(text)
        titles = re.findall(r'^tree "(.*)" {', text, flags=re.MULTILINE)
        names += [f"{name} {place}" for place in range(1, len(titles) + 1)] if len(titles) > 1 else [name]
    return sorted(names)


def located(folder, name):
    """The arguments that name a tree."""
    stem, _, place = name.partition(" ")
    if not place:
        return [f"{stem}.tree"]
    titles = re.findall(r'^tree "(.*)" {', (folder / f"{stem}.tree").read_text(), flags=re.MULTILINE)
    return [f"{stem}.tree", "--tree", titles[int(place) - 1]]


def draw(folder, name, kind, *options):
    """A picture of a tree."""
    command = [os.environ["GAMETREE"], "render", *located(folder, name), "--to", kind, "--reveal", *options]
    run = subprocess.run(command, cwd=folder, capture_output=True, text=True)
    assert run.returncode == 0, run.stderr
    return run.stdout


def pictures(folder, kind, *options):
    drawn = {name: draw(folder, name, kind, *options) for name in trees(folder)}
    assert {"hostile", "chance", "aima-figure-5-2", "expectimax 6"} <= drawn.keys()
    return drawn


def texts(svg):
    """What is written in the nodes of an SVG picture, without the spaces."""
    return [re.sub(r"\s", "", text) for text in re.findall(r'<text class="(?:value|name)[^>]*>([^<]*)<', svg)]


@pytest.mark.parametrize("kind", ["tikz", "forest"])
def test_latex_typesets_it(tmp_path, kind):
    drawn = pictures(tmp_path, kind) | {"folded": draw(tmp_path, "hostile", kind, "--plies", "1")}
    for name, picture in drawn.items():
        (tmp_path / f"{name}.tex").write_text(picture)
        options = ["-interaction=nonstopmode", "-halt-on-error", "-no-shell-escape"]
        run = subprocess.run(["pdflatex", *options, f"{name}.tex"], cwd=tmp_path, capture_output=True)
        assert run.returncode == 0, (name, run.stdout[-2000:])
        about = subprocess.run(["pdfinfo", f"{name}.pdf"], cwd=tmp_path, capture_output=True, text=True, check=True)
        assert re.search(r"Pages: +1\n", about.stdout), (name, "one page")
    words = subprocess.run(["pdftotext", "hostile.pdf", "-"], cwd=tmp_path, capture_output=True, text=True, check=True)
    for label in [r"\input{x}", "</script><b>&", "a[b],c=d;"]:
        assert label in words.stdout


# Letters of several alphabets, and texts beside nodes and on edges that are wider than the nodes.
LONG = """max "a very long name for a root node" {
  "first move": min "the player who moves second" { "left and further left": 3, "right and further right": 12 }
  "второй ход": min "Ελληνικά" { x: 2, y: max "deeper, and with a long name" { 4, 6 } }
  third: min D { 14, "a leaf with a label": 5 }
}"""


def boxes(pdf):
    """The words of a PDF with the corners of each."""
    run = subprocess.run(["pdftotext", "-bbox", pdf, "-"], capture_output=True, text=True, check=True)
    corners = r'<word xMin="([\d.-]+)" yMin="([\d.-]+)" xMax="([\d.-]+)" yMax="([\d.-]+)">([^<]*)<'
    return [(word, [float(x) for x in corner]) for *corner, word in re.findall(corners, run.stdout)]


@pytest.mark.parametrize("kind", ["tikz", "forest", "sheet"])
def test_other_engines_of_latex_have_letters_of_all_alphabets(tmp_path, kind):
    (tmp_path / "it.tree").write_text(f"tree {{ {LONG} ask values }}" if kind == "sheet" else LONG)
    command = ["render", "it.tree", "--to", kind] if kind != "sheet" else ["sheet", "it.tree", "--to", "tex"]
    command += ["--output", "it.tex"]
    subprocess.run([os.environ["GAMETREE"], *command], cwd=tmp_path, check=True)
    subprocess.run(["lualatex", "-halt-on-error", "it.tex"], cwd=tmp_path, capture_output=True, check=True)
    words = {word for word, _ in boxes(tmp_path / "it.pdf")}
    assert {"второй", "Ελληνικά", "further"} <= words, words


def test_forest_leaves_room_for_what_is_beside_nodes_and_on_edges(tmp_path):
    (tmp_path / "it.tree").write_text(re.sub("[^\x00-\x7f]", "m", LONG))
    subprocess.run([os.environ["GAMETREE"], "render", "it.tree", "--to", "forest", "--output", "it.tex"],
                   cwd=tmp_path, check=True)
    subprocess.run(["pdflatex", "-halt-on-error", "it.tex"], cwd=tmp_path, capture_output=True, check=True)
    words = boxes(tmp_path / "it.pdf")
    assert len(words) > 30
    for at, (word, (left, top, right, bottom)) in enumerate(words):
        for other, (left2, top2, right2, bottom2) in words[:at]:
            wide, high = min(right, right2) - max(left, left2), min(bottom, bottom2) - max(top, top2)
            # The boxes of lines reach a little into each other.
            assert wide <= 0.1 or high <= 2.5, (word, other)


@pytest.mark.parametrize("kind", ["tikz", "forest"])
def test_a_fragment_needs_only_the_packages(tmp_path, kind):
    document, fragment = [draw_one(tmp_path, kind, *options) for options in ([], ["--fragment"])]
    assert fragment in document and "documentclass" not in fragment
    (tmp_path / "it.tex").write_text(
        "\\documentclass{article}\\usepackage[edges]{forest}\\usetikzlibrary{shapes.geometric}\n"
        f"\\begin{{document}}One: {fragment} Two: {fragment}\\end{{document}}\n"
    )
    subprocess.run(["pdflatex", "-halt-on-error", "it.tex"], cwd=tmp_path, capture_output=True, check=True)


def test_readers_open_pdf_and_png(tmp_path, browser):
    for name in ["hostile", "aima-figure-5-2"]:
        trees(tmp_path)
        for kind in ["pdf", "png"]:
            draw(tmp_path, name, kind, "--output", f"{name}.{kind}")
        words = subprocess.run(["pdftotext", f"{name}.pdf", "-"], cwd=tmp_path, capture_output=True, text=True, check=True)
        assert "cut at α ≥ β · fail-soft" in words.stdout
        about = subprocess.run(["pdfinfo", f"{name}.pdf"], cwd=tmp_path, capture_output=True, text=True, check=True)
        assert re.search(r"Pages: +1\n", about.stdout)
        fonts = subprocess.run(["pdffonts", f"{name}.pdf"], cwd=tmp_path, capture_output=True, text=True, check=True)
        assert fonts.stdout.count("GametreeSans") == 2
        page = browser.new_page()
        page.goto((tmp_path / f"{name}.png").as_uri())
        assert page.evaluate("document.images[0].naturalWidth") > 500
        page.close()


def draw_one(folder, kind, *options):
    trees(folder)
    return draw(folder, "aima-figure-5-2", kind, *options)


def test_graphviz_draws_every_node_at_its_place(tmp_path):
    if shutil.which("neato") is None:
        pytest.fail("Graphviz is missing")
    for name, picture in pictures(tmp_path, "dot").items():
        for command in (["neato", "-n2", "-Tsvg"], ["dot", "-Tsvg"]):
            run = subprocess.run(command, input=picture, capture_output=True, text=True)
            assert (run.returncode, run.stderr) == (0, ""), (name, run.stderr)
            assert run.stdout.count('class="node"') == picture.count("[shape="), name
    plain = subprocess.run(
        ["neato", "-n2", "-Tplain"], input=draw_one(tmp_path, "dot"), capture_output=True, text=True, check=True
    ).stdout
    rows = [line.split() for line in plain.splitlines() if line.startswith("node ")]
    across = {row[1]: float(row[2]) for row in rows}
    # In Figure 5.2, the middle child is below its parent.
    assert abs(across["n0"] - across["n5"]) < 0.02
    assert across["n1"] < across["n5"] < across["n9"]


def test_mermaid_draws_it(tmp_path, browser):
    page = browser.new_page()
    page.set_content("<!doctype html><title>Mermaid</title>")
    page.add_script_tag(path=os.environ["MERMAID"])
    page.evaluate("mermaid.initialize({startOnLoad: false})")
    for name, picture in pictures(tmp_path, "mermaid").items():
        svg = page.evaluate("async text => (await mermaid.render('it', text)).svg", picture)
        page.set_content(f"<!doctype html>{svg}")
        page.add_script_tag(path=os.environ["MERMAID"])
        shown = re.sub(r"\s", "", page.evaluate("document.body.textContent"))
        for text in texts(draw(tmp_path, name, "svg")):
            text = text.replace("&lt;", "<").replace("&gt;", ">").replace("&quot;", '"').replace("&apos;", "'")
            assert text.replace("&amp;", "&") in shown, (name, text)
    page.close()


# Letters and quotation marks that the oldest fonts of LaTeX lack.
EUROPEAN = "„Überlegung“ «ð» ß Łódź"


@pytest.fixture
def exercises(tmp_path):
    """The exercises of the course, and one with hostile names."""
    shutil.copytree(ROOT / "examples" / "course" / "exercises", tmp_path, dirs_exist_ok=True)
    hostile = HOSTILE.replace("3, -5 }", "3, -5 } ", 1).rstrip().removesuffix("}")
    (tmp_path / "hostile.tree").write_text(
        f"/// {{\\input{{x}} <b>&\"%$#_^~}}\n/// {EUROPEAN}\n{hostile.strip()} ask values ask windows }}\n")
    return tmp_path


def printed(folder, kind, *options):
    command = [os.environ["GAMETREE"], "sheet", ".", "--to", kind, "--output", f"it.{kind}", *options]
    subprocess.run(command, cwd=folder, check=True)
    if kind == "tex":
        latex = ["pdflatex", "-interaction=nonstopmode", "-halt-on-error", "it.tex"]
        run = subprocess.run(latex, cwd=folder, capture_output=True, text=True)
        assert run.returncode == 0, run.stdout[-1000:]
    return subprocess.run(["pdftotext", "-layout", "it.pdf", "-"], cwd=folder, capture_output=True, text=True, check=True)


@pytest.mark.parametrize("kind", ["pdf", "tex"])
def test_exercises_are_printed_on_paper(exercises, kind):
    handout, key = printed(exercises, kind), printed(exercises, kind, "--solution")
    assert handout.stderr == key.stderr == ""
    for text in ("What is the value of A?", "Cross out every leaf", "8 marks"):
        assert text in handout.stdout and text in key.stdout, text
    # A PDF may have a letter and its accent apart.
    assert all(EUROPEAN in unicodedata.normalize("NFC", it.stdout) for it in (handout, key))
    assert "Name:" in handout.stdout and "Name:" not in key.stdout
    # The windows of the exercise on pruning are in the key alone.
    assert "[3, ∞]" in key.stdout and "∞" not in handout.stdout
