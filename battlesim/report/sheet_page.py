"""The contents of a sheet before layout: its question, pictures and texts."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple, Protocol

from battlesim.report.ruling_lines import LabelledLine

if TYPE_CHECKING:
    from pygame import Surface

PLAN_SIZE_PX: Final = (1040, 640)
"""The width and height of the plan in pixels."""
SIDE_VIEW_SIZE_PX: Final = (1040, 300)
TARGET_VIEW_SIZE_PX: Final = (500, 330)


class SheetPicture(NamedTuple):
    """A picture on a page, with a heading and a description of its contents."""

    heading: str
    description: str
    drawn: Surface


class SheetPage(NamedTuple):
    """The contents of a sheet: a question, its verdict, pictures, and labelled lines under headings."""

    question: str
    verdict: str
    pictures: tuple[SheetPicture, ...]
    sections: tuple[tuple[str, tuple[LabelledLine, ...]], ...]


class SheetProvenance(Protocol):
    """The origin of a sheet: its date, the version of the program, and two SHA-256 digests."""

    @property
    def date(self) -> str:
        """The date of the sheet in the form YYYY-MM-DD."""

    @property
    def program(self) -> str:
        """The version of the program that drew the sheet."""

    @property
    def table_digest(self) -> str:
        """The SHA-256 digest of the table."""

    @property
    def ruling_digest(self) -> str:
        """The SHA-256 digest of the ruling."""


def provenance_rows(document: SheetProvenance) -> tuple[LabelledLine, ...]:
    """Return labelled lines with the date, program version and digests of a sheet."""
    return (
        ("date", document.date),
        ("drawn by", f"battlesim {document.program}"),
        ("table", f"SHA-256 {document.table_digest}"),
        ("ruling", f"SHA-256 {document.ruling_digest}"),
    )
