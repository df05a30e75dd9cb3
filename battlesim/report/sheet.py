"""Sight sheets: printable pages that show a ruling on a line of sight, with the data to judge it again.

PNG, HTML and PDF sheets have the same contents: the pictures, texts and numbers of `battlesim judge`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from battlesim.report.judging import AgreedTolerance, PairRuling, rule_on_pieces
from battlesim.report.output_files import OutputFile
from battlesim.report.rule_comparison import ruling_basis
from battlesim.report.ruling_lines import ruling_rows, verdict_text
from battlesim.report.sheet_page import (
    PLAN_SIZE_PX,
    SIDE_VIEW_SIZE_PX,
    TARGET_VIEW_SIZE_PX,
    SheetPage,
    SheetPicture,
    provenance_rows,
)
from battlesim.report.sheet_payload import SheetPayload, encode_payload, make_payload
from battlesim.report.sheet_rules import rule_differences, rule_fields_text
from battlesim.rulings.sight_evidence import Evidence
from battlesim.rulings.sight_rules import PLAIN_SIGHT
from battlesim.scenarios.sources import TableSource
from battlesim.table.state import Table


def draw_sheet(
    source: TableSource,
    ruled: PairRuling,
    ruling: Mapping[str, Any],
    date: str,
    margin: bool,
    agreed: AgreedTolerance | None,
    output: OutputFile,
) -> None:
    """Create and draw the printable sheet of a ruling. Raises InputError if its file cannot be written."""
    basis = ruling_basis(ruled.judging_rules, ruling)
    save_sheet(make_payload(source, ruled, basis, date, margin, agreed), output)


def save_sheet(document: SheetPayload, output: OutputFile) -> None:
    """Draw the printable sheet of a ruling and write its file. Raises InputError if writing fails."""
    from battlesim.report.sheet_files import SHEET_WRITERS

    ruled = rule_on_pieces(document.table, document.viewer, document.target, document.judging_rules)
    pictures = ruling_pictures(document.table, ruled, document.looks, document.ruling.get("margin"))
    page = ruling_page(document, pictures)
    output.write(SHEET_WRITERS[output.kind.suffix](page, encode_payload(document)))


def ruling_page(document: SheetPayload, pictures: Sequence[SheetPicture]) -> SheetPage:
    """Return the contents of the printable sheet of a ruling on a line of sight, with the given pictures."""
    question = f"Can {document.viewer.name} see {document.target.name}?"
    by = [("", document.by), *(("", line) for line in document.text.split("\n") if line)]
    if document.ids:
        by.append(("rules", ", ".join(document.ids)))
    sections = (
        ("What it rests on", tuple(ruling_rows(document.ruling))),
        ("Judged by", (*by, ("in force", rule_differences_text(document)))),
        ("This sheet", provenance_rows(document)),
    )
    return SheetPage(question, verdict_text(document.ruling), tuple(pictures), sections)


def rule_differences_text(document: SheetPayload) -> str:
    """Return a text that says how the sight rules on a printed sheet differ from plain geometry."""
    return rule_fields_text(rule_differences(document.rules, PLAIN_SIGHT)) or "plain geometry"


def ruling_pictures(
    table: Table, ruled: PairRuling, looks: str, margins: Mapping[str, Any] | None = None
) -> list[SheetPicture]:
    """Return pictures of a ruling: from above, from the side, and the target as the viewer sees it.

    If a piece is not in play, only the first picture is returned. The table is drawn in the style of the
    ruleset `looks`.
    """
    from battlesim.report.picture import looks_named
    from battlesim.report.sheet_plan import sight_plan
    from battlesim.report.side_view import (
        PictureArea,
        height_scale_text,
        render_items,
        side_view,
        target_view,
    )

    viewer, target = ruled.viewer, ruled.target
    names = f"{viewer.name} and {target.name}"
    drawn = sight_plan(table, ruled, looks_named(looks), *PLAN_SIZE_PX, margins)
    found = ruled.found
    pictures = [SheetPicture("From above", f"The table between {names}", drawn)]
    if isinstance(found, Evidence):
        low, near = PictureArea(0, 0, *SIDE_VIEW_SIZE_PX), PictureArea(0, 0, *TARGET_VIEW_SIZE_PX)
        seen_along = (found, viewer, target, low)
        heading = ", ".join(filter(None, ("From the side", height_scale_text(*seen_along))))
        side = render_items(side_view(*seen_along, table.name_of), low)
        pictures.append(SheetPicture(heading, f"What stands along the line between {names}", side))
        seen = f"What {viewer.name} sees of {target.name}"
        drawn = render_items(target_view(found, near), near)
        pictures.append(SheetPicture(seen, f"{seen}; what is hidden is hatched", drawn))
    return pictures
