"""The command `battlesim rulesets`, which lists the installed rulesets."""

from __future__ import annotations

from typing import Annotated

import typer

from battlesim.commands.output import JSON_HELP, print_json, print_note, print_table


def rulesets(json: Annotated[bool, typer.Option("--json", help=JSON_HELP)] = False) -> None:
    """List the rulesets, both those of the program and plug-ins."""
    from battlesim.rulesets import registry

    working = registry.loadable_rulesets()
    rows = [
        {"key": key, "title": ruleset.title, "version": ruleset.version, "rules": len(ruleset.rulebook)}
        for key, ruleset in working.items()
    ]
    for reason in registry.ruleset_errors().values():
        print_note(f"battlesim: {reason}")
    if json:
        print_json(rows)
    else:
        print_table(("key", "title", "version", "rules"), [list(row.values()) for row in rows], ("rules",))
