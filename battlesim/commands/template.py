"""The command `battlesim template`, which lists the pieces under a template and finds its best placement."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from battlesim.commands.judge import BaseOption, DateOption, ForceOption, SourceArgument, parse_date
from battlesim.commands.output import JSON_HELP, print_json, print_lines, print_note, print_table
from battlesim.table.limits import MAX_ANGLE_DEG, MAX_RECORD_STEPS, MAX_TABLE_SIDE_IN

if TYPE_CHECKING:
    from battlesim.engine.template_kinds import TemplateKind
    from battlesim.report.output_files import OutputFile
    from battlesim.report.template_sheet import TemplatePayload
    from battlesim.report.template_values import TemplatePose
    from battlesim.rulings.best_template import TemplateQuery
    from battlesim.table.state import Table

SCATTER_BY_RULE = "rule"


ShapeOption = Annotated[
    str,
    typer.Option(
        help="blast:RADIUS, flame[:LENGTH:WIDTH], cone:DEGREES:LENGTH, strip or oblong:LENGTH:WIDTH"
    ),
]
PlaceOption = Annotated[
    str, typer.Option(help="x,y of its centre or narrow end, inches; not needed with --best.")
]
FacingOption = Annotated[
    float,
    typer.Option(
        min=-MAX_ANGLE_DEG, max=MAX_ANGLE_DEG, help="Its direction: degrees counter-clockwise from east."
    ),
]
NamedOption = Annotated[
    str, typer.Option(metavar="NAME", help="A template of the ruleset, in place of --shape.")
]
TemplateRulesetOption = Annotated[
    str, typer.Option(help="Ruleset of the template; by default that of the battle.")
]
BestOption = Annotated[bool, typer.Option("--best", help="Find the placement that catches most.")]
CatchOption = Annotated[
    str, typer.Option(help="From which state on a piece is caught: touching, partly, centre, half or wholly.")
]
CatchSideOption = Annotated[
    str, typer.Option(metavar="SIDE", help="With --best: the side to catch; by default all.")
]
SpareSideOption = Annotated[
    str, typer.Option(metavar="SIDE", help="With --best: a side of which no piece may be caught.")
]
FirerOption = Annotated[str, typer.Option("--from", help="The firer: id of a piece, or x,y.")]
RangeOption = Annotated[
    float | None,
    typer.Option(
        "--range",
        min=0,
        max=MAX_TABLE_SIDE_IN,
        help="With --best: largest gap to the firer's base; 0 for at the base.",
    ),
]
ArcOption = Annotated[
    float, typer.Option(min=1, max=360, help="With --best: width of the firer's arc in degrees.")
]
TowardOption = Annotated[str, typer.Option(help="Direction of that arc: front, left, rear or right.")]
CentredOption = Annotated[bool, typer.Option("--centred", help="With --best: centred on a piece.")]
ScatterOption = Annotated[
    str,
    typer.Option(
        metavar="WAYS:INCHES", help="With --from, where it may land: 12:10 for a clock and a D10, or `rule`."
    ),
]
StepOption = Annotated[
    int | None, typer.Option(min=0, max=MAX_RECORD_STEPS, help="Step of a record; by default its end.")
]
SheetOption = Annotated[Path | None, typer.Option(help="Draw it on a sheet: .png, .html or .pdf.")]
AllOption = Annotated[bool, typer.Option("--all", help="Include pieces that it does not touch.")]
JsonOption = Annotated[bool, typer.Option("--json", help=JSON_HELP)]


def template(
    source: SourceArgument,
    shape: ShapeOption = "",
    at: PlaceOption = "",
    facing: FacingOption = 0.0,
    named: NamedOption = "",
    ruleset: TemplateRulesetOption = "",
    best: BestOption = False,
    catch: CatchOption = "",
    whom: CatchSideOption = "",
    spare: SpareSideOption = "",
    firer: FirerOption = "",
    reach: RangeOption = None,
    arc: ArcOption = 360.0,
    toward: TowardOption = "front",
    centred: CentredOption = False,
    scatter: ScatterOption = "",
    step: StepOption = None,
    base: BaseOption = None,
    every: AllOption = False,
    json: JsonOption = False,
    sheet: SheetOption = None,
    date: DateOption = "",
    force: ForceOption = False,
) -> None:
    """Place a template: see what it covers, where it may be placed, and where it catches most."""
    from battlesim.commands.records import report_problems, resolve_record
    from battlesim.report import template_values
    from battlesim.report.judging import PieceOrPoint, parse_point, resolve_piece
    from battlesim.report.measuring import direction_degrees
    from battlesim.report.output_files import sheet_output
    from battlesim.report.template_sheet import TemplateSheetInfo, make_template_payload
    from battlesim.scenarios.sources import open_source

    drawn = sheet_output(sheet, "--sheet", force) if sheet else None
    _refuse(shape or named, at or best, ruleset)
    opened = open_source(resolve_record(source), step)
    report_problems(opened.faults)
    table, key = opened.table, ruleset or opened.ruleset
    stencil = template_values.find_stencil(opened, key, named) if named else None
    who = resolve_piece(table, PieceOrPoint(firer, base), "--from", "@from") if firer else None
    limits = template_values.PlacementLimits(
        who, reach, arc, direction_degrees(toward), centred, catch, whom, spare
    )
    query = template_values.limited_query(
        table, template_values.template_query(opened, key, stencil, shape), limits
    )
    x, y = parse_point(at, "--at", table.ground)[:2] if at else (0.0, 0.0)
    given = template_values.TemplatePose(x, y, facing) if at else None
    values, pose = _placement(table, query, given, best)
    if scatter:
        values["landings"] = _landings(table, query, stencil, scatter, pose)
    values = {"shape": shape or (stencil.shape if stencil else ""), **values}
    values["pieces"] = template_values.template_rows(table, query, pose, every)
    print_json(values) if json else _print(values)
    if drawn:
        words = f"{key}: {stencil.name}" if stencil else "plain geometry"
        basis = TemplateSheetInfo(
            words, stencil.rule if stencil else "", opened.ruleset, parse_date(date), best
        )
        _draw(make_template_payload(table, query, values["shape"], pose, basis), drawn)


def _refuse(shape: str, place: str | bool, ruleset: str) -> None:
    """Raise InputError if the template or position is missing, or PluginError if the ruleset is unknown."""
    from battlesim.rulesets import registry
    from battlesim.scenarios.toml_reading import InputError

    if not shape:
        raise InputError("--shape", "", "no template is given", "--shape blast:3, or --named of a ruleset")
    if not place:
        raise InputError("--at", "", "no position is given", "--at 24,18, or --best")
    if ruleset:
        registry.load_ruleset(ruleset)


def _placement(
    table: Table, query: TemplateQuery, given: TemplatePose | None, best: bool
) -> tuple[dict[str, Any], TemplatePose]:
    """Return the given or the best pose, as values (with the best placement if wanted) and as an object."""
    from battlesim.report import template_values

    values: dict[str, Any] = {}
    pose = given
    if best or pose is None:
        values["best"] = template_values.best_placement_values(table, query, pose)
        x, y = values["best"]["at"]
        pose = pose or template_values.TemplatePose(x, y, values["best"]["facing"])
    return values | {"at": list(pose.origin), "facing": pose.facing}, pose


def _draw(document: TemplatePayload, sheet: OutputFile) -> None:
    from battlesim.report.template_sheet import draw_template_sheet

    os.environ.setdefault("SDL_VIDEODRIVER", "dummy")
    draw_template_sheet(document, sheet)
    print_note(f"written: {sheet.path}")


def _landings(
    table: Table, query: TemplateQuery, stencil: TemplateKind | None, word: str, pose: TemplatePose
) -> list[dict[str, Any]]:
    """Return the points where a template may land. Raises InputError if the firer or the dice are unknown."""
    from battlesim.report import template_values
    from battlesim.scenarios.toml_reading import InputError

    if query.firer is None:
        raise InputError("--scatter", word, "needs a firer", "--from")
    own = stencil.scatter if stencil else None
    if word == SCATTER_BY_RULE and own is None:
        raise InputError(
            "--scatter", word, "no rule makes it scatter", "12:10 for a clock and a D10 of inches"
        )
    dice = own if word == SCATTER_BY_RULE and own else template_values.parse_scatter(word)
    return template_values.landing_values(table, query, dice, query.firer.xy, pose)


def _print(found: Mapping[str, Any]) -> None:
    from battlesim.report import template_values

    rows = found["pieces"]
    if rows:
        shown = [(r["id"], f"{r['share']:.1%}", r["state"], _margin(r["margin"])) for r in rows]
        print_table(("piece", "covered", "state", "margin (in)"), shown, ("covered", "margin (in)"))
    else:
        print_lines("no piece is under the template")
    if "best" in found:
        print_lines(best_placement_text(found["best"]))
    if "landings" in found:
        _print_landings(found["landings"], template_values.catch_chances(found["landings"]))


def best_placement_text(best: Mapping[str, Any]) -> str:
    """Return a line of text on the best placement of a template and, if there is one, on the user's own."""
    x, y = best["at"]
    mine = "" if best["mine"] is None else f"; {best['mine']} as placed"
    mine += ", but over a spared piece" if best["spares"] is False else ""
    sure = "no placement is better" if best["sure"] else "the best placement found"
    return f"best at {x:.2f},{y:.2f} facing {best['facing']:g}: {best['caught']} caught{mine} ({sure})"


def _print_landings(found: Sequence[Mapping[str, Any]], likely: Mapping[str, float]) -> None:
    off = sum(one["chance"] for one in found if one["off"])
    print_lines(f"{len(found)} landings; off the table {off:.1%}")
    if likely:
        shown = [(name, f"{chance:.1%}") for name, chance in likely.items()]
        print_table(("piece", "caught"), shown, ("caught",))


def _margin(margin: float | None) -> str:
    return "none" if margin is None else f"{margin:.3f}"
