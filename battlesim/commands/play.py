"""The command `battlesim play`, which plays a battle in a window or, with AI players only, without one."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from battlesim.commands.battle_sessions import begin_battle, make_dice, play_in_window
from battlesim.commands.output import FORCE_HELP, print_lines, print_note
from battlesim.commands.records import RecordPlace, new_record_place, recorder_session
from battlesim.commands.seating import (
    HUMAN,
    OPTION_HELP,
    SIDE_HELP,
    WITHIN_HELP,
    check_automated,
    parse_pairs,
    parse_seats,
    seat_names,
)
from battlesim.engine.dice import DiceKind
from battlesim.players.limits import DEFAULT_ANSWER_LIMIT_S
from battlesim.table.ids import SideKey
from battlesim.table.limits import MAX_SEED

if TYPE_CHECKING:
    from battlesim.engine.run import Run
    from battlesim.players.match import MatchResult
    from battlesim.report.output_files import OutputFile
    from battlesim.scenarios.library import Scenario
    from battlesim.table.state import AnyState
    from battlesim.ui.settings.settings import Settings

DEFAULT_SCENARIO = "outpost_evac"
MAX_NAME_CHARS = 200
"""The largest number of characters in the name of a battle."""
RECORD_HELP = "The file for the record; by default one in your folder for battles."


ScenarioArgument = Annotated[str, typer.Argument(help="Id or file of a scenario, or a record to resume.")]
SideOption = Annotated[list[str] | None, typer.Option(help=SIDE_HELP)]
RuleOptionOption = Annotated[list[str] | None, typer.Option(help=OPTION_HELP)]
SeedOption = Annotated[int | None, typer.Option(min=0, max=MAX_SEED, help="Seed of dice and players.")]
RecordOption = Annotated[Path | None, typer.Option(help=RECORD_HELP)]
NameOption = Annotated[str, typer.Option("--name", help="Name of the battle in the list of records.")]
DiceOption = Annotated[DiceKind, typer.Option(help="seeded, or typed in by you.")]
WatchOption = Annotated[bool, typer.Option("--watch", help="In the window, with an AI player on every side.")]
HeadlessOption = Annotated[bool, typer.Option("--headless", help="No window, only AI players.")]
WithinOption = Annotated[int, typer.Option("--answer-within", min=1, max=86_400, help=WITHIN_HELP)]
ForceOption = Annotated[bool, typer.Option("--force", help=FORCE_HELP)]


def play(
    scenario: ScenarioArgument = DEFAULT_SCENARIO,
    side: SideOption = None,
    option: RuleOptionOption = None,
    seed: SeedOption = None,
    record: RecordOption = None,
    name: NameOption = "",
    dice: DiceOption = DiceKind.seeded,
    watch: WatchOption = False,
    headless: HeadlessOption = False,
    within: WithinOption = DEFAULT_ANSWER_LIMIT_S,
    force: ForceOption = False,
) -> None:
    """Play a battle. The first side is yours in the window; AI players play the others.

    A battle resumed from its record keeps its players, except those given with --side.
    """
    from battlesim.commands.records import resolve_record
    from battlesim.commands.window import load_user_settings, shared_window
    from battlesim.scenarios.library import load_scenario
    from battlesim.scenarios.sources import RECORD_SUFFIX

    given = parse_seats(side)
    if scenario.endswith(RECORD_SUFFIX):
        others = {"--option": option, "--seed": seed, "--record": record, "--name": name or None}
        _only_sides({**others, "--watch": watch})
        play_from_record(
            RecordPlace(Path(resolve_record(scenario)), overwrite=force), given, headless, within
        )
        return
    loaded = load_scenario(scenario, parse_pairs(option, "--option"))
    seed = loaded.plan.seed if seed is None else seed
    windowed, settings = not headless and _can_be_shown(), load_user_settings()
    place = (
        _named(record, force, windowed) if record else new_record_place(f"{loaded.plan.id}-{seed}", settings)
    )
    place.name = _printable(name)
    state = loaded.initial_state()
    names = seat_names(loaded, given, HUMAN if windowed and not watch else "", state)
    if not windowed:
        play_headless(loaded, names, seed, place, dice, within, state)
        return
    from battlesim.commands.start import crash_screen_on_error, run_start_screen

    with shared_window(), crash_screen_on_error(place, settings):
        if wanted := play_in_window(loaded, names, seed, place, dice, settings, state, within):
            run_start_screen(wanted)


def _printable(name: str) -> str:
    """Return the name of a battle. Raises InputError if the name is too long or not printable."""
    from battlesim.scenarios.toml_reading import InputError

    if len(name) > MAX_NAME_CHARS or not name.isprintable():
        what = f"{len(name)} characters" if name.isprintable() else "characters that cannot be shown"
        raise InputError(
            "--name", "", f"it has {what}", f"give at most {MAX_NAME_CHARS} characters in one line"
        )
    return name.strip()


def _can_be_shown() -> bool:
    """Return whether a window can be opened; print the reason if not."""
    from battlesim.commands.window import why_no_window

    reason = why_no_window()
    if reason:
        print_note(f"{reason}: playing without one, with an AI player on every side")
    return not reason


def _named(record: Path, force: bool, windowed: bool) -> RecordPlace:
    """Return the place of the record that the user named.

    Raises InputError if the record, or the picture that a headless battle saves, must not be written.
    """
    from battlesim.report.output_files import RECORD_KIND, OutputFile

    OutputFile(record, RECORD_KIND, "--record", force).check()
    if not windowed:
        _picture(record, force).check()
    return RecordPlace(record, overwrite=force)


def _picture(record: Path, force: bool) -> OutputFile:
    from battlesim.report.output_files import PICTURE_KIND, OutputFile
    from battlesim.scenarios.battle_files import record_picture_path

    return OutputFile(record_picture_path(record), PICTURE_KIND, force=force)


def _only_sides(others: Mapping[str, object]) -> None:
    from battlesim.scenarios.toml_reading import InputError

    for flag, value in others.items():
        if value not in (None, False):
            raise InputError(flag, "", "a resumed battle keeps its own", "only --side can be changed")


def play_from_record(
    place: RecordPlace, given_players: Mapping[SideKey, str], headless: bool, answer_limit_s: float
) -> None:
    """Resume a recorded battle in the window, or without it if `headless` is True or there is no display."""
    from battlesim.commands.battle_sessions import resume_in_window
    from battlesim.commands.start import crash_screen_on_error, run_start_screen
    from battlesim.commands.window import load_user_settings, shared_window, why_no_window

    settings = load_user_settings()
    if headless or why_no_window():
        _resume_headless(place, given_players, settings, answer_limit_s)
        return
    with shared_window(), crash_screen_on_error(place, settings):
        wanted = resume_in_window(place, settings, given_players, answer_limit_s)
        if wanted:
            run_start_screen(wanted)


def _resume_headless(
    place: RecordPlace, given: Mapping[SideKey, str], settings: Settings, within: float
) -> None:
    from battlesim.commands.battle_resume import resumed_battle
    from battlesim.players.match import Match

    _refuse_finished(place.path)
    with resumed_battle(place, given, settings, within) as (going, seats):
        header = going.record.header
        dice = make_dice(header.dice, header.seed, going.roll_count)
        assert dice is not None, "only in a window dice are typed in"
        match = Match(going.history, seats.players(check_automated(header.players)), dice, seed=header.seed)
        result = match.play()
    _report(header.display_name, match.current_run, result, place)


def _refuse_finished(path: Path) -> None:
    """Raise InputError if a recorded battle is over, or RecordError if the record is damaged."""
    from battlesim.scenarios.sources import load_record
    from battlesim.scenarios.toml_reading import InputError

    end = load_record(path).outcome
    if end is not None:
        remedy = f"battlesim replay {path} shows it; you can play on from any moment there"
        raise InputError(path, "", f"the battle is over ({end.reason}) and cannot be resumed", remedy)


def play_headless(
    scenario: Scenario,
    names: dict[SideKey, str],
    seed: int,
    place: RecordPlace,
    dice: DiceKind,
    answer_limit_s: float = DEFAULT_ANSWER_LIMIT_S,
    state: AnyState | None = None,
) -> None:
    """Play a battle between AI players to its end, without a window.

    A record and a picture of the battle are saved, and their paths are printed. `names` maps each side to the
    name of its player. `state` is the initial state, if it has already been set up. Raises InputError if a
    player is human.
    """
    from battlesim.players.match import Match
    from battlesim.players.player_pool import PlayerPool

    source = make_dice(dice, seed)
    assert source is not None, "only in a window dice are typed in"
    with PlayerPool(answer_limit_s) as seats:
        players = seats.players(check_automated(names))
        run, recorder = begin_battle(scenario, names, seed, place, dice, state)
        with recorder_session(recorder, place):
            result = Match(run, players, source, recorder, seed=seed).play()
    _report(place.name or scenario.plan.title, run, result, place)


def _report(title: str, run: Run, result: MatchResult, place: RecordPlace) -> None:
    from battlesim.report.ending import scores_in_words, winners_in_words
    from battlesim.report.picture import save_picture

    for fault in result.faults:
        print_note(f"battlesim: {fault}")
    outcome = run.outcome
    assert outcome is not None
    sides = run.state.table.sides
    who, scores = winners_in_words(outcome.winners, sides), scores_in_words(outcome.scores, sides)
    facts = run.ruleset.facts(run.state)
    print_lines(
        f"{title}: {who} ({outcome.reason}); {scores}",
        f"{facts.turn_name(facts.turn).lower()}, {result.answers} answers",
        f"record:  {place.path}",
    )
    picture = _picture(place.path, place.overwrite)
    save_picture(run.state, run.ruleset, picture, title=title)
    print_lines(f"picture: {picture.path}")
