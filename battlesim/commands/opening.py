"""Battles on their way into the window or out of a record: begun, gone on with, gone over."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from battlesim.commands.output import say
from battlesim.commands.records import Place, closing, new_record
from battlesim.commands.seating import HUMAN, seats_from
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
    from battlesim.ui.review import Branch, Look
    from battlesim.ui.settings.settings import Settings
    from battlesim.ui.start.choice import Choice


def dice_of(kind: DiceKind, seed: int, rolls: int = 0, *, windowed: bool = False) -> DiceSource | None:
    """Who rolls, after so many rolls; None for dice that are typed into the window."""
    from battlesim.commands.typed_dice import TypedDice
    from battlesim.engine.dice import ManualDice, SeededDice

    seeded = SeededDice(seed, rolls)
    if kind is DiceKind.typed:
        return None if windowed else ManualDice(TypedDice(), seeded)
    return seeded


def begin(
    scenario: Scenario,
    names: dict[SideKey, str],
    seed: int,
    place: Place,
    dice: DiceKind,
    state: AnyState | None = None,
) -> tuple[Run, Recorder]:
    """A battle about to begin, and its record with everything that it starts from; `state` is the first one
    where it is set up already."""
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
    return run, Recorder.create(place.path, header, state, run, place.others, overwrite=place.over)


def play_in_window(
    scenario: Scenario,
    names: dict[SideKey, str],
    seed: int,
    place: Place,
    dice: DiceKind,
    settings: Settings,
    state: AnyState | None = None,
    within: float = DEFAULT_ANSWER_LIMIT_S,
    lesson: Lesson | None = None,
) -> Choice | None:
    """Play a battle in the window, perhaps as a lesson; what is wanted next, if anything.

    Closing it loses nothing, as the record is written as it goes.
    """
    from battlesim.engine.undo import UndoHistory
    from battlesim.players.player_pool import PlayerPool
    from battlesim.ui.app import watch

    with PlayerPool(within) as seats:
        seats.check_players({side: name for side, name in names.items() if name != HUMAN})
        run, recorder = begin(scenario, names, seed, place, dice, state)
        with told(place), closing(recorder, place):
            watched = watch(
                UndoHistory(run, recorder),
                run.position.state,
                names,
                dice_of(dice, seed, windowed=True),
                title=place.name or scenario.plan.title,
                warnings=scenario.warnings,
                seed=seed,
                settings=settings,
                seats=seats,
                lesson=lesson,
            )
    return next_of(place.path, watched.wish, settings)


def next_of(path: Path, wish: Branch | Look | None, settings: Settings) -> Choice | None:
    """What is wanted after a battle, as it is opened; a new one has its record then. Raises RecordError."""
    from battlesim.ui.review import Branch
    from battlesim.ui.start.choice import Resume, Review

    if isinstance(wish, Branch):
        return Resume(branched(path, wish, settings).path)
    return None if wish is None else Review(path, wish.at)


def branched(
    path: Path, wish: Branch, settings: Settings, given: Mapping[SideKey, str] | None = None
) -> Place:
    """A new record in which a battle goes on as is wished; who is `given` a side plays it there.

    Raises RecordError.
    """
    from battlesim.engine.record_branch import branch_record
    from battlesim.engine.record_replay import Replay
    from battlesim.scenarios.sources import load_record

    record = load_record(path)
    fresh = new_record(f"{path.stem}-from-{wish.at}", settings)
    players = seats_from(record, wish.side, given or {}) if wish.side else record.header.players
    return Place(branch_record(Replay(record), wish.at, players, fresh.path, fresh.others, wish.seed))


@contextmanager
def told(place: Place) -> Iterator[None]:
    """After a battle in the window it is said where its record is, however the battle ended."""
    try:
        yield
    finally:
        say(f"record:  {place.path}")


def resume_window(
    place: Place,
    settings: Settings,
    given: Mapping[SideKey, str] | None = None,
    within: float = DEFAULT_ANSWER_LIMIT_S,
) -> Choice | None:
    """Go on with the battle of a record in the window; what is wanted next. Raises as `going_on` does.

    Who is `given` a side plays it from now on, in a new record.
    """
    from battlesim.commands.going_on import going_on
    from battlesim.engine.record_replay import Replay
    from battlesim.scenarios.sources import load_record
    from battlesim.ui.app import watch

    with going_on(place, given or {}, settings, within) as (going, seats), told(place):
        header = going.record.header
        watched = watch(
            going.history,
            going.record.state,
            header.players,
            dice_of(header.dice, header.seed, going.roll_count, windowed=True),
            title=header.display_name,
            warnings=header.warnings,
            seed=header.seed,
            past=Replay(load_record(place.path)).events,
            settings=settings,
            seats=seats,
        )
    return next_of(place.path, watched.wish, settings)


def review_window(
    path: Path,
    settings: Settings,
    at: int = 0,
    seen_by: SideKey | None = None,
    given: Mapping[SideKey, str] | None = None,
) -> Place | None:
    """Go over a record in the window, from so many events on, seen by a side. Raises RecordError.

    Gives the new record that the person wants to play on in, if any; who is `given` a side plays it there.
    """
    from battlesim.scenarios.sources import load_record
    from battlesim.ui.app import review

    wish = review(load_record(path), at=at, seen_by=seen_by, settings=settings)
    return branched(path, wish, settings, given) if wish else None
