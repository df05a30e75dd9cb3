"""`battlesim play`: a battle in the window, or an automated one without it."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from battlesim.commands.opening import begin, dice_of, play_in_window
from battlesim.commands.output import note
from battlesim.commands.seating import (
    HUMAN,
    OPTION_HELP,
    SIDE_HELP,
    WITHIN_HELP,
    automated,
    pairs,
    seat_names,
)
from battlesim.engine.dice import DiceKind
from battlesim.players.limits import WITHIN

if TYPE_CHECKING:
    from battlesim.engine.run import Run
    from battlesim.players.match import Result
    from battlesim.scenarios.library import Scenario
    from battlesim.ui.settings.settings import Settings

FIRST = "outpost_evac"
RECORD_HELP = "A file to keep the record in; without it one in your own folder for battles."


def play(
    scenario: Annotated[
        str, typer.Argument(help="Id or file of a scenario; a record to go on with.")
    ] = FIRST,
    side: Annotated[list[str] | None, typer.Option(help=SIDE_HELP)] = None,
    option: Annotated[list[str] | None, typer.Option(help=OPTION_HELP)] = None,
    seed: Annotated[int | None, typer.Option(min=0, help="Seed of dice and players.")] = None,
    record: Annotated[Path | None, typer.Option(help=RECORD_HELP)] = None,
    dice: Annotated[DiceKind, typer.Option(help="seeded, or typed in by a person.")] = DiceKind.seeded,
    watch: Annotated[bool, typer.Option("--watch", help="In the window, every side automated.")] = False,
    headless: Annotated[bool, typer.Option("--headless", help="No window; automated players.")] = False,
    within: Annotated[int, typer.Option("--answer-within", min=1, max=86_400, help=WITHIN_HELP)] = WITHIN,
) -> None:
    """Play a battle. The first side is yours in the window; the others are automated.

    A battle that goes on from its record keeps its players, but for those given with --side.
    """
    from battlesim.commands.records import new_record, record_named
    from battlesim.commands.window import one_window, own_settings, why_no_window
    from battlesim.scenarios.library import load_scenario
    from battlesim.scenarios.sources import RECORD

    given = pairs(side, "--side")
    if scenario.endswith(RECORD):
        _only_sides({"--option": option, "--seed": seed, "--record": record, "--watch": watch})
        go_on(Path(record_named(scenario)), given, headless, within)
        return
    loaded = load_scenario(scenario, pairs(option, "--option"))
    seed = loaded.plan.seed if seed is None else seed
    reason = "" if headless else why_no_window()
    if reason:
        note(f"{reason}: playing on without one, every side automated")
    settings = own_settings()
    path = (record or new_record(f"{loaded.plan.id}-{seed}", settings)).absolute()
    windowed = not (headless or reason)
    names = seat_names(loaded, given, HUMAN if windowed and not watch else "")
    if not windowed:
        play_headless(loaded, names, seed, path, dice, within)
        return
    from battlesim.commands.start import quietly

    with one_window(), quietly(path, settings):
        play_in_window(loaded, names, seed, path, dice, settings, within=within)


def _only_sides(others: Mapping[str, object]) -> None:
    from battlesim.scenarios.reading import InputError

    for flag, value in others.items():
        if value not in (None, False):
            raise InputError(flag, "", "a battle that goes on keeps its own", "--side alone can be changed")


def go_on(path: Path, given: Mapping[str, str], headless: bool, within: float) -> None:
    """Go on with the battle of a record, in the window where there can be one."""
    from battlesim.commands.opening import resume_window
    from battlesim.commands.start import quietly
    from battlesim.commands.window import one_window, own_settings, why_no_window

    settings = own_settings()
    if headless or why_no_window():
        _go_on_headless(path, given, settings, within)
        return
    with one_window(), quietly(path, settings):
        resume_window(path, settings, given, within)


def _go_on_headless(path: Path, given: Mapping[str, str], settings: Settings, within: float) -> None:
    from battlesim.commands.going_on import going_on
    from battlesim.players.match import Match

    with going_on(path, given, settings, within) as (going, seats):
        header = going.record.header
        thrown = dice_of(header.dice, header.seed, going.rolls)
        assert thrown is not None, "without a window dice come from elsewhere"
        match = Match(going.history, seats.players(automated(header.players)), thrown, seed=header.seed)
        result = match.play()
    _report(header.title, match.run, result, Path(going.record.path))


def play_headless(
    scenario: Scenario,
    names: dict[str, str],
    seed: int,
    path: Path,
    dice: DiceKind,
    within: float = WITHIN,
) -> None:
    """Play a battle to its end with automated players; leaves a record and a picture, and says where."""
    from battlesim.players.match import Match
    from battlesim.players.seats import Seats

    thrown = dice_of(dice, seed)
    assert thrown is not None, "without a window dice come from elsewhere"
    with Seats(within) as seats:
        players = seats.players(automated(names))
        run, recorder = begin(scenario, names, seed, path, dice)
        try:
            result = Match(run, players, thrown, recorder, seed=seed).play()
        finally:
            recorder.close()
    _report(scenario.plan.title, run, result, path)


def _report(title: str, run: Run, result: Result, path: Path) -> None:
    from battlesim.report.picture import save_picture

    for fault in result.faults:
        note(f"battlesim: {fault}")
    outcome = run.outcome
    assert outcome is not None
    names = {side.key: side.name for side in run.state.table.sides}
    scores = ", ".join(f"{names.get(side, side)} {score:g}" for side, score in outcome.scores.items())
    winner = f"{names.get(outcome.winner, outcome.winner)} win" if outcome.winner else "a draw"
    turn = run.ruleset.facts(run.state).turn
    print(f"{title}: {winner} ({outcome.reason}); {scores}")
    print(f"turn {turn}, {result.answers} answers")
    print(f"record:  {path}")
    picture = path.with_suffix(".png")
    save_picture(run.state, run.ruleset, picture, title=title)
    print(f"picture: {picture}")
