"""The command `battlesim scenarios`, which lists the scenarios that can be played."""

from __future__ import annotations

from typing import Annotated, Any

import typer

from battlesim.commands.output import JSON_HELP, print_json, print_note, print_table

SCENARIO_COLUMNS = ("id", "title", "ruleset", "sides", "pieces", "turns")
"""The columns of the scenario list."""


def scenarios(json: Annotated[bool, typer.Option("--json", help=JSON_HELP)] = False) -> None:
    """List the scenarios that can be played."""
    from battlesim.scenarios.library import scenario_files
    from battlesim.scenarios.toml_reading import InputError

    rows = []
    for name in scenario_files():
        try:
            rows.append(_facts(name))
        except InputError as error:
            print_note(f"battlesim: {error}")
    if json:
        print_json(rows)
        return
    shown = [
        [", ".join(row["sides"]) if key == "sides" else row[key] for key in SCENARIO_COLUMNS] for row in rows
    ]
    print_table(SCENARIO_COLUMNS, shown, ("pieces", "turns"))


def _facts(name: str) -> dict[str, Any]:
    from battlesim.scenarios.library import load_scenario

    scenario = load_scenario(name)
    state = scenario.initial_state()
    plan = scenario.plan
    values = (
        plan.id,
        plan.title,
        plan.ruleset,
        [side.key for side in plan.sides],
        len(state.table.pieces),
        scenario.ruleset.facts(state).turns,
    )
    return dict(zip(SCENARIO_COLUMNS, values, strict=True))
