"""Two, four and eight sides: who has a seat, how a battle is kept and told, how often each has won."""

from __future__ import annotations

import math
from pathlib import Path

import pytest

from battlesim.commands.play import play_headless
from battlesim.commands.records import RecordPlace
from battlesim.commands.seating import resumed_seats, seat_names
from battlesim.engine.dice import DiceKind
from battlesim.engine.record_read import read_record
from battlesim.engine.record_replay import Replay
from battlesim.engine.record_resume import resume_battle
from battlesim.engine.verify import verify_record
from battlesim.report.ending import ending_forms, winners_in_words
from battlesim.report.series import BattleTask, play_series, series_summary
from battlesim.rulesets.registry import load_ruleset
from battlesim.scenarios.library import load_scenario
from battlesim.scenarios.toml_reading import InputError
from battlesim.table.state import Side
from tests.support.tiny import SCENARIOS

MANY = (2, 4, 8)
MAP = '[table]\nwidth = 36\nheight = 24\nground = "deck"\n'


def toy(folder: Path, number: int, more: str = "") -> Path:
    """A battle of the toy with two troopers a side, round a ring."""
    (folder / "field.toml").write_text(MAP)
    parts = ['title = "All round"\nruleset = "toy"\nmap = "field.toml"\nturns = 3\n']
    for k in range(number):
        parts.append(f'[[side]]\nkey = "s{k}"\nname = "Side {k + 1}"\n{more if k == number - 1 else ""}\n')
    for k in range(number):
        x, y = (
            f(2 * math.pi * k / number) * size + middle
            for f, size, middle in ((math.cos, 12, 18), (math.sin, 8, 12))
        )
        parts.append(
            f'[[unit]]\nid = "u{k}"\nside = "s{k}"\nname = "Squad {k + 1}"\n'
            f'piece = [{{ profile = "trooper", name = "Trooper", places = [[{x - 1:.2f}, {y:.2f}], '
            f"[{x + 1:.2f}, {y:.2f}]] }}]\n"
        )
    path = folder / f"toy{number}.toml"
    path.write_text("\n".join(parts))
    return path


@pytest.mark.parametrize("number", [MANY[0], pytest.param(MANY[1], marks=pytest.mark.slow), MANY[2]])
def test_a_battle_is_played_kept_verified_and_gone_on_with(number, tmp_path):
    scenario = load_scenario(str(toy(tmp_path, number)))
    names = seat_names(scenario, {})
    assert list(names) == [f"s{k}" for k in range(number)]
    path = tmp_path / "kept.battle"
    play_headless(scenario, names, 3, RecordPlace(path), DiceKind.seeded)
    record = read_record(path, load_ruleset)
    assert record.outcome is not None and len(record.outcome.scores) == number
    assert verify_record(record).difference is None
    assert Replay(record).state_after(0).table.sides == scenario.plan.sides
    assert (tmp_path / "kept.png").stat().st_size > 10_000
    whole = path.read_bytes().splitlines(keepends=True)
    path.write_bytes(b"".join(whole[: len(whole) // 2]))
    resumed = resume_battle(path, load_ruleset)
    resumed.recorder.close()
    assert resumed.current_run.pending is not None


@pytest.mark.parametrize("number", MANY)
def test_a_series_counts_the_wins_of_every_side(number, tmp_path):
    path = str(toy(tmp_path, number))
    names = seat_names(load_scenario(path), {})
    tasks = [BattleTask(path, names, seed) for seed in range(1, 4)]
    figures = series_summary(tasks, play_series(tasks, None), "toy", 1.0)
    assert list(figures["wins"]) == list(names)
    assert sum(figures["wins"].values()) + figures["draws"] == 3


def test_a_side_that_nobody_plays_has_no_seat(tmp_path):
    scenario = load_scenario(str(toy(tmp_path, 4, "number = 7\nplayed = false")))
    assert list(seat_names(scenario, {})) == ["s0", "s1", "s2"]
    with pytest.raises(InputError, match="no such side to play"):
        seat_names(scenario, {"s3": "random"})
    path = tmp_path / "kept.battle"
    people = next(side for side in scenario.plan.sides if not side.played)
    assert people == Side("s3", "Side 4", 7, False)
    six = load_scenario(str(SCENARIOS / "six.toml"))
    play_headless(six, seat_names(six, {}), 1, RecordPlace(path), DiceKind.seeded)
    record = read_record(path, load_ruleset)
    assert "people" not in record.header.players
    assert resumed_seats(record, path, {}) == record.header.players


@pytest.mark.parametrize(
    ("more", "words"),
    [
        ("number = 9", "8"),
        ("number = 1", "the number of another side"),
    ],
)
def test_a_number_is_a_side_s_own_and_one_of_eight(more, words, tmp_path):
    with pytest.raises(InputError, match=words):
        load_scenario(str(toy(tmp_path, 2, more)))


def test_nine_sides_are_too_many_and_none_to_play_too_few(tmp_path):
    with pytest.raises(InputError, match="9 sides, the maximum is 8"):
        load_scenario(str(toy(tmp_path, 9)))
    path = toy(tmp_path, 1, "played = false")
    with pytest.raises(InputError, match="no side is played"):
        load_scenario(str(path))


SIDES = (Side("a", "Cats", 1), Side("b", "Dogs", 2), Side("c", "Owls", 3))


@pytest.mark.parametrize(
    ("winners", "words"),
    [
        ((), "A draw"),
        (("a",), "Cats win"),
        (("a", "c"), "Cats and Owls win together"),
        (("a", "b", "c"), "Cats, Dogs and Owls win together"),
    ],
)
def test_who_won_in_words(winners, words):
    assert winners_in_words(winners, SIDES) == words


def test_the_end_in_a_line_has_the_scores_of_two_or_of_those_who_won():
    ended = ending_forms(("b",), {"a": 5, "b": 8}, "time: up", SIDES[:2])
    assert ended == ("Dogs win, 8 to 5: time: up", "Dogs win, 8 to 5", "Dogs win")
    assert ending_forms((), {"a": 5, "b": 5}, "time", SIDES[:2])[0] == "A draw, 5 to 5: time"
    three = {"a": 3.0, "b": 1.0, "c": 4.0}
    together = "Cats and Owls win together"
    ended = ending_forms(("a", "c"), three, "time", SIDES)
    assert ended == (f"{together}, 3 and 4: time", f"{together}, 3 and 4", together)
    assert ending_forms((), three, "time", SIDES) == ("A draw: time", "A draw", "A draw")
