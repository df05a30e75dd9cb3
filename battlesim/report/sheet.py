"""The sheet of a ruling: one page that shows what a line of sight rests on, and carries it.

Pictures, words and numbers are those of `battlesim judge`; PNG, HTML and PDF show and carry the same.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from battlesim.report.comparing import told_by
from battlesim.report.judging import Agreed, Ruled, rule
from battlesim.report.outputs import Output
from battlesim.report.page import FACE, PLAN, SIDE, Page, Shown, sheet_rows
from battlesim.report.sheet_carried import Carried, carried, packed
from battlesim.report.sheet_rules import differing, rules_words
from battlesim.report.text import ruling_rows, seen_words
from battlesim.rulings.sight_evidence import Evidence
from battlesim.rulings.sight_rules import PLAIN_SIGHT
from battlesim.scenarios.sources import TableSource
from battlesim.table.state import Table


def draw_sheet(
    source: TableSource,
    ruled: Ruled,
    ruling: Mapping[str, Any],
    date: str,
    margin: bool,
    agreed: Agreed | None,
    output: Output,
) -> None:
    """Draw the sheet of a ruling on a table, of a date. Raises InputError as `save_sheet` does."""
    words = told_by(ruled.judged, ruling)
    save_sheet(carried(source, ruled, words, date, margin, agreed), output)


def save_sheet(document: Carried, output: Output) -> None:
    """Draw the sheet of a ruling. Needs no display. Raises InputError for a file that cannot be written."""
    from battlesim.report.sheet_files import WRITERS

    ruled = rule(document.table, document.viewer, document.target, document.judged)
    pictures = pictures_of(document.table, ruled, document.looks, document.ruling.get("margin"))
    page = page_of(document, pictures)
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
        ("This sheet", sheet_rows(document)),
    )
    return Page(question, seen_words(document.ruling), tuple(pictures), sections)


def in_force(document: Carried) -> str:
    """What of the rules of sight is not as in plain geometry."""
    return rules_words(differing(document.rules, PLAIN_SIGHT)) or "plain geometry"


def pictures_of(
    table: Table, ruled: Ruled, looks: str, margins: Mapping[str, Any] | None = None
) -> list[Shown]:
    """The pictures of a ruling: from above, and where there is a line between the two from the side and as
    the viewer sees the target. `looks` is the ruleset in whose looks the table is drawn."""
    from battlesim.report.picture import looks_named
    from battlesim.report.sheet_plan import plan
    from battlesim.report.side_view import Room, enlarged, face, picture_of, side_view

    viewer, target = ruled.viewer, ruled.target
    names = f"{viewer.name} and {target.name}"
    drawn = plan(table, ruled, looks_named(looks), *PLAN, margins)
    found = ruled.found
    pictures = [Shown("From above", f"The table between {names}", drawn)]
    if isinstance(found, Evidence):
        low, near = Room(0, 0, *SIDE), Room(0, 0, *FACE)
        seen_along = (found, viewer, target, low)
        heading = ", ".join(filter(None, ("From the side", enlarged(*seen_along))))
        side = picture_of(side_view(*seen_along, table.name_of), low)
        pictures.append(Shown(heading, f"What stands along the line between {names}", side))
        seen = f"What {viewer.name} sees of {target.name}"
        drawn = picture_of(face(found, near), near)
        pictures.append(Shown(seen, f"{seen}; what is hidden is hatched", drawn))
    return pictures
