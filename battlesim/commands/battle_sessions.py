"""Functions that start, resume and replay battles from the command line, with or without a window."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from battlesim.commands.output import print_lines
from battlesim.commands.records import RecordPlace, new_record_place, recorder_session
from battlesim.commands.seating import HUMAN, branch_seats
from battlesim.engine.dice import DiceKind
from battlesim.players.limits import DEFAULT_ANSWER_LIMIT_S
from battlesim.table.ids import SideKey

if TYPE_CHECKING:
    from battlesim.engine.dice import DiceSource
    from battlesim.engine.record_write import Recorder
    from battlesim.engine.run import Run
    from battlesim.scenarios.lessons import Lesson
    from battlesim.scenarios.library import Scenario
    from battlesim.table.state import AnyState
    from battlesim.ui.replay import BranchRequest, SeekRequest
    from battlesim.ui.settings.settings import Settings
    from battlesim.ui.start.start_choice import StartChoice


def make_dice(kind: DiceKind, seed: int, rolls: int = 0, *, windowed: bool = False) -> DiceSource | None:
    """Return the source of dice for a battle in which `rolls` rolls have already been made.

    Seeded dice are computed from `seed`; with typed dice, the user enters the results in the terminal. If
    `windowed` is True, return None for typed dice, because the window asks for the results.
    """
    from battlesim.commands.typed_dice import TypedDice
    from battlesim.engine.dice import ManualDice, SeededDice

    seeded = SeededDice(seed, rolls)
    if kind is DiceKind.typed:
        return None if windowed else ManualDice(TypedDice(), seeded)
    return seeded


def begin_battle(
    scenario: Scenario,
    names: dict[SideKey, str],
    seed: int,
    place: RecordPlace,
    dice: DiceKind,
    state: AnyState | None = None,
) -> tuple[Run, Recorder]:
    """Start a new battle and create its record. Return the battle as a `Run`, and the recorder.

    The recorder writes the record. `names` maps each side to the name of its player. `state` is the initial
    state of the battle, if it has already been set up.
    """
    from battlesim.engine.record_write import Recorder, make_header
    from battlesim.engine.run import start_run

    state = state or scenario.initial_state()
    header = make_header(
        scenario.ruleset,
        state,
        title=scenario.plan.title,
        name=place.name,
        seed=seed,
        players=names,
        dice=dice,
        options=scenario.plan.options,
        map_text=scenario.map_text,
        scenario_text=scenario.text,
        warnings=scenario.warnings,
    )
    run = start_run(scenario.ruleset, state)
    return run, Recorder.create(place.path, header, state, run, place.alternatives, overwrite=place.overwrite)


def play_in_window(
    scenario: Scenario,
    names: dict[SideKey, str],
    seed: int,
    place: RecordPlace,
    dice: DiceKind,
    settings: Settings,
    state: AnyState | None = None,
    answer_limit_s: float = DEFAULT_ANSWER_LIMIT_S,
    lesson: Lesson | None = None,
) -> StartChoice | None:
    """Play a new battle in the window. Return the user's choice of what to open next, or None.

    `names` maps each side to the name of its player. If `lesson` is given, it is taught during the battle.
    Raises PluginError if a player cannot be loaded.
    """
    from battlesim.engine.undo import UndoHistory
    from battlesim.players.player_pool import PlayerPool
    from battlesim.ui.app import run_battle_window

    with PlayerPool(answer_limit_s) as seats:
        seats.check_players({side: name for side, name in names.items() if name != HUMAN})
        run, recorder = begin_battle(scenario, names, seed, place, dice, state)
        with report_record_path(place), recorder_session(recorder, place):
            watched = run_battle_window(
                UndoHistory(run, recorder),
                run.position.state,
                names,
                make_dice(dice, seed, windowed=True),
                title=place.name or scenario.plan.title,
                warnings=scenario.warnings,
                seed=seed,
                settings=settings,
                seats=seats,
                lesson=lesson,
            )
    return choice_after_battle(place.path, watched.next_request, settings)


def choice_after_battle(
    path: Path, request: BranchRequest | SeekRequest | None, settings: Settings
) -> StartChoice | None:
    """Return what the user has asked to open after a battle, or None if `request` is None.

    This is a replay of the battle's record `path` or, if the user plays on from an earlier moment, a new
    record. Raises RecordError if the record cannot be read.
    """
    from battlesim.ui.replay import BranchRequest
    from battlesim.ui.start.start_choice import ReplayChoice, ResumeChoice

    if isinstance(request, BranchRequest):
        return ResumeChoice(create_branch(path, request, settings).path)
    return None if request is None else ReplayChoice(path, request.moment)


def create_branch(
    path: Path, request: BranchRequest, settings: Settings, given_players: Mapping[SideKey, str] | None = None
) -> RecordPlace:
    """Create a new record that continues a battle from the requested moment, and return where it is saved.

    `path` is the record of the battle. `given_players` maps sides to the names of the players that replace
    the recorded players. Raises RecordError or InputError if a record cannot be read or written.
    """
    from battlesim.engine.record_branch import branch_record
    from battlesim.engine.record_replay import Replay
    from battlesim.scenarios.sources import load_record

    record = load_record(path)
    fresh = new_record_place(f"{path.stem}-from-{request.moment}", settings)
    players = (
        branch_seats(record, request.side, given_players or {}) if request.side else record.header.players
    )
    return RecordPlace(
        branch_record(Replay(record), request.moment, players, fresh.path, fresh.alternatives, request.seed)
    )


@contextmanager
def report_record_path(place: RecordPlace) -> Iterator[None]:
    """Return a context manager that prints the path of a battle's record on exit, even after an error."""
    try:
        yield
    finally:
        print_lines(f"record:  {place.path}")


def resume_in_window(
    place: RecordPlace,
    settings: Settings,
    given_players: Mapping[SideKey, str] | None = None,
    answer_limit_s: float = DEFAULT_ANSWER_LIMIT_S,
) -> StartChoice | None:
    """Resume a recorded battle in the window. Return the user's choice of what to open next, or None.

    If `given_players` replaces a player, the battle continues in a new record. Raises the same errors as
    `resumed_battle`.
    """
    from battlesim.commands.battle_resume import resumed_battle
    from battlesim.engine.record_replay import Replay
    from battlesim.scenarios.sources import load_record
    from battlesim.ui.app import run_battle_window

    with (
        resumed_battle(place, given_players or {}, settings, answer_limit_s) as (going, seats),
        report_record_path(place),
    ):
        header = going.record.header
        watched = run_battle_window(
            going.history,
            going.record.state,
            header.players,
            make_dice(header.dice, header.seed, going.roll_count, windowed=True),
            title=header.display_name,
            warnings=header.warnings,
            seed=header.seed,
            past=Replay(load_record(place.path)).events,
            settings=settings,
            seats=seats,
        )
    return choice_after_battle(place.path, watched.next_request, settings)


def review_in_window(
    path: Path,
    settings: Settings,
    events: int = 0,
    seen_by: SideKey | None = None,
    given_players: Mapping[SideKey, str] | None = None,
) -> RecordPlace | None:
    """Replay a recorded battle in the window. Return where a new record is saved, or None.

    A new record is created if the user plays on from a moment of the replay. The replay starts after the
    first `events` events. It shows what the side `seen_by` knows, everything if that is "", or what human
    players may know if it is None. `given_players` maps sides to the names of the players that replace the
    recorded players in the new record. Raises RecordError if the record cannot be read.
    """
    from battlesim.scenarios.sources import load_record
    from battlesim.ui.app import run_replay_window

    request = run_replay_window(load_record(path), at=events, seen_by=seen_by, settings=settings)
    return create_branch(path, request, settings, given_players) if request else None
