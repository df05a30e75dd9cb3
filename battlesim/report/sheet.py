"""The sheet of a ruling: one page that shows what a line of sight rests on, and carries it.

Pictures, words and numbers are those of `battlesim judge`; PNG, HTML and PDF show and carry the same.
"""

from __future__ import annotations

import os
from collections.abc import Sequence

import msgspec

from battlesim.report.judging import Ruled, rule
from battlesim.report.outputs import Output
from battlesim.report.page import FACE, PLAN, SIDE, Page, Shown
from battlesim.report.sheet_carried import Carried, finite, packed
from battlesim.report.text import Row, ruling_rows, seen_words
from battlesim.rulings.explain import Evidence
from battlesim.rulings.sight_rules import PLAIN


def save_sheet(document: Carried, output: Output) -> None:
    """Draw the sheet of a ruling. Raises InputError for a file that cannot be written."""
    os.environ.setdefault("SDL_VIDEODRIVER", "dummy")
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
    from battlesim.report.side_view import enlarged, face, picture_of, side_frame, side_view

    names = f"{document.viewer.name} and {document.target.name}"
    margins = document.ruling.get("margin")
    drawn = plan(document.table, ruled, looks_named(document.looks), *PLAN, margins)
    found = ruled.found
    pictures = [Shown("From above", f"The table between {names}", drawn)]
    if isinstance(found, Evidence):
        frame = side_frame(found, ruled.viewer, ruled.target, SIDE)
        side = picture_of(side_view(found, ruled.viewer, ruled.target, frame, SIDE[0]), SIDE)
        heading = f"From the side{enlarged(frame)}"
        pictures.append(Shown(heading, f"What stands along the line between {names}", side))
        seen = f"What {document.viewer.name} sees of {document.target.name}"
        pictures.append(
            Shown(seen, f"{seen}; what is hidden is hatched", picture_of(face(found, FACE), FACE))
        )
    return pictures
