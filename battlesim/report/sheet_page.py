"""A sheet before layout: its question, its pictures and its texts."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple, Protocol

from battlesim.report.ruling_lines import LabelledLine

if TYPE_CHECKING:
    from pygame import Surface

PLAN_SIZE_PX: Final = (1040, 640)
"""Width and height of the plan, pixels."""
SIDE_VIEW_SIZE_PX: Final = (1040, 300)
TARGET_VIEW_SIZE_PX: Final = (500, 330)


class SheetPicture(NamedTuple):
    """A picture on a page, with its heading and a description of what it shows."""

    heading: str
    description: str
    drawn: Surface


class SheetPage(NamedTuple):
    """A page before layout: question, verdict, pictures, and rows under headings."""

    question: str
    verdict: str
    pictures: tuple[SheetPicture, ...]
    sections: tuple[tuple[str, tuple[LabelledLine, ...]], ...]


class SheetProvenance(Protocol):
    """What every sheet says about itself: its date, the program version, and two SHA-256 digests."""

    @property
    def date(self) -> str:
        """The date of the sheet, YYYY-MM-DD."""

    @property
    def program(self) -> str:
        """The version of the program that drew it."""

    @property
    def table_digest(self) -> str:
        """The SHA-256 digest of the table."""

    @property
    def ruling_digest(self) -> str:
        """The SHA-256 digest of the ruling."""


def provenance_rows(document: SheetProvenance) -> tuple[LabelledLine, ...]:
    """Return rows with the date, the program version and the digests of a sheet."""
    return (
        ("date", document.date),
        ("drawn by", f"battlesim {document.program}"),
        ("table", f"SHA-256 {document.table_digest}"),
        ("ruling", f"SHA-256 {document.ruling_digest}"),
    )
