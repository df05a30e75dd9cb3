"""A page before it is laid out: what it asks, what it shows, and what it says."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

from battlesim.report.text import Row

if TYPE_CHECKING:
    from pygame import Surface

PLAN: Final = (1040, 640)
SIDE: Final = (1040, 300)
FACE: Final = (500, 330)


class Shown(NamedTuple):
    """A picture on a page: its heading, what it shows in words, and the picture."""

    heading: str
    words: str
    drawn: Surface


class Page(NamedTuple):
    """A page before it is laid out: the question, the verdict, the pictures, and rows under headings."""

    question: str
    verdict: str
    pictures: tuple[Shown, ...]
    sections: tuple[tuple[str, tuple[Row, ...]], ...]
