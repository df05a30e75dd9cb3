"""`battlesim` without a command."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Literal, NamedTuple, TypeAlias

import typer

from battlesim.commands.output import say
from battlesim.commands.window import why_no_window

if TYPE_CHECKING:
    from concurrent.futures import Future

    from battlesim.commands.records import Place
    from battlesim.scenarios.library import Scenario
    from battlesim.table.state import AnyState
    from battlesim.ui.lab import Tables
    from battlesim.ui.settings.settings import Settings
    from battlesim.ui.start.choice import Battle, Choice, Lab, Resume, Review

Next: TypeAlias = "Choice | Literal['leave'] | None"
"""What comes next; None: the start screen."""


class After(NamedTuple):
    """What comes after what was chosen, what went wrong, in words, and the record that was left."""

    next: Next
    message: str = ""
    left: Path | None = None


class SetUp(NamedTuple):
    """A new battle as it is set up."""

    scenario: Scenario
    state: AnyState


WITHOUT_WINDOW = """\
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


def start_screen(next_one: Next = None) -> None:
    """Open the start screen and what is chosen there, `next_one` first; say what works without a window."""
    reason = why_no_window()
    if reason:
        say(*WITHOUT_WINDOW.format(reason=reason.capitalize()).split("\n"))
        return
    from battlesim.commands.window import one_window, own_settings
    from battlesim.ui.settings.settings import load_settings
    from battlesim.ui.start import choose

    settings, message, left = own_settings(), "", None
    with one_window():
        while True:
            made: Future[SetUp | None] | None = None
            if next_one is None:
                next_one, settings, made = choose(settings, set_up, message=message, left=left)
            if next_one is None or next_one == "leave":
                return
            next_one, message, left = carry_out(next_one, settings, made)
            settings, _ = load_settings()


def set_up(choice: Choice) -> SetUp | None:
    """What takes long before what was chosen can be shown, for a thread beside the start screen; it leaves no
    trace. Raises InputError."""
    import_module("battlesim.ui.app")
    from battlesim.scenarios.library import load_scenario
    from battlesim.ui.start.choice import Battle

    if not isinstance(choice, Battle):
        return None
    scenario = load_scenario(choice.scenario, choice.options)
    return SetUp(scenario, scenario.initial_state())


def carry_out(choice: Choice, settings: Settings, made: Future[SetUp | None] | None = None) -> After:
    """Open what was chosen; what comes of it. `made` is what was set up of it."""
    from battlesim.commands.failures import is_bad_input
    from battlesim.ui.start.choice import Lab, Review

    place: Place | None = None
    try:
        if isinstance(choice, Lab):
            in_lab(choice, settings)
            return After(None)
        place = _place_of(choice, settings)
        found = made.result() if made else set_up(choice)
        return After(_open(choice, place, settings, found), left=place.path)
    except Exception as error:  # the window shows what went wrong, and the battle can be gone on with
        if is_bad_input(error):
            return After(None, str(error))
        return After(after_crash(error, place.path if place else None, settings, isinstance(choice, Review)))


def in_lab(choice: Lab, settings: Settings, at: int | None = None, pair: tuple[str, str] = ("", "")) -> None:
    """Open the lab on a table, at a step of a record, perhaps with a pair to judge between.

    Raises InputError and RecordError.
    """
    from battlesim.commands.records import tell
    from battlesim.report.judging import PieceOrPoint, resolve_piece
    from battlesim.ui.app import lab
    from battlesim.ui.lab import new_tables, tables_with

    if choice.new:
        tables = new_tables(*choice.new)
    else:
        tables = tables_with(choice.known, choice.source) if choice.known else _tables(choice.source, at)
    tell(tables.opened.faults)
    for word, flag in zip(pair, ("--from", "--to"), strict=True):
        if word:
            resolve_piece(tables.opened.table, PieceOrPoint(word), flag, word)
    mode = "draw" if choice.draw else "photo" if choice.photo or tables.photo else ""
    lab(tables._replace(pair=pair) if any(pair) else tables, settings=settings, mode=mode)


def _tables(source: str, at: int | None) -> Tables:
    """The table of a source, which may be a picture. Raises InputError and RecordError."""
    from battlesim.photo.opencv import load_opencv
    from battlesim.scenarios.picture_cache import is_picture_name
    from battlesim.ui.lab import tables_of, tables_of_photo

    if not is_picture_name(source):
        return tables_of(source, at)
    load_opencv()
    return tables_of_photo(Path(source))


def _place_of(choice: Battle | Resume | Review, settings: Settings) -> Place:
    """Where what was chosen is kept. Raises InputError where a new battle cannot be."""
    from battlesim.commands.records import Place, new_record
    from battlesim.ui.start.choice import Battle

    if isinstance(choice, Battle):
        return new_record(f"{Path(choice.scenario).stem}-{choice.seed}", settings, choice.name)
    return Place(choice.path)


def after_crash(error: Exception, record: Path | None, settings: Settings, looking: bool = False) -> Next:
    """Say on a quiet screen that the program has failed, and where report and record are; what comes next.

    `looking` at the record is what failed, not playing the battle.
    """
    from battlesim.commands.failures import write_report
    from battlesim.ui.crash import show_crash

    report, again = write_report(error), _again(record, looking)
    after = show_crash(f"{type(error).__name__}: {error}", report, again, settings)
    wanted: dict[str, Next] = {"again": again, "leave": "leave"}
    return wanted.get(after)


def _again(record: Path | None, looking: bool) -> Resume | Review | None:
    """What can be opened after a crash: a battle to go on with, else a record to look at, if there is one."""
    from battlesim.ui.start.catalogue import saved
    from battlesim.ui.start.choice import Resume, Review

    kept = saved(record) if record else None
    if kept is None:
        return None
    return Review(kept.path) if looking or kept.finished or kept.fault else Resume(kept.path)


@contextmanager
def quietly(place: Place, settings: Settings, looking: bool = False) -> Iterator[None]:
    """A window without the start screen: a defect of ours ends in the quiet screen, and in exit code 3."""
    from battlesim.commands.failures import DEFECT, is_bad_input

    try:
        yield
    except Exception as error:
        if is_bad_input(error):
            raise
        start_screen(after_crash(error, place.path, settings, looking))
        raise typer.Exit(DEFECT) from error


def _open(choice: Choice, place: Place, settings: Settings, found: SetUp | None) -> Choice | None:
    """Open what was chosen; what comes of it at once, if anything."""
    from battlesim.commands.opening import play_in_window, resume_window, review_window
    from battlesim.engine.dice import DiceKind
    from battlesim.scenarios.lessons import load_lesson
    from battlesim.ui.start.choice import Battle, Resume, Review

    if isinstance(choice, Battle) and found is not None:
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
    if isinstance(choice, Resume):
        return resume_window(place, settings)
    branch = review_window(place.path, settings, choice.at if isinstance(choice, Review) else 0)
    return Resume(branch.path) if branch else None
