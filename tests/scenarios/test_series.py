"""Figures of a series of battles, against values worked out elsewhere."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor

import pytest

from battlesim.report.series import (
    BattleResult,
    BattleTask,
    SeriesError,
    csv_rows,
    outcomes_digest,
    play_series,
    series_summary,
    wilson_interval,
)

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
    assert wilson_interval(wins, games) == pytest.approx((low, high), abs=1e-5)


def test_no_games_say_nothing() -> None:
    assert wilson_interval(0, 0) == (0.0, 1.0)


def test_any_executor_gives_the_same_results_in_the_order_of_the_tasks() -> None:
    tasks = [BattleTask("toy", PLAYERS, seed) for seed in (5, 3, 4)]
    told: list[int] = []
    here = play_series(tasks, None, told.append)
    with ThreadPoolExecutor(2) as pool:
        there = play_series(tasks, pool)
    assert here == there
    assert [result.seed for result in here] == [5, 3, 4]
    assert told == [1, 2, 3]


def test_the_summary_counts_wins_draws_and_scores() -> None:
    def game(winners: tuple[str, ...], south: float) -> BattleResult:
        scores = {"south": south, "north": 1.0}
        return BattleResult(1, winners, "", scores, 4, 10, (), f"digest of {winners} {south}")

    results = [game(("south",), 3.0), game((), 1.0), game(("south",), 2.0)]
    figures = series_summary([BattleTask("toy", PLAYERS, 1)] * 3, results, "toy", 1.0)
    assert figures["wins"] == {"south": 2, "north": 0}
    assert (figures["draws"], figures["shared"]) == (1, 0)
    assert figures["score"]["south"] == {"mean": 2.0, "sd": 1.0}
    assert figures["win_rate"]["south"]["rate"] == pytest.approx(2 / 3)
    again = series_summary([BattleTask("toy", PLAYERS, 1)] * 3, results, "toy", 9.0)
    turned = series_summary([BattleTask("toy", PLAYERS, 1)] * 3, results[::-1], "toy", 1.0)
    assert again["digest"] == figures["digest"] != turned["digest"]


def test_a_win_that_is_shared_counts_for_each_who_has_it() -> None:
    scores = {"south": 2.0, "north": 2.0, "crowd": 1.0}
    results = [BattleResult(1, w, "", scores, 4, 10, (), "") for w in (("south", "north"), ("crowd",), ())]
    figures = series_summary([BattleTask("toy", PLAYERS, 1)] * 3, results, "toy", 1.0)
    assert figures["wins"] == {"south": 1, "north": 1, "crowd": 1}
    assert (figures["draws"], figures["shared"]) == (1, 1)
    assert figures["win_rate"]["crowd"]["rate"] == pytest.approx(1 / 3)
    assert [row[1] for row in csv_rows(results)[1:]] == ["south + north", "crowd", ""]


def test_outcomes_speak_of_what_was_decided_and_not_of_how_a_state_is_kept() -> None:
    def game(
        winner: str = "south", south: float = 3.0, turns: int = 4, reason: str = "all lost"
    ) -> BattleResult:
        winners = (winner,) if winner else ()
        return BattleResult(
            1, winners, reason, {"south": south, "north": 1.0}, turns, 10, (), f"kept {next(kept)}"
        )

    kept = iter(range(100))
    first = outcomes_digest([game(), game("")])
    assert outcomes_digest([game(), game("")]) == first
    others = [game("north")], [game(south=2.0)], [game(turns=5)], [game(reason="time")]
    assert len({first, *(outcomes_digest([*other, game("")]) for other in others)}) == 5
    assert outcomes_digest([game(""), game()]) != first
    kept_since = "20304ca67f748ab3"  # worked out before a battle could have several winners
    assert outcomes_digest([game(), game("")]).startswith(kept_since)


def test_a_battle_that_cannot_be_played_names_its_seed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("battlesim.players.match.Match.play", lambda self: 1 / 0)
    with pytest.raises(SeriesError, match="toy with seed 7 failed: ZeroDivisionError"):
        play_series([BattleTask("toy", PLAYERS, 7)], None)
