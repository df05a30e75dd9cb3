"""The command `battlesim muster`, which manages musters: files that list a force bought with points."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from battlesim.commands.output import print_lines, print_table

if TYPE_CHECKING:
    from battlesim.engine.muster import Muster

app = typer.Typer(help="Forces bought by points, for scenarios and campaigns.", no_args_is_help=True)
MusterFile = Annotated[Path, typer.Argument(help="File of the muster.")]
RulesetKey = Annotated[
    str, typer.Option(help="Ruleset of the force; without one, the first whose forces are bought by points.")
]


@app.command("list")
def list_profiles(
    ruleset: RulesetKey = "",
    faction: Annotated[str, typer.Option(help="Only the profiles of this faction.")] = "",
) -> None:
    """List the factions with their profiles and what these cost."""
    from battlesim.rulesets import registry
    from battlesim.scenarios.musters import muster_rules, muster_rulesets

    ruleset = ruleset or muster_rulesets()[0]
    rules, profile = muster_rules(ruleset, ruleset), registry.load_ruleset(ruleset).profile
    rows = [
        [key, own, str(profile(own)["name"]), f"{rules.cost(own, ()):g}"]
        for key, known in rules.factions.items()
        for own in known.profiles
        if faction in ("", key)
    ]
    print_table(("faction", "profile", "name", "points"), rows, ("points",))
    extras = ", ".join(f"{key} ({extra.name})" for key, extra in rules.extras.items())
    print_lines(f"limits: {', '.join(map(str, rules.limits))} points; extras: {extras or 'none'}")


@app.command("new")
def new_muster(
    muster: MusterFile,
    faction: Annotated[str, typer.Option(help="Faction of the force.")],
    points: Annotated[int, typer.Option(help="Limit of points.")] = 12,
    ruleset: RulesetKey = "",
) -> None:
    """Write the default force of a faction, which can be edited."""
    from battlesim.commands.new_files import write_new_text
    from battlesim.scenarios import musters

    held = musters.new_muster(ruleset or musters.muster_rulesets()[0], faction, points)
    write_new_text(muster, musters.muster_text(held))
    _print_muster(held)


@app.command("show")
def show_muster(muster: MusterFile) -> None:
    """Check a muster, and show its models and what they cost."""
    from battlesim.scenarios.musters import read_muster

    _print_muster(read_muster(muster))


def _print_muster(muster: Muster) -> None:
    from battlesim.rulesets import registry
    from battlesim.scenarios.musters import muster_rules

    rules = muster_rules(muster.ruleset, muster.ruleset)
    profile = registry.load_ruleset(muster.ruleset).profile
    rows = [
        [
            held.name or str(number),
            own.name or str(profile(own.profile)["name"]),
            ", ".join(rules.extras[extra].name for extra in own.extras) or "-",
            f"{rules.cost(own.profile, own.extras):g}",
        ]
        for number, held in enumerate(muster.detachment, 1)
        for own in held.model
    ]
    print_table(("detachment", "model", "extras", "points"), rows, ("points",))
    print_lines(f"{muster.cost(rules):g} of {muster.points} points")


@app.command("scenario")
def write_scenario(
    scenario: Annotated[str, typer.Argument(help="Scenario whose sides set up their models.")],
    file: Annotated[Path, typer.Argument(help="File to write the new scenario to.")],
    force: Annotated[
        list[str], typer.Option(help="SIDE=FILE for a muster, or SIDE=FACTION for a default force.")
    ],
) -> None:
    """Write a scenario in which sides have mustered forces."""
    from battlesim.commands.new_files import write_new_text
    from battlesim.scenarios.library import load_scenario
    from battlesim.scenarios.musters import mustered_scenario_text, read_forces

    base = load_scenario(scenario)
    name = scenario if scenario == base.plan.id else str(Path(scenario).absolute())
    write_new_text(file, mustered_scenario_text(base, name, read_forces(force, base.plan.ruleset), file))
    print_lines(f"battlesim play {file}")
