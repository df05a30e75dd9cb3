"""The sheet of a ruling: one page that shows what a line of sight rests on, and carries it.

Pictures, words and numbers are those of `battlesim judge`; PNG, HTML and PDF show and carry the same.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

from battlesim.report.comparing import told_by
from battlesim.report.judging import Agreed, Ruled, rule
from battlesim.report.outputs import Output
from battlesim.report.page import FACE, PLAN, SIDE, Page, Shown
from battlesim.report.sheet_carried import Carried, carried, finite, packed
from battlesim.report.text import Row, ruling_rows, seen_words
from battlesim.rulings.explain import Evidence
from battlesim.rulings.sight_rules import PLAIN
from battlesim.scenarios.sources import Source


def draw_sheet(
    source: Source,
    ruled: Ruled,
    ruling: Mapping[str, Any],
    date: str,
    margin: bool,
    agreed: Agreed | None,
    output: Output,
) -> None:
    """Draw the sheet of a ruling on a table, of a date. Raises InputError as `save_sheet` does."""
    save_sheet(carried(source, ruled, told_by(ruled.judged, ruling), date, margin, agreed), output)


def save_sheet(document: Carried, output: Output) -> None:
    """Draw the sheet of a ruling. Needs no display. Raises InputError for a file that cannot be written."""
    from battlesim.report.sheet_files import WRITERS

    ruled = rule(document.table, document.viewer, document.target, document.judged)
    page = page_of(document, pictures_of(document, ruled))
    output.write(WRITERS[output.kind.suffix](page, packed(document)))


def page_of(document: Carried, pictures: Sequence[Shown]) -> Page:
    """The page of a ruling, with its pictures."""
    question = f"Can {document.viewer.name} see {document.target.name}?"
    by = [("", document.by), *(("", line) for line in document.text.split("\n") if line)]
    if document.ids:
        by.append(("rules", ", ".join(document.ids)))
    sections = (
        ("What it rests on", tuple(ruling_rows(document.ruling))),
        ("Judged by", (*by, ("in force", in_force(document)))),
        ("This sheet", tuple(about(document))),
    )
    return Page(question, seen_words(document.ruling), tuple(pictures), sections)


def in_force(document: Carried) -> str:
    """What of the rules of sight is not as in plain geometry."""
    ours, plain = (msgspec.to_builtins(finite(rules)) for rules in (document.rules, PLAIN))
    told = [f"{key.replace('_', ' ')} {_told(value)}" for key, value in ours.items() if value != plain[key]]
    return "; ".join(told) or "plain geometry"


def _told(value: object) -> str:
    if isinstance(value, dict):
        return ", ".join(f"{key} {figure:g}" for key, figure in value.items())
    if isinstance(value, list | tuple):
        return ", ".join(map(str, value)) or "none"
    if isinstance(value, bool):
        return "yes" if value else "no"
    return f"{value:g}" if isinstance(value, float) else str(value)


def about(document: Carried) -> list[Row]:
    """Date, program and digests."""
    return [
        ("date", document.date),
        ("drawn by", f"battlesim {document.program}"),
        ("table", f"SHA-256 {document.table_digest}"),
        ("ruling", f"SHA-256 {document.ruling_digest}"),
    ]


def pictures_of(document: Carried, ruled: Ruled) -> list[Shown]:
    """The pictures of a ruling: from above, and where there is a line between the two from the side and as
    the viewer sees the target."""
    from battlesim.report.picture import looks_named
    from battlesim.report.sheet_plan import plan
    from battlesim.report.side_view import Room, enlarged, face, picture_of, side_view

    names = f"{document.viewer.name} and {document.target.name}"
    margins = document.ruling.get("margin")
    drawn = plan(document.table, ruled, looks_named(document.looks), *PLAN, margins)
    found = ruled.found
    pictures = [Shown("From above", f"The table between {names}", drawn)]
    if isinstance(found, Evidence):
        low, near = Room(0, 0, *SIDE), Room(0, 0, *FACE)
        seen_along = (found, ruled.viewer, ruled.target, low)
        heading = ", ".join(filter(None, ("From the side", enlarged(*seen_along))))
        side = picture_of(side_view(*seen_along, document.table.called), low)
        pictures.append(Shown(heading, f"What stands along the line between {names}", side))
        seen = f"What {document.viewer.name} sees of {document.target.name}"
        drawn = picture_of(face(found, near), near)
        pictures.append(Shown(seen, f"{seen}; what is hidden is hatched", drawn))
    return pictures
