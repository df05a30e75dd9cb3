"""Figures of a series of battles, against values worked out elsewhere."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor

import pytest

from battlesim.report.series import Played, SeriesError, Task, outcomes, play_series, summary, wilson

PLAYERS = {"south": "recruit", "north": "random"}


@pytest.mark.parametrize(
    ("wins", "games", "low", "high"),
    [
        (0, 10, 0.0, 0.277533),  # z² / (n + z²)
        (10, 10, 0.722467, 1.0),
        (5, 10, 0.236593, 0.763407),
        (81, 263, 0.255289, 0.366206),  # Newcombe 1998, table I: 0.2553 to 0.3662
    ],
)
def test_wilson_interval(wins: int, games: int, low: float, high: float) -> None:
    assert wilson(wins, games) == pytest.approx((low, high), abs=1e-5)


def test_no_games_say_nothing() -> None:
    assert wilson(0, 0) == (0.0, 1.0)


def test_any_executor_gives_the_same_results_in_the_order_of_the_tasks() -> None:
    tasks = [Task("toy", PLAYERS, seed) for seed in (5, 3, 4)]
    told: list[int] = []
    here = play_series(tasks, None, told.append)
    with ThreadPoolExecutor(2) as pool:
        there = play_series(tasks, pool)
    assert here == there
    assert [result.seed for result in here] == [5, 3, 4]
    assert told == [1, 2, 3]


def test_the_summary_counts_wins_draws_and_scores() -> None:
    def game(winner: str, south: float) -> Played:
        return Played(1, winner, "", {"south": south, "north": 1.0}, 4, 10, (), f"digest of {winner} {south}")

    results = [game("south", 3.0), game("", 1.0), game("south", 2.0)]
    figures = summary([Task("toy", PLAYERS, 1)] * 3, results, "toy", 1.0)
    assert figures["wins"] == {"south": 2, "north": 0}
    assert figures["draws"] == 1
    assert figures["score"]["south"] == {"mean": 2.0, "sd": 1.0}
    assert figures["win_rate"]["south"]["rate"] == pytest.approx(2 / 3)
    again = summary([Task("toy", PLAYERS, 1)] * 3, results, "toy", 9.0)
    turned = summary([Task("toy", PLAYERS, 1)] * 3, results[::-1], "toy", 1.0)
    assert again["digest"] == figures["digest"] != turned["digest"]


def test_outcomes_speak_of_what_was_decided_and_not_of_how_a_state_is_kept() -> None:
    def game(winner: str = "south", south: float = 3.0, turns: int = 4, reason: str = "all lost") -> Played:
        return Played(
            1, winner, reason, {"south": south, "north": 1.0}, turns, 10, (), f"digest {next(kept)}"
        )

    kept = iter(range(100))
    first = outcomes([game(), game("")])
    assert outcomes([game(), game("")]) == first
    others = [game("north")], [game(south=2.0)], [game(turns=5)], [game(reason="time")]
    assert len({first, *(outcomes([*other, game("")]) for other in others)}) == 5
    assert outcomes([game(""), game()]) != first


def test_a_battle_that_cannot_be_played_names_its_seed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("battlesim.players.match.Match.play", lambda self: 1 / 0)
    with pytest.raises(SeriesError, match="toy, seed 7: ZeroDivisionError"):
        play_series([Task("toy", PLAYERS, 7)], None)
