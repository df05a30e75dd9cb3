"""The command `battlesim simulate`, which plays a scenario many times with AI players."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from battlesim.commands.failures import EXIT_BAD_INPUT
from battlesim.commands.output import FORCE_HELP, JSON_HELP, print_json, print_lines, print_note, print_table
from battlesim.commands.seating import (
    OPTION_HELP,
    SIDE_HELP,
    WITHIN_HELP,
    check_automated,
    parse_pairs,
    parse_seats,
    seat_names,
)
from battlesim.players.limits import DEFAULT_ANSWER_LIMIT_S
from battlesim.table.limits import MAX_SEED
from battlesim.text_escaping import escape_unsafe

EXIT_SIGNAL_BASE = 128
"""The number added to a signal's number to get the exit code of a series stopped by that signal."""

if TYPE_CHECKING:
    from concurrent.futures import Executor

    from battlesim.report.output_files import OutputFile
    from battlesim.report.series import BattleResult, BattleTask


def simulate(
    scenario: Annotated[str, typer.Argument(help="Id or file of a scenario.")],
    games: Annotated[int, typer.Option(min=1, max=1_000_000, help="Number of battles.")],
    jobs: Annotated[int, typer.Option(min=1, max=256, help="Number of processes.")] = 1,
    seed: Annotated[
        int, typer.Option(min=0, max=MAX_SEED, help="Seed of the first battle; each further battle adds 1.")
    ] = 1,
    side: Annotated[list[str] | None, typer.Option(help=SIDE_HELP)] = None,
    option: Annotated[list[str] | None, typer.Option(help=OPTION_HELP)] = None,
    json: Annotated[bool, typer.Option("--json", help=JSON_HELP)] = False,
    csv: Annotated[Path | None, typer.Option(help="Write a row for every battle to this file.")] = None,
    plot: Annotated[
        Path | None, typer.Option(help="Draw the scores as this PNG (needs the extra `plots`).")
    ] = None,
    within: Annotated[
        int, typer.Option("--answer-within", min=1, max=86_400, help=WITHIN_HELP)
    ] = DEFAULT_ANSWER_LIMIT_S,
    force: Annotated[bool, typer.Option("--force", help=FORCE_HELP)] = False,
) -> None:
    """Play a scenario many times and sum up the results, or those so far if you stop it early."""
    import time

    from battlesim.players.player_pool import PlayerPool
    from battlesim.report.series import BattleTask, iterate_series, series_summary
    from battlesim.scenarios.library import load_scenario

    _refuse_record(scenario)
    outputs = _outputs(csv, plot, force)
    options = parse_pairs(option, "--option")
    loaded = load_scenario(scenario, options)
    names = seat_names(loaded, parse_seats(side))
    tasks = [BattleTask(scenario, names, seed + number, options, within) for number in range(games)]
    began = time.perf_counter()
    results: list[BattleResult] = []
    with (
        _stoppable() as stopped,
        PlayerPool(within) as seats,
        _executor(jobs) as executor,
        _progress(games) as done,
    ):
        seats.check_players(check_automated(names))
        for played in iterate_series(tasks, executor, done, seats):
            results.append(played)
    if stopped:
        print_note(f"battlesim: stopped after {len(results)} of {games} battles")
    if not results:
        raise typer.Exit(EXIT_SIGNAL_BASE + stopped[0])
    summary = series_summary(tasks, results, loaded.plan.ruleset, time.perf_counter() - began)
    try:
        print_json(summary) if json else _print(summary)
    finally:
        written = _write(results, tasks, outputs)
    if stopped or not written:
        raise typer.Exit(EXIT_SIGNAL_BASE + stopped[0] if stopped else EXIT_BAD_INPUT)


def _refuse_record(scenario: str) -> None:
    """Raise InputError if a record is named, because a series starts at the beginning of a scenario."""
    from battlesim.scenarios.sources import RECORD_SUFFIX
    from battlesim.scenarios.toml_reading import InputError

    if scenario.endswith(RECORD_SUFFIX):
        remedy = f"battlesim play {scenario} resumes it"
        raise InputError(scenario, "", "is a record: a series takes the id or file of a scenario", remedy)


@contextmanager
def _stoppable() -> Iterator[list[int]]:
    """End the block at the first SIGINT or SIGTERM (context manager).

    Yield a list that then contains the signal. Signals that were ignored before stay ignored.
    """
    import signal

    stopped: list[int] = []

    def stop(number: int, frame: object) -> None:
        if not stopped:
            stopped.append(number)
            raise KeyboardInterrupt

    handlers = {number: signal.getsignal(number) for number in (signal.SIGINT, signal.SIGTERM)}
    for number, handler in handlers.items():
        if handler is not signal.SIG_IGN:
            signal.signal(number, stop)
    try:
        yield stopped
    except KeyboardInterrupt:
        if not stopped:
            raise
    finally:
        for number, handler in handlers.items():
            signal.signal(number, handler)


def _outputs(csv: Path | None, plot: Path | None, force: bool) -> list[OutputFile]:
    """Return the output files to write. Raises InputError if one is refused or matplotlib is missing."""
    from battlesim.report.output_files import CSV_KIND, PICTURE_KIND, OutputFile

    if plot:
        _need_matplotlib()
    asked = ((csv, CSV_KIND, "--csv"), (plot, PICTURE_KIND, "--plot"))
    return [OutputFile(path, kind, flag, force).check() for path, kind, flag in asked if path]


@contextmanager
def _executor(jobs: int) -> Iterator[Executor | None]:
    """Yield a pool of spawned processes, or None if there is only one job (context manager)."""
    if jobs == 1:
        yield None
        return
    from battlesim.processes import process_pool

    with process_pool(jobs) as executor:
        yield executor


@contextmanager
def _progress(games: int) -> Iterator[Any]:
    """Show a progress bar if stderr is a terminal; yield a function that sets the number of games played."""
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TimeRemainingColumn

    console = Console(stderr=True)
    columns = ("battles", BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=console, disable=not console.is_terminal, transient=True) as bar:
        task = bar.add_task("battles", total=games)
        yield lambda count: bar.update(task, completed=count)


def _need_matplotlib() -> None:
    from importlib.util import find_spec

    from battlesim.scenarios.toml_reading import InputError

    if find_spec("matplotlib") is None:
        remedy = "pip install 'battlesim-tabletop[plots]'"
        raise InputError("--plot", "", "needs matplotlib, which is not installed", remedy)


def _write(
    results: Sequence[BattleResult], tasks: Sequence[BattleTask], outputs: Sequence[OutputFile]
) -> bool:
    """Write all output files that can be written; return False if one of them failed."""
    from battlesim.report.output_files import CSV_KIND
    from battlesim.scenarios.toml_reading import InputError

    faults = 0
    for output in outputs:
        try:
            output.write(_csv(results) if output.kind is CSV_KIND else _plot(results, tasks[0].scenario))
            print_note(f"written: {output.path}")
        except InputError as error:
            print_note(f"battlesim: {error}")
            faults += 1
    return not faults


def _csv(results: Sequence[BattleResult]) -> bytes:
    import csv
    import io

    from battlesim.report.series import csv_rows

    text = io.StringIO(newline="")
    csv.writer(text).writerows(csv_rows(results))
    return text.getvalue().encode()


def _plot(results: Sequence[BattleResult], title: str) -> bytes:
    import io

    import matplotlib

    matplotlib.use("Agg")
    from matplotlib import pyplot

    figure, axes = pyplot.subplots(figsize=(8, 4.5), layout="constrained")
    sides = list(results[0].scores)
    axes.hist([[r.scores[side] for r in results] for side in sides], bins=16, label=sides)
    words = escape_unsafe(f"{title}: scores of {len(results)} battles").replace("$", r"\$")
    axes.set(title=words, xlabel="score", ylabel="battles")
    axes.legend()
    drawn = io.BytesIO()
    figure.savefig(drawn, dpi=120, format="png")
    pyplot.close(figure)
    return drawn.getvalue()


def _print(summary: dict[str, Any]) -> None:
    print_lines(f"{summary['scenario']}: {summary['games']} battles from seed {summary['seed']}")
    rows = []
    for side in summary["wins"]:
        level = summary["players"].get(side, "none")
        rate, score = summary["win_rate"][side], summary["score"][side]
        interval = f"{rate['rate']:.1%} ({rate['low']:.1%} to {rate['high']:.1%})"
        rows.append(
            (side, level, summary["wins"][side], interval, f"{score['mean']:.2f} ± {score['sd']:.2f}")
        )
    print_table(("side", "player", "wins", "rate (95 %)", "score"), rows, ("wins",))
    shared = f" · shared {summary['shared']}" if summary["shared"] else ""
    turns = f"{summary['turns_mean']:.1f} turns on average"
    print_lines(f"draws {summary['draws']}{shared} · {turns} · {summary['seconds']} s")
    if summary["faults"]:
        print_lines(f"player errors, answered by the default: {summary['faults']}")
    print_lines(f"digest {summary['digest']}")
    print_lines(f"outcomes {summary['outcomes']}")
