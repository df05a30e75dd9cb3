"""`battlesim play`: a battle in the window, or an automated one without it."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from battlesim.commands.opening import begin, dice_of, play_in_window
from battlesim.commands.output import note
from battlesim.commands.seating import HUMAN, OPTION_HELP, SIDE_HELP, pairs, seat_names, seats
from battlesim.engine.dice import DiceKind
from battlesim.table.limits import MOST_SEED

if TYPE_CHECKING:
    from battlesim.engine.run import Run
    from battlesim.scenarios.library import Scenario

FIRST = "outpost_evac"
RECORD_HELP = "A file to keep the record in; without it one in your own folder for battles."


def play(
    scenario: Annotated[str, typer.Argument(help="Id or file of a scenario.")] = FIRST,
    side: Annotated[list[str] | None, typer.Option(help=SIDE_HELP)] = None,
    option: Annotated[list[str] | None, typer.Option(help=OPTION_HELP)] = None,
    seed: Annotated[int | None, typer.Option(min=0, max=MOST_SEED, help="Seed of dice and players.")] = None,
    record: Annotated[Path | None, typer.Option(help=RECORD_HELP)] = None,
    dice: Annotated[DiceKind, typer.Option(help="seeded, or typed in by a person.")] = DiceKind.seeded,
    watch: Annotated[bool, typer.Option("--watch", help="In the window, every side automated.")] = False,
    headless: Annotated[bool, typer.Option("--headless", help="No window; automated players.")] = False,
) -> None:
    """Play a battle. The first side is yours in the window; the others are automated."""
    from battlesim.commands.records import new_record
    from battlesim.commands.window import one_window, own_settings, why_no_window
    from battlesim.scenarios.library import load_scenario

    loaded = load_scenario(scenario, pairs(option, "--option"))
    given = pairs(side, "--side")
    seed = loaded.plan.seed if seed is None else seed
    reason = "" if headless else why_no_window()
    if reason:
        note(f"{reason}: playing on without one, every side automated")
    settings = own_settings()
    path = (record or new_record(f"{loaded.plan.id}-{seed}", settings)).absolute()
    windowed = not (headless or reason)
    names = seat_names(loaded, given, HUMAN if windowed and not watch else "")
    if not windowed:
        play_headless(loaded, names, seed, path, dice)
        return
    from battlesim.commands.start import quietly

    with one_window(), quietly(path, settings):
        play_in_window(loaded, names, seed, path, dice, settings)


def play_headless(scenario: Scenario, names: dict[str, str], seed: int, path: Path, dice: DiceKind) -> None:
    """Play a battle to its end with automated players; leaves a record and a picture, and says where."""
    from battlesim.players.match import Match

    players, thrown = seats(names), dice_of(dice, seed)
    assert thrown is not None, "without a window dice come from elsewhere"
    run, recorder = begin(scenario, names, seed, path, dice)
    try:
        result = Match(run, players, thrown, recorder, seed=seed).play()
    finally:
        recorder.close()
    for fault in result.faults:
        note(f"battlesim: {fault}")
    _report(scenario, run, result.answers, path)


def _report(scenario: Scenario, run: Run, answers: int, path: Path) -> None:
    from battlesim.report.picture import save_picture

    outcome = run.outcome
    assert outcome is not None
    names = {side.key: side.name for side in scenario.plan.sides}
    scores = ", ".join(f"{names.get(side, side)} {score:g}" for side, score in outcome.scores.items())
    winner = f"{names.get(outcome.winner, outcome.winner)} win" if outcome.winner else "a draw"
    turn = scenario.ruleset.facts(run.state).turn
    print(f"{scenario.plan.title}: {winner} ({outcome.reason}); {scores}")
    print(f"turn {turn}, {answers} answers")
    print(f"record:  {path}")
    picture = path.with_suffix(".png")
    save_picture(run.state, scenario.ruleset, picture, title=scenario.plan.title)
    print(f"picture: {picture}")
