"""Printable sheets that show the pieces under a template (blast or flame area).

Each sheet contains the data with which it can be judged again.
"""

from __future__ import annotations

from typing import Any, Final, Literal

import msgspec

from battlesim import __version__
from battlesim.engine.template_kinds import SupportsTemplates
from battlesim.geometry.arcs import Arc
from battlesim.geometry.templates import CatchThreshold
from battlesim.report.output_files import OutputFile
from battlesim.report.ruling_lines import LabelledLine
from battlesim.report.sheet_page import PLAN_SIZE_PX, SheetPage, SheetPicture, provenance_rows
from battlesim.report.sheet_payload import encode_payload, json_digest
from battlesim.report.sheet_rules import RulesCheck
from battlesim.report.template_values import (
    TemplatePose,
    best_placement_values,
    template_phrase,
    template_rows,
)
from battlesim.rulesets import registry
from battlesim.rulings.best_template import TemplateQuery, placed_query_template
from battlesim.rulings.template_coverage import TemplateShadow
from battlesim.scenarios.template_specs import template_from_spec
from battlesim.table.pieces import Piece
from battlesim.table.state import Table

TEMPLATE_SUBJECT: Final = "template"
"""The subject of a template sheet in its payload."""


class TemplatePayload(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The data in a template's sheet: the template, its position and rule, the table and the pieces caught.

    `best` is True if the best placement was requested. The digests are SHA-256 hashes of the table and
    ruling.
    """

    about: Literal["template"]
    program: str
    date: str
    by: str
    rule: str
    looks: str
    shape: str
    place: tuple[float, float, float]
    least: CatchThreshold
    stops: tuple[str, ...]
    hides: Literal["", "parts", "bases"]
    wanted: tuple[str, ...]
    spared: tuple[str, ...]
    firer: Piece | None
    reach: float | None
    arc: tuple[float, float]
    centred: bool
    best: bool
    table: Table
    ruling: dict[str, Any]
    table_digest: str
    ruling_digest: str
    of_base: bool = False

    @property
    def phrase(self) -> str:
        """A short description of the template on the sheet, such as "a flame, 8 in long, 2.5 in wide"."""
        return template_phrase(self.shape, self.of_base)

    @property
    def query(self) -> TemplateQuery:
        """The template, the pieces that it should catch or spare, and the limits on its placement."""
        pieces = self.table.pieces
        return TemplateQuery(
            template_from_spec(self.shape, 0.0, 0.0, 0.0),
            tuple(pieces[name] for name in self.wanted),
            tuple(pieces[name] for name in self.spared),
            self.least,
            TemplateShadow(self.stops, self.hides),
            self.firer,
            self.reach,
            Arc(*self.arc),
            self.centred,
            self.of_base,
        )


class TemplateSheetInfo(msgspec.Struct, frozen=True):
    """The rule, style and date of a template's printable sheet, and whether it shows the best placement."""

    by: str
    rule: str
    looks: str
    date: str
    best: bool


def make_template_payload(
    table: Table, query: TemplateQuery, shape: str, pose: TemplatePose, basis: TemplateSheetInfo
) -> TemplatePayload:
    """Return the data of the printable sheet for a template at the given position and facing."""
    document = TemplatePayload(
        about=TEMPLATE_SUBJECT,
        program=__version__,
        date=basis.date,
        by=basis.by,
        rule=basis.rule,
        looks=basis.looks,
        shape=shape,
        place=(pose.x, pose.y, pose.facing),
        least=query.threshold,
        stops=query.shadow.blockers,
        hides=query.shadow.mode,
        wanted=tuple(piece.id for piece in query.wanted),
        spared=tuple(piece.id for piece in query.spared),
        firer=query.firer,
        reach=query.reach,
        arc=(query.arc.toward, query.arc.width),
        centred=query.centred,
        best=basis.best,
        table=table,
        ruling={},
        table_digest=json_digest(table),
        ruling_digest="",
        of_base=query.of_base,
    )
    ruling = template_ruling_values(document)
    return msgspec.structs.replace(document, ruling=ruling, ruling_digest=json_digest(ruling))


def template_ruling_values(document: TemplatePayload) -> dict[str, Any]:
    """Return the pieces under the template of a sheet as JSON values, with the best placement if requested.

    Raises InputError if the shape is invalid or no placement is legal.
    """
    query, pose = document.query, TemplatePose(*document.place)
    rows = template_rows(document.table, query, pose)
    values: dict[str, Any] = {"pieces": rows, "caught": _caught(document, rows)}
    if document.best:
        values["best"] = best_placement_values(document.table, query, pose)
    plain: dict[str, Any] = msgspec.json.decode(msgspec.json.encode(values))
    return plain


def _caught(document: TemplatePayload, rows: list[dict[str, Any]]) -> int:
    return sum(row["caught"] and row["id"] in document.wanted for row in rows)


def check_template_rule(document: TemplatePayload) -> RulesCheck:
    """Check that the template on a printed sheet is that of the ruleset that the sheet names.

    Return a warning if it is not. A difference is not an error, because the options of a battle may change
    templates.
    """
    by = " ".join(filter(None, (document.by, document.rule and f"({document.rule})")))
    if not document.rule:
        return RulesCheck(by)
    known = [
        (ruleset, stencil)
        for key, ruleset in registry.loadable_rulesets().items()
        if isinstance(ruleset, SupportsTemplates)
        for stencil in ruleset.template_kinds(None)
        if document.by in {f"{owner}: {stencil.name}" for owner in (key, ruleset.title)}
        and stencil.rule == document.rule
    ]
    if not known:
        return RulesCheck(by, (), (f"{by}: no installed ruleset has it, so it cannot be compared",))
    carried = (document.shape, document.hides, document.of_base)
    same = any((kind.shape, kind.shadow_mode, kind.of_base) == carried for _, kind in known)
    stops = not document.hides or document.stops == known[0][0].template_blockers(document.table.ground)
    other = f"{document.by} is another template by {document.rule}, not {document.phrase} as on the sheet"
    return RulesCheck(by, (), () if same and stops else (other,))


def caught_text(document: TemplatePayload) -> str:
    """Return a text that says how many pieces the template on a sheet catches, such as "2 caught of 5"."""
    return f"{document.ruling['caught']} caught of {len(document.wanted)}"


def draw_template_sheet(document: TemplatePayload, output: OutputFile) -> None:
    """Draw the printable sheet of a template and write its file. Raises InputError if writing fails."""
    from battlesim.report.picture import looks_named
    from battlesim.report.sheet_files import SHEET_WRITERS
    from battlesim.report.template_plan import template_plan

    table, place, rows = document.table, TemplatePose(*document.place), document.ruling["pieces"]
    drawn = template_plan(
        table,
        placed_query_template(table, document.query, *place),
        rows,
        looks_named(document.looks),
        *PLAN_SIZE_PX,
    )
    names = ", ".join(table.name_of(row["id"]) for row in rows) or "nobody"
    shown = SheetPicture("From above", f"{document.phrase} over {names}".capitalize(), drawn)
    output.write(SHEET_WRITERS[output.kind.suffix](_page(document, shown), encode_payload(document)))


def _page(document: TemplatePayload, shown: SheetPicture) -> SheetPage:
    x, y, facing = document.place
    lies: list[LabelledLine] = [
        ("template", document.phrase),
        ("lies at", f"{x:g}, {y:g} in, facing {facing:g}°"),
        ("caught", f"{document.least}, of {len(document.wanted)} that count"),
    ]
    if document.best:
        best = document.ruling["best"]
        (u, v), sure = best["at"], "no place is better" if best["sure"] else "the best that was found"
        words = f"{best['caught']} caught at {u:.2f}, {v:.2f} in, facing {best['facing']:g}° ({sure})"
        lies.append(("best", words))
    by: list[LabelledLine] = [("", document.by)]
    by += [("rule", document.rule)] if document.rule else []
    by += [("stopped by", f"{document.hides} behind {', '.join(document.stops)}")] if document.hides else []
    sections = (
        ("Placement", tuple(lies)),
        ("Pieces under it", tuple(_row(document, row) for row in document.ruling["pieces"])),
        ("Judged by", tuple(by)),
        ("This sheet", provenance_rows(document)),
    )
    return SheetPage(f"Which pieces are under {document.phrase}?", caught_text(document), (shown,), sections)


def _row(document: TemplatePayload, row: dict[str, Any]) -> LabelledLine:
    margin = "nothing changes it" if row["margin"] is None else f"may be off by {row['margin']:.3f} in"
    counts = "" if row["id"] in document.wanted else ", does not count"
    caught = "caught" if row["caught"] else "not caught"
    name = str(document.table.name_of(row["id"]))
    return "", f"{name}: {row['share']:.1%}, {row['state']}, {caught}{counts}; {margin}"
