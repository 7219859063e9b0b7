"""A tree that a notebook shows."""

from __future__ import annotations

import html
from typing import Optional, Union, cast

from . import _functions
from ._command import GametreeError, Option
from ._types import Finding, Solution, Step


class Tree:
    """A text with a tree. As the last line of a cell in a notebook, it shows the page that plays the search.

    An exercise that hides its answers is shown blank; ``Tree(text, reveal=True)`` shows the answers. If a text has
    several trees, ``Tree(text, tree="NAME")`` says which one to show.
    """

    def __init__(self, text: str, *, height: int = 640, **options: Option) -> None:
        self.text = text
        self.height = height
        self.options = options

    def __repr__(self) -> str:
        return self.text.rstrip("\n")

    def check(self, **options: Option) -> list[Finding]:
        """See ``gametree.check``."""
        return _functions.check(self.text, **options)

    def eval(self, **options: Option) -> list[Solution]:
        """See ``gametree.eval``."""
        return _functions.eval(self.text, **options)

    def trace(self, **options: Option) -> list[Step]:
        """See ``gametree.trace``."""
        return _functions.trace(self.text, **options)

    def render(self, to: str = "svg", **options: Option) -> Union[str, bytes]:
        """See ``gametree.render``."""
        return _functions.render(self.text, to, **{**self.options, **options})

    def _repr_svg_(self) -> Optional[str]:
        for options in ({}, {"show": "blank"}):
            try:
                return cast(str, self.render("svg", **options))
            except GametreeError:
                continue
        return None

    def _repr_html_(self) -> Optional[str]:
        try:
            page = cast(str, self.render("html"))
        except GametreeError as error:
            # The picture of an exercise is blank; a text that cannot be drawn has only the reason.
            return None if self._repr_svg_() else f"<pre>{html.escape(str(error))}</pre>"
        # The page loads nothing, and runs apart from the notebook.
        return (
            f'<iframe srcdoc="{html.escape(page)}" sandbox="allow-scripts" title="gametree" '
            f'style="width: 100%; height: {self.height}px; border: 0"></iframe>'
        )
