"""The command `battlesim check`, which checks maps, scenarios, situations, records, sheets and rulesets."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from battlesim.commands.output import JSON_HELP, MAX_NOTE_CHARS, print_json
from battlesim.text_escaping import escape_unsafe

if TYPE_CHECKING:
    from battlesim.scenarios.file_checks import CheckResult

NAMES_HELP = "Files, folders, ids, or keys of rulesets."
"""The help text of the argument."""


def check(
    names: Annotated[list[str], typer.Argument(metavar="FILE…", help=NAMES_HELP)],
    json: Annotated[bool, typer.Option("--json", help=JSON_HELP)] = False,
) -> None:
    """Check files and rulesets.

    The exit code is 1 if a verdict or a replay is not as expected, and 2 if a file cannot be read.
    """
    from battlesim.commands.failures import is_bad_input
    from battlesim.commands.records import resolve_record
    from battlesim.engine.value_decoding import shortened
    from battlesim.report.sheet_check import check_sheet, is_sheet
    from battlesim.scenarios.file_checks import CheckResult, check_file_or_ruleset, expand_folders

    findings: list[CheckResult] = []
    unreadable = False
    for name in expand_folders(names):
        try:
            findings.append(
                check_sheet(name) if is_sheet(name) else check_file_or_ruleset(resolve_record(name))
            )
        except Exception as error:
            if not is_bad_input(error):
                raise
            findings.append(CheckResult(name, "", False, shortened(str(error), MAX_NOTE_CHARS)))
            unreadable = True
    if json:
        print_json(findings)
    else:
        _print(findings)
    if not all(finding.good for finding in findings):
        raise typer.Exit(2 if unreadable else 1)


def _print(findings: list[CheckResult]) -> None:
    from rich.console import Console
    from rich.text import Text

    from battlesim.engine.value_decoding import shortened

    console = Console(soft_wrap=True)
    for item in findings:
        word, colour = ("ok    ", "green") if item.good else ("wrong ", "red")
        console.print(Text(word, style=colour), end="")
        name = shortened(item.name)
        words = item.text if name in item.text else f"{name}: {item.text}"
        console.print(Text(escape_unsafe(words)))
        if item.by:
            console.print(Text(escape_unsafe(f"      {item.by}")))
        for wrong in item.wrong:
            console.print(Text(escape_unsafe(f"      {wrong}")))
        for warning in item.warnings:
            console.print(Text("      warning: ", style="yellow"), end="")
            console.print(Text(escape_unsafe(warning)))
