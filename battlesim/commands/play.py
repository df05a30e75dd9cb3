"""`battlesim play`: a battle in the window, or an automated one without it."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from battlesim.commands.output import note
from battlesim.commands.seating import HUMAN, OPTION_HELP, SIDE_HELP, pairs, seat_names, seats
from battlesim.engine.dice import DiceKind

if TYPE_CHECKING:
    from battlesim.engine.dice import Dice
    from battlesim.engine.record_write import Recorder
    from battlesim.engine.run import Run
    from battlesim.scenarios.library import Scenario
    from battlesim.table.state import AnyState
    from battlesim.ui.settings import Settings

FIRST = "outpost_evac"
RECORD_HELP = "A file to keep the record in; without it one in your own folder for battles."


def play(
    scenario: Annotated[str, typer.Argument(help="Id or file of a scenario.")] = FIRST,
    side: Annotated[list[str] | None, typer.Option(help=SIDE_HELP)] = None,
    option: Annotated[list[str] | None, typer.Option(help=OPTION_HELP)] = None,
    seed: Annotated[int | None, typer.Option(min=0, help="Seed of dice and players.")] = None,
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


def dice_of(kind: DiceKind, seed: int, rolls: int = 0, *, windowed: bool = False) -> Dice | None:
    """Who rolls, after so many rolls; None for dice that are typed into the window."""
    from battlesim.commands.typed_dice import TypedDice
    from battlesim.engine.dice import SeededDice

    if kind is DiceKind.typed:
        return None if windowed else TypedDice()
    return SeededDice(seed, rolls)


def begin(
    scenario: Scenario,
    names: dict[str, str],
    seed: int,
    path: Path,
    dice: DiceKind,
    state: AnyState | None = None,
) -> tuple[Run, Recorder]:
    """A battle about to begin, and its record with everything that it starts from; `state` is the first one
    where it is set up already."""
    from battlesim.engine.record_write import Recorder, make_header
    from battlesim.engine.run import start

    state = state or scenario.start()
    header = make_header(
        scenario.ruleset,
        state,
        title=scenario.plan.title,
        seed=seed,
        players=names,
        dice=dice,
        options=scenario.plan.options,
        map_text=scenario.map_text,
        scenario_text=scenario.text,
    )
    run = start(scenario.ruleset, state)
    return run, Recorder.create(path, header, state, run)


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


def play_in_window(
    scenario: Scenario,
    names: dict[str, str],
    seed: int,
    path: Path,
    dice: DiceKind,
    settings: Settings,
    state: AnyState | None = None,
) -> None:
    """Play a battle in the window; closing it loses nothing, as the record is written as it goes."""
    from battlesim.engine.undo import History
    from battlesim.ui.app import watch

    run, recorder = begin(scenario, names, seed, path, dice, state)
    try:
        watch(
            History(run, recorder),
            run.position.state,
            names,
            dice_of(dice, seed, windowed=True),
            title=scenario.plan.title,
            seed=seed,
            settings=settings,
        )
    finally:
        recorder.close()
        print(f"record:  {path}")


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
