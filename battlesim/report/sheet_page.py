"""The contents of a printable sheet before they are laid out: question, verdict, pictures and texts."""

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
    """A picture on the printable sheet of a ruling, with a heading and a description of what it shows."""

    heading: str
    description: str
    drawn: Surface


class SheetPage(NamedTuple):
    """The contents of a ruling's printable sheet: question, verdict, pictures, and texts under headings."""

    question: str
    verdict: str
    pictures: tuple[SheetPicture, ...]
    sections: tuple[tuple[str, tuple[LabelledLine, ...]], ...]


class SheetProvenance(Protocol):
    """The origin of a printed ruling: its date, the program version, and digests of table and ruling."""

    @property
    def date(self) -> str:
        """The date of the printed sheet in the form YYYY-MM-DD."""

    @property
    def program(self) -> str:
        """The version of the program that drew the printed sheet."""

    @property
    def table_digest(self) -> str:
        """The SHA-256 digest of the table on which the printed ruling was made."""

    @property
    def ruling_digest(self) -> str:
        """The SHA-256 digest of the ruling on the printed sheet."""


def provenance_rows(document: SheetProvenance) -> tuple[LabelledLine, ...]:
    """Return the date, program version and digests of a ruling's sheet as pairs of a label and a text."""
    return (
        ("date", document.date),
        ("drawn by", f"battlesim {document.program}"),
        ("table", f"SHA-256 {document.table_digest}"),
        ("ruling", f"SHA-256 {document.ruling_digest}"),
    )
