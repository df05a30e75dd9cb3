"""The command `battlesim replay`, which shows, prints, verifies, draws or repairs a recorded battle."""

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
"""The value of --seen-by that shows everything that happened."""
PLAY_ON_HELP = "Player of a side when you play on from a moment (F5): KEY=PLAYER. May be repeated."

if TYPE_CHECKING:
    from battlesim.engine.record_read import Record
    from battlesim.report.output_files import OutputFile
    from battlesim.scenarios.sources import TableSource


RecordArgument = Annotated[Path, typer.Argument(help="A record (*.battle): a file or a saved name.")]
StepOption = Annotated[
    int | None,
    typer.Option("--to", min=0, max=MAX_RECORD_STEPS, help="The step to stop at; by default the end."),
]
VerifyOption = Annotated[
    bool, typer.Option("--verify", help="Give the recorded answers to the rules again and compare.")
]
ExportOption = Annotated[Path | None, typer.Option(help="Draw the moment as this PNG file.")]
SeenByOption = Annotated[
    str | None,
    typer.Option("--seen-by", help="Key of the side whose knowledge is shown, or `all` for everything."),
]
LogOption = Annotated[bool, typer.Option("--log", help="Print the battle line by line, with dice and rules.")]
EndingOption = Annotated[bool, typer.Option("--ending", help="Print what decided it, losses and luck.")]
JsonOption = Annotated[bool, typer.Option("--json", help="With --log or --ending: print one JSON document.")]
HeadlessOption = Annotated[bool, typer.Option("--headless", help="No window, only text.")]
SideOption = Annotated[list[str] | None, typer.Option(help=PLAY_ON_HELP)]
ForceOption = Annotated[bool, typer.Option("--force", help=FORCE_HELP)]
RepairOption = Annotated[Path | None, typer.Option(help="Repair a damaged record as this new file.")]


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
    """Watch a record in the window; without a display, or with other options, print what it holds.

    Without --seen-by everything is shown, except in the window while the battle is not over: there it is what
    the user who plays it knows. Exit code 1 if it fails to verify.
    """
    from battlesim.commands.window import why_no_window
    from battlesim.engine.record_replay import Replay
    from battlesim.report.output_files import PICTURE_KIND, OutputFile
    from battlesim.scenarios.sources import record_source, source_seen_by

    _check_outputs(json, log + ending, verify, export)
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
        _print_record(record, moment, to, viewer, log, picture, verify)
    else:
        _print_summary(record)
        _open(file, _events(record, to) or 0, viewer, given)


def _check_outputs(json: bool, texts: int, verify: bool, export: Path | None) -> None:
    """Raise InputError if output options exclude each other, or if --json has nothing to print."""
    from battlesim.scenarios.toml_reading import InputError

    if texts > 1:
        raise InputError("--ending", "", "cannot be used with --log", "print the log with a second call")
    if json and not texts:
        raise InputError("--json", "", "needs --log or --ending", "add one of them")
    if json and (verify or export):
        raise InputError(
            "--json",
            "",
            "cannot be used with --verify or --export",
            "verify or draw the battle with a second call",
        )


def _opened(file: Path, mend: Path | None, force: bool) -> tuple[Path, Record]:
    """Return the path of a record and the record itself, which is repaired first if `mend` is given."""
    from battlesim.commands.records import report_problems, resolve_record
    from battlesim.scenarios.sources import load_record

    file = Path(resolve_record(str(file)))
    if mend:
        _repair(file, mend, force)
        file = mend
    record = load_record(file)
    report_problems(record.problems)
    return file, record


def _events(record: Record, to: int | None) -> int | None:
    """Return the number of events before a step, or None if no step is given."""
    from battlesim.engine.record_replay import Replay

    return Replay(record).steps[to - 1].at if to else None


def _print_record(
    record: Record,
    moment: TableSource,
    to: int | None,
    viewer: SideKey | None,
    log: bool,
    picture: OutputFile | None,
    verify: bool,
) -> None:
    """Print a record as one side knows it, and exit with code 1 if it fails to verify."""
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


def _repair(file: Path, new: Path, force: bool) -> None:
    """Write a repaired copy of a record. Raises InputError or RecordError if that is impossible."""
    from battlesim.commands.records import report_problems
    from battlesim.engine.record_repair import repaired_record, write_repaired_record
    from battlesim.report.output_files import RECORD_KIND, OutputFile
    from battlesim.rulesets import registry
    from battlesim.scenarios.toml_reading import InputError

    if new.resolve() == file.resolve():
        raise InputError(new, "--mend", "is the damaged record itself", "name another file")
    OutputFile(new, RECORD_KIND, "--mend", force).check()
    repaired = repaired_record(file, registry.load_ruleset)
    report_problems(f"{file}: {problem}" for problem in (*repaired.again, *repaired.lost))
    print_lines(f"repaired: {write_repaired_record(repaired, new, overwrite=force)}")


def _viewer(record: Record, file: Path, name: str | None) -> SideKey | None:
    """Return the key of the side named by the user, "" for `all`, or None. Raises InputError if unknown."""
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
    """Replay a record in the window from a moment, then play on in the window if the user asks for it."""
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
    """Print the decisive moments, losses and luck of a battle. Raises InputError if it is not over."""
    from battlesim.commands.output import print_json
    from battlesim.scenarios.toml_reading import InputError
    from battlesim.ui.session.battle_summary import summarize_battle
    from battlesim.ui.session.summary_text import summary_data, summary_lines

    if record.outcome is None:
        raise InputError(file, "--ending", "the battle is not over", "play it to its end first")
    if viewer:
        raise InputError(file, "--seen-by", "the ending is the same for all sides", "leave --seen-by out")
    summary = summarize_battle(record)
    if json:
        print_json(summary_data(summary))
        return
    _print_summary(record)
    print_lines(*summary_lines(summary, record.state.table.sides))


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

    result = verify_record(record)
    result.require_possible(record.path)
    if result.difference:
        print_lines(f"differs: {result.difference}")
        return False
    if words := version_difference_text(record):
        print_lines(words)
    cut = f"; {result.missing}" if result.missing else ""
    print_lines(
        f"verified: {result.steps} steps, {result.answers} answers, {result.events} events agree{cut}"
    )
    return True
