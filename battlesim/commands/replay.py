"""`battlesim replay`: go over a record, verify it, make a picture of a moment."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from battlesim.commands.output import FORCE_HELP, print_lines, print_table
from battlesim.commands.seating import parse_seats, record_sides
from battlesim.table.ids import NO_SIDE, SideKey
from battlesim.table.limits import MAX_RECORD_STEPS

SEEN_BY_ALL = "all"
PLAY_ON_HELP = "Who plays a side when you play on from a moment (F5): KEY=PLAYER. May be repeated."

if TYPE_CHECKING:
    from battlesim.engine.record_read import Record
    from battlesim.report.output_files import OutputFile
    from battlesim.scenarios.sources import TableSource


RecordArgument = Annotated[Path, typer.Argument(help="A record (*.battle), also by name.")]
StepOption = Annotated[
    int | None,
    typer.Option("--to", min=0, max=MAX_RECORD_STEPS, help="The step to stop at; the end without it."),
]
VerifyOption = Annotated[bool, typer.Option("--verify", help="Give the answers to the rules again.")]
ExportOption = Annotated[Path | None, typer.Option(help="Draw the moment into this PNG.")]
SeenByOption = Annotated[
    str | None, typer.Option("--seen-by", help="As a side knew it: its key; all: all that happened.")
]
LogOption = Annotated[bool, typer.Option("--log", help="Tell the battle line by line, with dice and rules.")]
EndingOption = Annotated[bool, typer.Option("--ending", help="Tell what decided it, losses and luck.")]
JsonOption = Annotated[
    bool, typer.Option("--json", help="With --log or --ending: tell it as one JSON document.")
]
HeadlessOption = Annotated[bool, typer.Option("--headless", help="No window; text alone.")]
SideOption = Annotated[list[str] | None, typer.Option(help=PLAY_ON_HELP)]
ForceOption = Annotated[bool, typer.Option("--force", help=FORCE_HELP)]
RepairOption = Annotated[Path | None, typer.Option(help="Mend a damaged record in a new one.")]


def replay(
    file: RecordArgument,
    to: StepOption = None,
    verify: VerifyOption = False,
    export: ExportOption = None,
    seen_by: SeenByOption = None,
    log: LogOption = False,
    ending: EndingOption = False,
    json: JsonOption = False,
    headless: HeadlessOption = False,
    side: SideOption = None,
    force: ForceOption = False,
    mend: RepairOption = None,
) -> None:
    """Go over a record in the window; without a display, or to verify, tell or draw it, say what it holds.

    Without --seen-by all is shown, but for the window, while the battle is not over: there what the person
    knows who plays it. Exit code 1 when it fails to verify.
    """
    from battlesim.commands.window import why_no_window
    from battlesim.engine.record_replay import Replay
    from battlesim.report.output_files import PICTURE_KIND, OutputFile
    from battlesim.scenarios.sources import record_source, source_seen_by

    _one_document(json, log + ending, verify, export)
    picture = OutputFile(export, PICTURE_KIND, "--export", force).check() if export else None
    file, record = _opened(file, mend, force)
    given = parse_seats(side)
    record_sides(record, given)
    viewer = _viewer(record, file, seen_by)
    moment = source_seen_by(record_source(Replay(record), file, to), viewer or NO_SIDE)
    if ending:
        _print_ending(record, file, viewer or NO_SIDE, json)
    elif json:
        _print_json(record, viewer or NO_SIDE, to)
    elif verify or export or log or headless or why_no_window():
        _tell(record, moment, to, viewer, log, picture, verify)
    else:
        _print_summary(record)
        _open(file, _events(record, to) or 0, viewer, given)


def _one_document(json: bool, told: int, verify: bool, export: Path | None) -> None:
    """Raises InputError where one JSON document cannot be all that is asked for."""
    from battlesim.scenarios.toml_reading import InputError

    if told > 1:
        raise InputError("--ending", "", "is told by itself", "ask for the log by a second call")
    if json and not told:
        raise InputError("--json", "", "says how the log or the end is told", "add --log or --ending")
    if json and (verify or export):
        raise InputError("--json", "", "is all that is printed", "verify or draw the battle by a second call")


def _opened(file: Path, mend: Path | None, force: bool) -> tuple[Path, Record]:
    """The record of a name, mended first where that is asked for, and its file."""
    from battlesim.commands.records import report_problems, resolve_record
    from battlesim.scenarios.sources import load_record

    file = Path(resolve_record(str(file)))
    if mend:
        _mend(file, mend, force)
        file = mend
    record = load_record(file)
    report_problems(record.problems)
    return file, record


def _events(record: Record, to: int | None) -> int | None:
    """How many events come before a step; None for all."""
    from battlesim.engine.record_replay import Replay

    return Replay(record).steps[to - 1].at if to else None


def _tell(
    record: Record,
    moment: TableSource,
    to: int | None,
    viewer: SideKey | None,
    log: bool,
    picture: OutputFile | None,
    verify: bool,
) -> None:
    """What a record holds, as a side knows it; exit code 1 where it fails to `verify`."""
    _print_summary(record)
    if viewer:
        print_lines(f"seen by {next(side.name for side in moment.table.sides if side.key == viewer)}")
    if log:
        _print_log(record, viewer or NO_SIDE, to)
    if to is not None:
        _print_moment(moment, to)
    if picture:
        _export(moment, picture, record.header.display_name)
    if verify and not _verified(record):
        raise typer.Exit(1)


def _mend(file: Path, new: Path, force: bool) -> None:
    """Make a new record of a damaged one. Raises InputError and RecordError."""
    from battlesim.commands.records import report_problems
    from battlesim.engine.record_repair import repaired_record, write_repaired_record
    from battlesim.report.output_files import RECORD_KIND, OutputFile
    from battlesim.rulesets import registry
    from battlesim.scenarios.toml_reading import InputError

    if new.resolve() == file.resolve():
        raise InputError(new, "--mend", "is the damaged record, which is kept", "name another file")
    OutputFile(new, RECORD_KIND, "--mend", force).check()
    found = repaired_record(file, registry.load_ruleset)
    report_problems(f"{file}: {words}" for words in (*found.again, *found.lost))
    print_lines(f"mended: {write_repaired_record(found, new, overwrite=force)}")


def _viewer(record: Record, file: Path, name: str | None) -> SideKey | None:
    """The side as which a record is seen, "" for all that happened. Raises InputError."""
    from battlesim.engine.value_decoding import did_you_mean
    from battlesim.scenarios.toml_reading import InputError

    sides = [side.key for side in record.state.table.sides]
    if name is None:
        return None
    if name in sides:
        return SideKey(name)
    if name == SEEN_BY_ALL:
        return NO_SIDE
    raise InputError(
        file, "--seen-by", f"there is no side {name}", did_you_mean(str(name), [SEEN_BY_ALL, *sides])
    )


def _open(file: Path, at: int, viewer: SideKey | None, given: Mapping[SideKey, str]) -> None:
    """The window at a moment, and the battle that is played on from it, if any."""
    from battlesim.commands.battle_sessions import resume_in_window, review_in_window
    from battlesim.commands.records import RecordPlace
    from battlesim.commands.start import crash_screen_on_error, run_start_screen
    from battlesim.commands.window import load_user_settings, shared_window

    settings = load_user_settings()
    with shared_window():
        with crash_screen_on_error(RecordPlace(file), settings, reviewing=True):
            branch = review_in_window(file, settings, at, viewer, given)
        if branch:
            with crash_screen_on_error(branch, settings):
                wanted = resume_in_window(branch, settings, given)
                if wanted:
                    run_start_screen(wanted)


def _print_summary(record: Record) -> None:
    from battlesim.engine.record_replay import Replay

    header, viewed = record.header, Replay(record)
    players = ", ".join(f"{side}: {name}" for side, name in header.players.items())
    print_lines(
        f"{header.display_name} ({header.ruleset} {header.ruleset_version}), seed {header.seed}; {players}"
    )
    print_lines(f"{len(viewed.steps)} steps, {len(viewed.answers)} answers, {len(viewed)} events")
    for mark in viewed.bookmarks:
        print_lines(f"bookmark after answer {mark.number}: {mark.name}")
    end = record.outcome
    if end is None:
        print_lines("not played to its end")
    else:
        scores = ", ".join(f"{side} {score:g}" for side, score in end.scores.items())
        print_lines(
            f"{'won by ' + ' and '.join(end.winners) if end.winners else 'a draw'} ({end.reason}); {scores}"
        )


def _print_log(record: Record, viewer: SideKey, to: int | None) -> None:
    from battlesim.ui.session.log_text import battle_lines, line_text

    for line in battle_lines(record, viewer, _events(record, to)):
        print(line_text(line, record.state.table.sides))


def _print_json(record: Record, viewer: SideKey, to: int | None) -> None:
    from battlesim.commands.output import print_json
    from battlesim.ui.session.log_text import battle_lines, line_data

    lines = battle_lines(record, viewer, _events(record, to))
    print_json([line_data(line, record.state.table.sides) for line in lines])


def _print_ending(record: Record, file: Path, viewer: SideKey, json: bool) -> None:
    """What decided a battle, losses and luck. Raises InputError for one that is not over."""
    from battlesim.commands.output import print_json
    from battlesim.scenarios.toml_reading import InputError
    from battlesim.ui.session.battle_summary import summarize_battle
    from battlesim.ui.session.summary_text import summary_data, summary_lines

    if record.outcome is None:
        raise InputError(file, "--ending", "the battle is not over", "go on with it first")
    if viewer:
        raise InputError(file, "--seen-by", "the end is told to everybody alike", "leave it out")
    told = summarize_battle(record)
    if json:
        print_json(summary_data(told))
        return
    _print_summary(record)
    print_lines(*summary_lines(told, record.state.table.sides))


def _print_moment(moment: TableSource, step: int) -> None:
    from battlesim.rulesets import registry

    facts = registry.load_ruleset(moment.ruleset).facts(moment.state) if moment.state else None
    if facts:
        scores = ", ".join(f"{side} {score:g}" for side, score in facts.scores.items())
        print_lines(
            f"step {step}: {facts.turn_name(facts.turn).lower()} of {facts.turns}, {facts.phase}; {scores}"
        )
    rows = [
        (p.id, p.name, p.side, f"{p.xy[0]:.2f}, {p.xy[1]:.2f}", f"{p.hits}/{p.hits_full}")
        for p in moment.table.standing_pieces()
    ]
    print_table(("piece", "name", "side", "at (in)", "hits"), rows)


def _export(moment: TableSource, picture: OutputFile, title: str) -> None:
    from battlesim.report.picture import save_picture
    from battlesim.rulesets import registry

    assert moment.state is not None
    save_picture(moment.state, registry.load_ruleset(moment.ruleset), picture, title=title)
    print_lines(f"picture: {picture.path}")


def _verified(record: Record) -> bool:
    from battlesim.engine.verify import verify_record, version_difference_text

    found = verify_record(record)
    found.require_possible(record.path)
    if found.difference:
        print_lines(f"differs: {found.difference}")
        return False
    if words := version_difference_text(record):
        print_lines(words)
    cut = f"; {found.missing}" if found.missing else ""
    print_lines(f"verified: {found.steps} steps, {found.answers} answers, {found.events} events agree{cut}")
    return True
