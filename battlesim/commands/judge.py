"""The command `battlesim judge`, which rules on the line of sight between two pieces or points."""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, NamedTuple

import typer

from battlesim.commands.output import FORCE_HELP, JSON_HELP, print_json, print_lines, print_note
from battlesim.table.limits import MAX_RECORD_STEPS

if TYPE_CHECKING:
    from battlesim.report.judging import AgreedTolerance, PairRuling, PieceOrPoint
    from battlesim.report.output_files import OutputFile
    from battlesim.report.rule_comparison import SightQuery
    from battlesim.scenarios.sources import TableSource
    from battlesim.table.state import Table

ALL_RULESETS = "all"


SourceArgument = Annotated[str, typer.Argument(metavar="MAP|SCENARIO|SITUATION|RECORD")]
FromOption = Annotated[str, typer.Option("--from", help="The viewer: id of a piece, or x,y[,z].")]
ToOption = Annotated[str, typer.Option("--to", help="The target: id of a piece, or x,y[,z].")]
AtOption = Annotated[
    int | None, typer.Option(min=0, max=MAX_RECORD_STEPS, help="Step of a record; by default its end.")
]
RulesetOption = Annotated[str, typer.Option(help="Ruleset to judge by; `all` for every ruleset.")]
MarginOption = Annotated[
    bool, typer.Option("--margin", help="Show how far each end may move before the ruling changes.")
]
BaseOption = Annotated[
    float | None, typer.Option(help="Base of a viewer at x,y, inches; by default the usual one.")
]
HeightOption = Annotated[
    float | None, typer.Option(help="Height of a viewer at x,y, inches; by default the usual one.")
]
ToBaseOption = Annotated[
    float | None, typer.Option(help="Base of a target at x,y, inches; by default the usual one.")
]
ToHeightOption = Annotated[
    float | None, typer.Option(help="Height of a target at x,y, inches; by default the usual one.")
]
ConventionOption = Annotated[
    str, typer.Option(help="A classic convention to judge by, in place of a ruleset.")
]
ConventionsOption = Annotated[
    bool, typer.Option("--conventions", help="Every ruleset and classic convention side by side.")
]
TypicalOption = Annotated[
    bool,
    typer.Option("--typical", help="With --conventions: each ruleset's typical base and height for both."),
]
DepthOption = Annotated[
    list[str] | None, typer.Option(metavar="KIND=INCHES", help="How far models see into terrain of a kind.")
]
ModelsOption = Annotated[
    bool | None, typer.Option("--models/--no-models", help="Other models block sight, or do not.")
]
ToleranceOption = Annotated[
    str,
    typer.Option(
        metavar="INCHES",
        help="How likely each verdict is if both positions may be off by this many inches: 1/16, 0.1 …",
    ),
]
AgreeOption = Annotated[
    float, typer.Option(min=0.5, max=1.0, help="With --tolerance: how likely a verdict must be to be called.")
]
EyeHeightOption = Annotated[
    float | None, typer.Option(help="Eye height of every model, inches above its base.")
]
JsonOption = Annotated[bool, typer.Option("--json", help=JSON_HELP)]
SheetOption = Annotated[Path | None, typer.Option(help="Draw the ruling on a page: .png, .html or .pdf.")]
DateOption = Annotated[str, typer.Option(metavar="YYYY-MM-DD", help="Date on the sheet; by default today.")]
ForceOption = Annotated[bool, typer.Option("--force", help=FORCE_HELP)]


class RulingOptions(NamedTuple):
    """The command line options for a ruling on a line of sight.

    They are the sight convention, whether margins are requested, the agreed tolerance, the output file of the
    printable sheet, and the date.
    """

    convention: str
    margin: bool
    agreed: AgreedTolerance | None
    sheet: OutputFile | None
    date: str


def judge(
    source: SourceArgument,
    viewer: FromOption,
    target: ToOption,
    at: AtOption = None,
    ruleset: RulesetOption = "",
    margin: MarginOption = False,
    base: BaseOption = None,
    height: HeightOption = None,
    to_base: ToBaseOption = None,
    to_height: ToHeightOption = None,
    convention: ConventionOption = "",
    conventions: ConventionsOption = False,
    typical: TypicalOption = False,
    depth: DepthOption = None,
    models: ModelsOption = None,
    eye_height: EyeHeightOption = None,
    tolerance: ToleranceOption = "",
    agree: AgreeOption = 0.9,
    json: JsonOption = False,
    sheet: SheetOption = None,
    date: DateOption = "",
    force: ForceOption = False,
) -> None:
    """Judge a line of sight, either by plain geometry or by the rules of a ruleset."""
    from battlesim.report.judging import PieceOrPoint
    from battlesim.report.output_files import sheet_output

    by = [flag for flag, given in (("--ruleset", ruleset), ("--convention", convention)) if given]
    more = [flag for flag, given in (("--margin", margin), ("--tolerance", tolerance)) if given]
    _refuse(by, conventions, sheet is not None, more, ruleset == ALL_RULESETS)
    drawn = sheet_output(sheet, "--sheet", force) if sheet else None
    ends = PieceOrPoint(viewer, base, height), PieceOrPoint(target, to_base, to_height)
    query, table = _query(source, at, ends, SightOverrideOptions(depth or (), models, eye_height), typical)
    agreed = _agreed_tolerance(table, tolerance, agree, conventions)
    if conventions:
        _compare(query, json, drawn, parse_date(date))
        return
    rulings = _rulings(query, ruleset, RulingOptions(convention, margin, agreed, drawn, parse_date(date)))
    _print(rulings, ruleset == ALL_RULESETS, (viewer, target), json)


def _agreed_tolerance(
    table: Table, tolerance: str, agree: float, conventions: bool
) -> AgreedTolerance | None:
    """Return the user's tolerance, or else the table's (announced on stderr), or None if neither applies."""
    from battlesim.report.judging import AgreedTolerance, parse_tolerance, table_tolerance

    if tolerance:
        return AgreedTolerance(parse_tolerance(tolerance), agree)
    own = table_tolerance(table)
    if own and conventions:
        print_note(f"models of this table may be {own:g} in off their positions; no column allows for it")
    elif own:
        print_note(
            f"models of this table may be {own:g} in off their positions; this is allowed for (--tolerance)"
        )
    return AgreedTolerance(own, agree) if own and not conventions else None


class SightOverrideOptions(NamedTuple):
    """The unparsed command line options that override the rules for lines of sight."""

    depth: Sequence[str]
    models: bool | None
    eye_height: float | None


def _query(
    source: str,
    at: int | None,
    ends: tuple[PieceOrPoint, PieceOrPoint],
    shown: SightOverrideOptions,
    typical: bool,
) -> tuple[SightQuery, Table]:
    """Return the sight query and the table of a source, and print the problems of the source on stderr."""
    from battlesim.commands.records import report_problems, resolve_record
    from battlesim.report.judging import parse_sight_overrides
    from battlesim.report.rule_comparison import SightEnds, SightQuery
    from battlesim.scenarios.sources import open_source

    name = resolve_record(source)
    opened = open_source(name, at)
    report_problems(opened.faults)
    overrides = parse_sight_overrides(*shown, opened.table.ground)
    return SightQuery(name, at, SightEnds(*ends, overrides, typical)), opened.table


def _refuse(by: Sequence[str], conventions: bool, sheet: bool, more: Sequence[str], every: bool) -> None:
    """Raise InputError if two of the given options exclude each other."""
    from battlesim.scenarios.toml_reading import InputError

    if len(by) > 1:
        raise InputError(by[0], "", f"cannot be used with {by[1]}", "judge by one of them")
    if conventions and (by or more):
        raise InputError(
            "--conventions", "", f"cannot be used with {[*by, *more][0]}", "leave one of them out"
        )
    if sheet and every:
        remedy = "name it with --ruleset, or show all side by side with --conventions"
        raise InputError("--sheet", "", "a sheet shows the ruling of one ruleset", remedy)


def _compare(query: SightQuery, json: bool, sheet: OutputFile | None, date: str) -> None:
    """Print the rulings of all rulesets and conventions, and draw them if a sheet is given."""
    from battlesim.report.rule_comparison import comparison_values, load_comparison_columns
    from battlesim.report.ruling_lines import comparison_text

    rows, played = load_comparison_columns(query)
    comparison = comparison_values(rows)
    if sheet:
        from battlesim.report.comparison_sheet import draw_comparison_sheet, make_comparison_payload

        os.environ.setdefault("SDL_VIDEODRIVER", "dummy")
        draw_comparison_sheet(make_comparison_payload(rows, played, date), sheet)
        print_note(f"written: {sheet.path}")
    if json:
        print_json(comparison)
    else:
        print_lines(*comparison_text(query.pair.viewer.text, query.pair.target.text, comparison).split("\n"))


def _print(rulings: dict[str, Any], every: bool, ends: tuple[str, str], json: bool) -> None:
    from battlesim.report.ruling_lines import ruling_text

    if json:
        print_json({"rulings": rulings} if every else next(iter(rulings.values())))
    else:
        print_lines(*"\n\n".join(ruling_text(*ends, ruling) for ruling in rulings.values()).split("\n"))


def _rulings(query: SightQuery, ruleset: str, options: RulingOptions) -> dict[str, dict[str, Any]]:
    """Return the rulings on a line of sight by ruleset key, and draw the ruling if a sheet is given."""
    from battlesim.report.judging import (
        convention_judging_rules,
        full_ruling_values,
        rule_on_ends,
        ruleset_judging_rules,
    )
    from battlesim.rulesets import registry
    from battlesim.scenarios.sources import open_source

    convention, margin, agreed, sheet, _ = options
    rulings: dict[str, dict[str, Any]] = {}
    for key in registry.loadable_rulesets() if ruleset == ALL_RULESETS else [ruleset]:
        opened = open_source(query.source, query.step, key)
        judged = query.pair.overrides.applied_to(
            convention_judging_rules(convention) if convention else ruleset_judging_rules(opened, key)
        )
        ruled = rule_on_ends(opened, query.pair.viewer, query.pair.target, judged)
        rulings[key] = full_ruling_values(opened.table, ruled, margin, agreed)
        if sheet:
            _draw(opened, ruled, rulings[key], options, sheet)
    return rulings


def _draw(
    opened: TableSource, ruled: PairRuling, ruling: dict[str, Any], options: RulingOptions, sheet: OutputFile
) -> None:
    from battlesim.report.sheet import draw_sheet

    os.environ.setdefault("SDL_VIDEODRIVER", "dummy")
    draw_sheet(opened, ruled, ruling, options.date, options.margin, options.agreed, sheet)
    print_note(f"written: {sheet.path}")


def parse_date(text: str) -> str:
    """Return a date as YYYY-MM-DD, or today's if `text` is empty. Raises InputError if it is invalid."""
    from datetime import date

    from battlesim.scenarios.toml_reading import InputError

    try:
        return (date.fromisoformat(text) if text else date.today()).isoformat()
    except ValueError:
        raise InputError("--date", text, "is not a date", "2026-01-31") from None
