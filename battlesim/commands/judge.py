"""`battlesim judge`: who sees whom, how much of it, and what is in the way."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from battlesim.commands.output import FORCE, JSON, note, print_json, say
from battlesim.table.limits import MOST_STEPS

if TYPE_CHECKING:
    from battlesim.report.judging import Stand
    from battlesim.report.outputs import Output

ALL = "all"


SourceArgument = Annotated[str, typer.Argument(metavar="MAP|SCENARIO|SITUATION|RECORD")]
FromOption = Annotated[str, typer.Option("--from", help="Who looks: id of a piece, or x,y[,z].")]
ToOption = Annotated[str, typer.Option("--to", help="Who is looked at: id of a piece, or x,y[,z].")]
AtOption = Annotated[
    int | None, typer.Option(min=0, max=MOST_STEPS, help="Step of a record; its end without it.")
]
RulesetOption = Annotated[str, typer.Option(help="Rules to judge by; `all` for every one.")]
MarginOption = Annotated[bool, typer.Option("--margin", help="How far each may move before it changes.")]
BaseOption = Annotated[float, typer.Option(help="Base of a bare viewer, inches across.")]
HeightOption = Annotated[float, typer.Option(help="Height of a bare viewer, inches.")]
ToBaseOption = Annotated[float, typer.Option(help="Base of a bare target, inches across.")]
ToHeightOption = Annotated[float, typer.Option(help="Height of a bare target, inches.")]
JsonOption = Annotated[bool, typer.Option("--json", help=JSON)]
SheetOption = Annotated[Path | None, typer.Option(help="Draw the ruling into this PNG.")]
ForceOption = Annotated[bool, typer.Option("--force", help=FORCE)]


def judge(
    source: SourceArgument,
    viewer: FromOption,
    target: ToOption,
    at: AtOption = None,
    ruleset: RulesetOption = "",
    margin: MarginOption = False,
    base: BaseOption = 1.0,
    height: HeightOption = 1.2,
    to_base: ToBaseOption = 1.0,
    to_height: ToHeightOption = 1.2,
    json: JsonOption = False,
    sheet: SheetOption = None,
    force: ForceOption = False,
) -> None:
    """Settle a line of sight: plain geometry, or by the rules of a ruleset."""
    from battlesim.commands.records import record_named
    from battlesim.report.judging import Stand
    from battlesim.report.outputs import PICTURE, Output
    from battlesim.report.text import ruling_text
    from battlesim.rulesets import registry
    from battlesim.scenarios.reading import InputError

    if sheet and ruleset == ALL:
        raise InputError("--sheet", "", "a sheet shows the ruling of one ruleset", "name it with --ruleset")
    drawn = Output(sheet, PICTURE, "--sheet", force).check() if sheet else None
    stands = Stand(viewer, base, height), Stand(target, to_base, to_height)
    keys = list(registry.working()) if ruleset == ALL else [ruleset]
    rulings = _rulings(record_named(source), at, keys, stands, margin, drawn)
    if json:
        print_json({"rulings": rulings} if ruleset == ALL else rulings[ruleset])
    else:
        text = "\n\n".join(ruling_text(viewer, target, found) for found in rulings.values())
        say(*text.split("\n"))


def _rulings(
    source: str,
    at: int | None,
    keys: Sequence[str],
    stands: tuple[Stand, Stand],
    margin: bool,
    sheet: Output | None,
) -> dict[str, dict[str, Any]]:
    """The rulings on a line of sight, by the keys of rulesets; into a `sheet` the ruling is drawn."""
    from battlesim.commands.records import tell
    from battlesim.report.judging import margins, rule_on, rules_of, ruling_values
    from battlesim.scenarios.sources import open_source

    rulings: dict[str, dict[str, Any]] = {}
    for key in keys:
        opened = open_source(source, at, key)
        tell(() if rulings else opened.faults)
        rules = rules_of(opened, key)
        ruled = rule_on(opened, *stands, rules)
        rulings[key] = ruling_values(ruled)
        if margin:
            rulings[key] |= margins(opened, *stands, rules)
        if sheet:
            from battlesim.report.sheet import save_sheet

            save_sheet(opened, ruled, sheet)
            note(f"written: {sheet.path}")
    return rulings
