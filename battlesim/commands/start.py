"""The start screen, which opens if `battlesim` is run without a command, and the actions that it offers."""

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
"""The type of the next choice: "leave" ends the program, and None shows the start screen."""


class ChoiceResult(NamedTuple):
    """The result of carrying out what the user chose on the start screen.

    It holds the choice to carry out next, an error message to show, and the path of the record just closed.
    Each of them may be missing.
    """

    next: NextChoice
    message: str = ""
    record: Path | None = None


class PreparedBattle(NamedTuple):
    """A scenario that has been loaded, together with the state at the start of its battle."""

    scenario: Scenario
    state: AnyState


NO_WINDOW_HELP = """\
{reason}. What works without a window:

  battlesim scenarios                        list the battles
  battlesim play first_contact --headless    play one with AI players; writes a record and a picture
  battlesim simulate toy --games 20          play one many times and sum up the results
  battlesim replay FILE --verify             verify a record
  battlesim judge first_contact --from CT --to wb1
                                             judge who sees whom, and how much of it
  battlesim template first_contact --shape blast:3 --at 34,42
                                             list the pieces under a template
  battlesim rules RULESET cover              look up rules
  battlesim check FILE                       check a map, scenario, situation or record

`battlesim COMMAND --help` says more."""
"""The text that lists the commands that need no window."""


def run_start_screen(next_choice: NextChoice = None) -> None:
    """Show the start screen and carry out what the user chooses on it, until the user leaves.

    If `next_choice` is given, it is carried out before the screen is shown. If there is no display, the
    commands that need no window are printed instead.
    """
    reason = why_no_window()
    if reason:
        print_lines(*NO_WINDOW_HELP.format(reason=reason.capitalize()).split("\n"))
        return
    from battlesim.commands.window import load_user_settings, shared_window
    from battlesim.ui.settings.settings import load_settings
    from battlesim.ui.start import show_start_screen

    settings, message, left = load_user_settings(), "", None
    roster: Path | None = None
    with shared_window():
        while True:
            made: Future[PreparedBattle | None] | None = None
            if next_choice is None:
                next_choice, settings, made = show_start_screen(
                    settings, prepare_choice, message=message, left=left, roster=roster
                )
                roster = campaign_roster(next_choice)
            if next_choice is None or next_choice == "leave":
                return
            next_choice, message, left = carry_out_choice(next_choice, settings, made)
            settings, _ = load_settings()


def campaign_roster(choice: NextChoice) -> Path | None:
    """Return the path of the campaign's roster file if the chosen battle belongs to a campaign, else None."""
    from battlesim.ui.start.start_choice import NewBattleChoice, ResumeChoice

    return choice.roster if isinstance(choice, NewBattleChoice | ResumeChoice) else None


def prepare_choice(choice: StartChoice) -> PreparedBattle | None:
    """Load the scenario of a new battle that the user chose, and set up the battle's initial state.

    Return None if the user chose something else. This function runs in a background thread. Raises InputError
    if the scenario cannot be loaded.
    """
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
    """Carry out a choice made on the start screen, and return what follows, such as a replay after a battle.

    If the input is bad, the result holds an error message for the start screen. Any other error opens the
    crash screen, so this function raises no errors. `made` is the future result of `prepare_choice`, if that
    function has already been started.
    """
    from battlesim.commands.failures import is_bad_input
    from battlesim.ui.start.start_choice import LabChoice, ReplayChoice

    place: RecordPlace | None = None
    try:
        if isinstance(choice, LabChoice):
            open_lab(choice, settings)
            return ChoiceResult(None)
        place = _record_place(choice, settings)
        prepared = made.result() if made else prepare_choice(choice)
        return ChoiceResult(_open(choice, place, settings, prepared), record=place.path)
    except Exception as error:  # the window shows what went wrong, and the battle can be resumed
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
    """Open the table that the user chose in the lab, the window in which tables are edited and judged.

    A recorded battle is opened at `step`, by default at its end. If `pair` holds the ids of two pieces, the
    line of sight between them is judged. Raises InputError or RecordError if the table cannot be read or one
    of these pieces is not on it.
    """
    from battlesim.commands.records import report_problems
    from battlesim.report.judging import PieceOrPoint, resolve_piece
    from battlesim.ui.app import run_lab_window
    from battlesim.ui.lab import lab_table_of_battle, new_lab_table

    if choice.new:
        tables = new_lab_table(*choice.new)
    else:
        tables = (
            lab_table_of_battle(choice.known, choice.source)
            if choice.known
            else _lab_table(choice.source, step)
        )
    report_problems(tables.opened.faults)
    for word, flag in zip(pair, ("--from", "--to"), strict=True):
        if word:
            resolve_piece(tables.opened.table, PieceOrPoint(word), flag, word)
    mode = "draw" if choice.draw else "photo" if choice.photo or tables.photo else ""
    run_lab_window(tables._replace(pair=pair) if any(pair) else tables, settings=settings, mode=mode)


def _lab_table(source: str, at: int | None) -> LabTable:
    """Return the lab table of a source or picture. Raises InputError or RecordError if it cannot be read."""
    from battlesim.photo.opencv import load_opencv
    from battlesim.scenarios.picture_cache import is_picture_name
    from battlesim.ui.lab import lab_table_for_photo, load_lab_table

    if not is_picture_name(source):
        return load_lab_table(source, at)
    load_opencv()
    return lab_table_for_photo(Path(source))


def _record_place(choice: NewBattleChoice | ResumeChoice | ReplayChoice, settings: Settings) -> RecordPlace:
    """Return the place of the record of a choice. Raises InputError if no new record can be stored."""
    from battlesim.commands.records import RecordPlace, new_record_place
    from battlesim.scenarios.sources import RECORD_SUFFIX
    from battlesim.ui.start.start_choice import NewBattleChoice

    if isinstance(choice, NewBattleChoice) and choice.roster is not None:
        return RecordPlace(Path(choice.scenario).with_suffix(RECORD_SUFFIX), name=choice.name)
    if isinstance(choice, NewBattleChoice):
        return new_record_place(f"{Path(choice.scenario).stem}-{choice.seed}", settings, choice.name)
    return RecordPlace(choice.path)


def show_crash_screen(
    error: Exception, record: Path | None, settings: Settings, reviewing: bool = False
) -> NextChoice:
    """Write a crash report, show the crash screen, and return what the user chooses to do next.

    `reviewing` is True if the program crashed during a replay.
    """
    from battlesim.commands.failures import write_crash_report
    from battlesim.rulesets.registry import plugin_line
    from battlesim.ui.start.crash_page import show_crash

    report, again = write_crash_report(error), _choice_to_reopen(record, reviewing)
    answer = show_crash(f"{type(error).__name__}: {error}", report, again, settings, plugin_line(error))
    choices: dict[str, NextChoice] = {"again": again, "leave": "leave"}
    return choices.get(answer)


def _choice_to_reopen(record: Path | None, reviewing: bool) -> ResumeChoice | ReplayChoice | None:
    """Return the choice to resume or replay a record after a crash, or None if there is no record."""
    from battlesim.ui.start.catalogue import read_record_summary
    from battlesim.ui.start.start_choice import ReplayChoice, ResumeChoice

    summary = read_record_summary(record) if record else None
    if summary is None:
        return None
    if reviewing or summary.finished or summary.fault:
        return ReplayChoice(summary.path)
    return ResumeChoice(summary.path)


@contextmanager
def crash_screen_on_error(place: RecordPlace, settings: Settings, reviewing: bool = False) -> Iterator[None]:
    """Return a context manager that shows the crash screen and exits with code 3 if a bug causes an error.

    It is used for windows that are opened without the start screen. Errors caused by bad input are raised
    unchanged.
    """
    from battlesim.commands.failures import EXIT_DEFECT, is_bad_input

    try:
        yield
    except Exception as error:
        if is_bad_input(error):
            raise
        run_start_screen(show_crash_screen(error, place.path, settings, reviewing))
        raise typer.Exit(EXIT_DEFECT) from error


def _open(
    choice: StartChoice, place: RecordPlace, settings: Settings, prepared: PreparedBattle | None
) -> StartChoice | None:
    """Open the battle or replay of a choice, and return the choice that follows at once, or None."""
    from battlesim.commands.battle_sessions import play_in_window, resume_in_window, review_in_window
    from battlesim.engine.dice import DiceKind
    from battlesim.scenarios.lessons import load_lesson
    from battlesim.ui.start.start_choice import NewBattleChoice, ReplayChoice, ResumeChoice

    if isinstance(choice, NewBattleChoice) and prepared is not None:
        dice = DiceKind(choice.dice)
        return play_in_window(
            prepared.scenario,
            choice.seats,
            choice.seed,
            place,
            dice,
            settings,
            prepared.state,
            lesson=load_lesson(choice.lesson) if choice.lesson else None,
        )
    if isinstance(choice, ResumeChoice):
        return resume_in_window(place, settings)
    branch = review_in_window(place.path, settings, choice.at if isinstance(choice, ReplayChoice) else 0)
    return ResumeChoice(branch.path) if branch else None
