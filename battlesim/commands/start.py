"""`battlesim` without a command."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Literal, NamedTuple, TypeAlias

import typer

from battlesim.commands.output import print_lines
from battlesim.commands.window import why_no_window

if TYPE_CHECKING:
    from concurrent.futures import Future

    from battlesim.commands.records import RecordPlace
    from battlesim.scenarios.library import Scenario
    from battlesim.table.state import AnyState
    from battlesim.ui.lab import LabTable
    from battlesim.ui.settings.settings import Settings
    from battlesim.ui.start.start_choice import (
        LabChoice,
        NewBattleChoice,
        ReplayChoice,
        ResumeChoice,
        StartChoice,
    )

NextChoice: TypeAlias = "StartChoice | Literal['leave'] | None"
"""What comes next; None: the start screen."""


class ChoiceResult(NamedTuple):
    """What comes after what was chosen, what went wrong, in words, and the record that was left."""

    next: NextChoice
    message: str = ""
    record: Path | None = None


class PreparedBattle(NamedTuple):
    """A new battle as it is set up."""

    scenario: Scenario
    state: AnyState


NO_WINDOW_HELP = """\
{reason}. What works without a window:

  battlesim scenarios                        which battles there are
  battlesim play first_contact --headless    play one automatically; leaves a record and a picture
  battlesim simulate toy --games 20          play one many times and sum the results up
  battlesim replay FILE --verify             go over a record
  battlesim judge first_contact --from CT --to wb1
                                             settle who sees whom, and how much of it
  battlesim template first_contact --shape blast:3 --at 34,42
                                             who is under a template
  battlesim rules mobile_infantry cover      look rules up
  battlesim check FILE                       check a map, scenario, situation or record

`battlesim COMMAND --help` says more."""


def run_start_screen(next_choice: NextChoice = None) -> None:
    """Open the start screen and what is chosen there, `next_one` first; say what works without a window."""
    reason = why_no_window()
    if reason:
        print_lines(*NO_WINDOW_HELP.format(reason=reason.capitalize()).split("\n"))
        return
    from battlesim.commands.window import load_user_settings, shared_window
    from battlesim.ui.settings.settings import load_settings
    from battlesim.ui.start import show_start_screen

    settings, message, left = load_user_settings(), "", None
    with shared_window():
        while True:
            made: Future[PreparedBattle | None] | None = None
            if next_choice is None:
                next_choice, settings, made = show_start_screen(
                    settings, prepare_choice, message=message, left=left
                )
            if next_choice is None or next_choice == "leave":
                return
            next_choice, message, left = carry_out_choice(next_choice, settings, made)
            settings, _ = load_settings()


def prepare_choice(choice: StartChoice) -> PreparedBattle | None:
    """What takes long before what was chosen can be shown, for a thread beside the start screen; it leaves no
    trace. Raises InputError."""
    import_module("battlesim.ui.app")
    from battlesim.scenarios.library import load_scenario
    from battlesim.ui.start.start_choice import NewBattleChoice

    if not isinstance(choice, NewBattleChoice):
        return None
    scenario = load_scenario(choice.scenario, choice.options)
    return PreparedBattle(scenario, scenario.initial_state())


def carry_out_choice(
    choice: StartChoice, settings: Settings, made: Future[PreparedBattle | None] | None = None
) -> ChoiceResult:
    """Open what was chosen; what comes of it. `made` is what was set up of it."""
    from battlesim.commands.failures import is_bad_input
    from battlesim.ui.start.start_choice import LabChoice, ReplayChoice

    place: RecordPlace | None = None
    try:
        if isinstance(choice, LabChoice):
            open_lab(choice, settings)
            return ChoiceResult(None)
        place = _place_of(choice, settings)
        found = made.result() if made else prepare_choice(choice)
        return ChoiceResult(_open(choice, place, settings, found), record=place.path)
    except Exception as error:  # the window shows what went wrong, and the battle can be gone on with
        if is_bad_input(error):
            return ChoiceResult(None, str(error))
        return ChoiceResult(
            show_crash_screen(
                error, place.path if place else None, settings, isinstance(choice, ReplayChoice)
            )
        )


def open_lab(
    choice: LabChoice, settings: Settings, step: int | None = None, pair: tuple[str, str] = ("", "")
) -> None:
    """Open the lab on a table, at a step of a record, perhaps with a pair to judge between.

    Raises InputError and RecordError.
    """
    from battlesim.commands.records import report_problems
    from battlesim.report.judging import PieceOrPoint, resolve_piece
    from battlesim.ui.app import run_lab_window
    from battlesim.ui.lab import lab_table_of_battle, new_lab_table

    if choice.new:
        tables = new_lab_table(*choice.new)
    else:
        tables = (
            lab_table_of_battle(choice.known, choice.source) if choice.known else _tables(choice.source, step)
        )
    report_problems(tables.opened.faults)
    for word, flag in zip(pair, ("--from", "--to"), strict=True):
        if word:
            resolve_piece(tables.opened.table, PieceOrPoint(word), flag, word)
    mode = "draw" if choice.draw else "photo" if choice.photo or tables.photo else ""
    run_lab_window(tables._replace(pair=pair) if any(pair) else tables, settings=settings, mode=mode)


def _tables(source: str, at: int | None) -> LabTable:
    """The table of a source, which may be a picture. Raises InputError and RecordError."""
    from battlesim.photo.opencv import load_opencv
    from battlesim.scenarios.picture_cache import is_picture_name
    from battlesim.ui.lab import lab_table_for_photo, load_lab_table

    if not is_picture_name(source):
        return load_lab_table(source, at)
    load_opencv()
    return lab_table_for_photo(Path(source))


def _place_of(choice: NewBattleChoice | ResumeChoice | ReplayChoice, settings: Settings) -> RecordPlace:
    """Where what was chosen is kept. Raises InputError where a new battle cannot be."""
    from battlesim.commands.records import RecordPlace, new_record_place
    from battlesim.ui.start.start_choice import NewBattleChoice

    if isinstance(choice, NewBattleChoice):
        return new_record_place(f"{Path(choice.scenario).stem}-{choice.seed}", settings, choice.name)
    return RecordPlace(choice.path)


def show_crash_screen(
    error: Exception, record: Path | None, settings: Settings, reviewing: bool = False
) -> NextChoice:
    """Say on a quiet screen that the program has failed, and where report and record are; what comes next.

    `looking` at the record is what failed, not playing the battle.
    """
    from battlesim.commands.failures import write_crash_report
    from battlesim.ui.start.crash_page import show_crash

    report, again = write_crash_report(error), _again(record, reviewing)
    after = show_crash(f"{type(error).__name__}: {error}", report, again, settings)
    wanted: dict[str, NextChoice] = {"again": again, "leave": "leave"}
    return wanted.get(after)


def _again(record: Path | None, looking: bool) -> ResumeChoice | ReplayChoice | None:
    """What can be opened after a crash: a battle to go on with, else a record to look at, if there is one."""
    from battlesim.ui.start.catalogue import read_record_summary
    from battlesim.ui.start.start_choice import ReplayChoice, ResumeChoice

    kept = read_record_summary(record) if record else None
    if kept is None:
        return None
    return ReplayChoice(kept.path) if looking or kept.finished or kept.fault else ResumeChoice(kept.path)


@contextmanager
def crash_screen_on_error(place: RecordPlace, settings: Settings, reviewing: bool = False) -> Iterator[None]:
    """A window without the start screen: a defect of ours ends in the quiet screen, and in exit code 3."""
    from battlesim.commands.failures import EXIT_DEFECT, is_bad_input

    try:
        yield
    except Exception as error:
        if is_bad_input(error):
            raise
        run_start_screen(show_crash_screen(error, place.path, settings, reviewing))
        raise typer.Exit(EXIT_DEFECT) from error


def _open(
    choice: StartChoice, place: RecordPlace, settings: Settings, found: PreparedBattle | None
) -> StartChoice | None:
    """Open what was chosen; what comes of it at once, if anything."""
    from battlesim.commands.battle_sessions import play_in_window, resume_in_window, review_in_window
    from battlesim.engine.dice import DiceKind
    from battlesim.scenarios.lessons import load_lesson
    from battlesim.ui.start.start_choice import NewBattleChoice, ReplayChoice, ResumeChoice

    if isinstance(choice, NewBattleChoice) and found is not None:
        dice = DiceKind(choice.dice)
        return play_in_window(
            found.scenario,
            choice.seats,
            choice.seed,
            place,
            dice,
            settings,
            found.state,
            lesson=load_lesson(choice.lesson) if choice.lesson else None,
        )
    if isinstance(choice, ResumeChoice):
        return resume_in_window(place, settings)
    branch = review_in_window(place.path, settings, choice.at if isinstance(choice, ReplayChoice) else 0)
    return ResumeChoice(branch.path) if branch else None
