"""Series of battles in a scenario, whose results do not depend on the executor or the number of workers."""

from __future__ import annotations

import hashlib
import math
import statistics
import threading
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import Executor
from multiprocessing.util import Finalize
from typing import TYPE_CHECKING, Any

import msgspec

from battlesim.players.limits import DEFAULT_ANSWER_LIMIT_S
from battlesim.table.ids import SideKey

if TYPE_CHECKING:
    from battlesim.players.player_pool import PlayerPool

Z95 = 1.959963984540054
"""The 97.5 % quantile of the normal distribution, used for a two-sided interval of 95 %."""


class BattleTask(msgspec.Struct, frozen=True):
    """A battle to be played: its scenario (id or file), the players by side, the seed and the rule options.

    `within` is the time limit in seconds for each answer of an external player.
    """

    scenario: str
    players: dict[SideKey, str]
    seed: int
    options: dict[str, str] = {}
    within: float = DEFAULT_ANSWER_LIMIT_S


class BattleResult(msgspec.Struct, frozen=True):
    """The result of a battle; `winners` is empty for a draw, and `digest` is a hash of the final state."""

    seed: int
    winners: tuple[SideKey, ...]
    reason: str
    scores: dict[SideKey, float]
    turns: int
    answers: int
    faults: tuple[str, ...]
    digest: str


class SeriesError(Exception):
    """Raised if a battle of a series fails before its end; the message gives the seed of the battle."""


_HERE = threading.local()


def _thread_pool(within: float) -> PlayerPool:
    """Return the pool of external players for this thread, which lasts as long as the process."""
    from battlesim.players.player_pool import PlayerPool

    pool: PlayerPool | None = getattr(_HERE, "seats", None)
    if pool is None:
        pool = _HERE.seats = PlayerPool(within)
        Finalize(pool, pool.close, exitpriority=1)
    return pool


def play_task(task: BattleTask, seats: PlayerPool | None = None) -> BattleResult:
    """Play a battle and return its result, which is the same in every process.

    Raises EventError if the rules create an invalid event, or SeriesError if the battle fails in another way.
    """
    from battlesim.engine.dice import SeededDice
    from battlesim.engine.digest import state_digest
    from battlesim.engine.event_application import EventError
    from battlesim.engine.run import start_run
    from battlesim.players.match import play_match
    from battlesim.scenarios.library import load_scenario

    scenario = load_scenario(task.scenario, task.options)
    run = start_run(scenario.ruleset, scenario.initial_state())
    players = (seats or _thread_pool(task.within)).players(task.players)
    try:
        result = play_match(run, players, SeededDice(task.seed), seed=task.seed)
    except EventError as error:
        raise EventError(f"{task.scenario} with seed {task.seed} failed: {error}") from None
    except Exception as error:
        raise SeriesError(f"{task.scenario} with seed {task.seed} failed: {error!r}") from error
    outcome = result.outcome
    assert outcome is not None
    turns = scenario.ruleset.facts(run.state).turn
    return BattleResult(
        task.seed,
        outcome.winners,
        outcome.reason,
        outcome.scores,
        turns,
        result.answers,
        result.faults,
        state_digest(run.state),
    )


def play_series(
    tasks: Sequence[BattleTask],
    executor: Executor | None,
    done: Callable[[int], None] = lambda count: None,
    seats: PlayerPool | None = None,
) -> list[BattleResult]:
    """Play a series of battles and return their results in order.

    The battles are played by `executor`, or in this process if it is None. The results do not depend on the
    number of workers: four processes play the seeds 1 to 100 exactly as one process does. `done` is called
    with the number of battles played so far, and `seats` is the pool of external players for this process.
    Raises SeriesError if a battle fails; the caller must then cancel the remaining tasks of the executor.
    """
    return list(iterate_series(tasks, executor, done, seats))


def iterate_series(
    tasks: Sequence[BattleTask],
    executor: Executor | None,
    done: Callable[[int], None] = lambda count: None,
    seats: PlayerPool | None = None,
) -> Iterator[BattleResult]:
    """Play a series of battles like `play_series`, but yield each result as soon as it is available."""
    played: Iterator[BattleResult] = (play_task(task, seats) for task in tasks)
    if executor is not None:
        futures = [executor.submit(play_task, task) for task in tasks]
        played = (future.result() for future in futures)
    for count, result in enumerate(played, 1):
        done(count)
        yield result


def wilson_interval(wins: float, games: int) -> tuple[float, float]:
    """Return the 95 % Wilson score interval of a win rate, or (0, 1) if no games were played.

    With p wins per game and n games it is (p + z²/2n ± z √(p(1-p)/n + z²/4n²)) / (1 + z²/n).
    """
    if games == 0:
        return 0.0, 1.0
    rate, square = wins / games, Z95 * Z95
    middle = rate + square / (2 * games)
    spread = Z95 * math.sqrt(rate * (1 - rate) / games + square / (4 * games * games))
    scale = 1 + square / games
    return max(0.0, (middle - spread) / scale), min(1.0, (middle + spread) / scale)


def series_summary(
    tasks: Sequence[BattleTask], results: Sequence[BattleResult], ruleset: str, seconds: float
) -> dict[str, Any]:
    """Return the statistics of a series of battles as a dict, as `battlesim simulate --json` prints them."""
    players, games = tasks[0].players, len(results)
    sides = list(dict.fromkeys([*players, *(side for r in results for side in (*r.scores, *r.winners))]))
    wins = {side: sum(side in r.winners for r in results) for side in sides}
    return {
        "scenario": tasks[0].scenario,
        "ruleset": ruleset,
        "games": games,
        "seed": tasks[0].seed,
        "players": dict(players),
        "wins": wins,
        "draws": sum(not r.winners for r in results),
        "shared": sum(len(r.winners) > 1 for r in results),
        "win_rate": {side: _rate(won, games) for side, won in wins.items()},
        "score": {side: _spread([r.scores.get(side, 0.0) for r in results]) for side in sides},
        "turns_mean": statistics.fmean(r.turns for r in results),
        "seconds": round(seconds, 3),
        "digest": hashlib.sha256("".join(r.digest for r in results).encode()).hexdigest(),
        "outcomes": outcomes_digest(results),
        "faults": sum(len(r.faults) for r in results),
    }


def outcomes_digest(results: Sequence[BattleResult]) -> str:
    """Return a SHA-256 digest of the winners, scores, turns and reasons of all battles.

    The digest does not depend on how states are stored, so it can be compared between versions of the
    program.
    """
    ends = [[r.winners, sorted(r.scores.items()), r.turns, r.reason] for r in results]
    return hashlib.sha256(msgspec.json.encode(ends)).hexdigest()


def _rate(wins: int, games: int) -> dict[str, float]:
    low, high = wilson_interval(wins, games)
    return {"rate": wins / games, "low": low, "high": high}


def _spread(values: Sequence[float]) -> dict[str, float]:
    return {
        "mean": statistics.fmean(values),
        "sd": statistics.stdev(values) if len(values) > 1 else 0.0,
    }


def csv_rows(results: Sequence[BattleResult]) -> list[list[object]]:
    """Return the rows of a CSV file: a heading, then the seed, result, digest and scores of each battle."""
    sides = list(results[0].scores)
    heading: list[object] = ["seed", "winner", "reason", "turns", "answers", "digest"]
    rows: list[list[object]] = [[*heading, *(f"score_{side}" for side in sides)]]
    for r in results:
        scores: Mapping[SideKey, float] = r.scores
        rows.append(
            [
                r.seed,
                " + ".join(r.winners),
                r.reason,
                r.turns,
                r.answers,
                r.digest,
                *(scores[s] for s in sides),
            ]
        )
    return rows
