"""`battlesim simulate`: many automated battles of one scenario, and what came of them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from battlesim.commands.output import JSON, note, print_json, print_table
from battlesim.commands.seating import OPTION_HELP, SIDE_HELP, pairs, seat_names, seats
from battlesim.table.limits import MOST_SEED

if TYPE_CHECKING:
    from concurrent.futures import Executor

    from battlesim.report.series import Played, Task


def simulate(
    scenario: Annotated[str, typer.Argument(help="Id or file of a scenario.")],
    games: Annotated[int, typer.Option(min=1, max=1_000_000, help="How many battles.")],
    jobs: Annotated[int, typer.Option(min=1, max=256, help="How many processes.")] = 1,
    seed: Annotated[
        int, typer.Option(min=0, max=MOST_SEED, help="Seed of the first battle; they count up from it.")
    ] = 1,
    side: Annotated[list[str] | None, typer.Option(help=SIDE_HELP)] = None,
    option: Annotated[list[str] | None, typer.Option(help=OPTION_HELP)] = None,
    json: Annotated[bool, typer.Option("--json", help=JSON)] = False,
    csv: Annotated[Path | None, typer.Option(help="Write a row for every battle to this file.")] = None,
    plot: Annotated[Path | None, typer.Option(help="Draw the scores into this PNG (extra `plots`).")] = None,
) -> None:
    """Play a scenario many times and sum the results up."""
    import time

    from battlesim.report.series import Task, play_series, summary
    from battlesim.scenarios.library import load_scenario

    if plot:
        _need_matplotlib()
    options = pairs(option, "--option")
    loaded = load_scenario(scenario, options)
    names = seat_names(loaded, pairs(side, "--side"))
    seats(names)
    tasks = [Task(scenario, names, seed + number, options) for number in range(games)]
    began = time.perf_counter()
    with _executor(jobs) as executor, _progress(games) as done:
        results = play_series(tasks, executor, done)
    figures = summary(tasks, results, loaded.plan.ruleset, time.perf_counter() - began)
    _write(results, tasks, csv, plot)
    if json:
        print_json(figures)
    else:
        _print(figures)


@contextmanager
def _executor(jobs: int) -> Iterator[Executor | None]:
    """A pool of fresh processes, or none for one job."""
    if jobs == 1:
        yield None
        return
    from battlesim.processes import pool

    with pool(jobs) as executor:
        yield executor


@contextmanager
def _progress(games: int) -> Iterator[Any]:
    """A bar on stderr where that is a terminal; the function to be told how many are done."""
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TimeRemainingColumn

    console = Console(stderr=True)
    columns = ("battles", BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=console, disable=not console.is_terminal, transient=True) as bar:
        task = bar.add_task("battles", total=games)
        yield lambda count: bar.update(task, completed=count)


def _need_matplotlib() -> None:
    from importlib.util import find_spec

    from battlesim.scenarios.reading import InputError

    if find_spec("matplotlib") is None:
        remedy = "pip install 'battlesim-tabletop[plots]'"
        raise InputError("--plot", "", "needs matplotlib, which is not installed", remedy)


def _write(results: Sequence[Played], tasks: Sequence[Task], csv: Path | None, plot: Path | None) -> None:
    from battlesim.scenarios.reading import InputError

    try:
        if csv:
            _write_csv(results, csv)
        if plot:
            _draw(results, tasks[0].scenario, plot)
    except OSError as error:
        raise InputError(str(error.filename), "", f"cannot be written: {error.strerror}") from None


def _write_csv(results: Sequence[Played], path: Path) -> None:
    import csv

    from battlesim.report.series import csv_rows

    with path.open("w", newline="", encoding="utf-8") as file:
        csv.writer(file).writerows(csv_rows(results))
    note(f"written: {path}")


def _draw(results: Sequence[Played], title: str, path: Path) -> None:
    import matplotlib

    matplotlib.use("Agg")
    from matplotlib import pyplot

    figure, axes = pyplot.subplots(figsize=(8, 4.5), layout="constrained")
    sides = list(results[0].scores)
    axes.hist([[r.scores[side] for r in results] for side in sides], bins=16, label=sides)
    axes.set(title=f"{title}: scores of {len(results)} battles", xlabel="score", ylabel="battles")
    axes.legend()
    figure.savefig(path, dpi=120)
    pyplot.close(figure)
    note(f"written: {path}")


def _print(figures: dict[str, Any]) -> None:
    print(f"{figures['scenario']}: {figures['games']} battles from seed {figures['seed']}")
    rows = []
    for side, level in figures["players"].items():
        rate, score = figures["win_rate"][side], figures["score"][side]
        interval = f"{rate['rate']:.1%} ({rate['low']:.1%} to {rate['high']:.1%})"
        rows.append(
            (side, level, figures["wins"][side], interval, f"{score['mean']:.2f} ± {score['sd']:.2f}")
        )
    print_table(("side", "player", "wins", "rate (95 %)", "score"), rows, ("wins",))
    print(f"draws {figures['draws']} · {figures['turns_mean']:.1f} turns on average · {figures['seconds']} s")
    if figures["faults"]:
        print(f"answers of players that were not taken: {figures['faults']}")
    print(f"digest {figures['digest']}")
    print(f"outcomes {figures['outcomes']}")
