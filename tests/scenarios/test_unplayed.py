"""A side that acts by the rules of the game: no seat for it, unless an option has it played."""

from __future__ import annotations

from pathlib import Path

import pytest

from battlesim.commands.play import play_headless
from battlesim.commands.records import RecordPlace
from battlesim.commands.seating import branch_seats, resumed_seats, seat_names
from battlesim.engine.dice import DiceKind
from battlesim.engine.optional_sides import played_options
from battlesim.engine.record_read import Record, read_record
from battlesim.engine.record_replay import Replay
from battlesim.engine.verify import verify_record
from battlesim.report.series import BattleTask, play_series, series_summary
from battlesim.rulesets.registry import load_ruleset
from battlesim.scenarios.library import load_scenario
from battlesim.scenarios.toml_reading import InputError
from battlesim.ui.replay import ReplaySession
from battlesim.ui.session.view_history import ViewHistory
from tests.support.tiny import SCENARIOS

SIX = str(SCENARIOS / "six.toml")
PLAYED = {"crowd_control": "player"}
GANGS = ["cats", "dogs", "owls", "rats", "foxes", "crows"]


def kept(path: Path, options: dict[str, str]) -> Record:
    """The record of a battle of six gangs."""
    scenario = load_scenario(SIX, options)
    play_headless(scenario, seat_names(scenario, {}), 3, RecordPlace(path), DiceKind.seeded)
    return read_record(path, load_ruleset)


def sides_to_play_on(record: Record) -> list[str]:
    """The sides that one who goes over a record can play on as."""
    story = ViewHistory(record.ruleset, record.state)
    replay = Replay(record)
    story.add(replay.events)
    return [side.key for side in ReplaySession(replay, story).sides]


@pytest.mark.parametrize(("options", "more"), [({}, []), (PLAYED, ["people"])])
def test_the_option_decides_who_has_a_seat(options, more) -> None:
    scenario = load_scenario(SIX, options)
    assert list(seat_names(scenario, {}, "human")) == [*GANGS, *more]
    assert scenario.initial_state().table.side("people").played == bool(more)


def test_a_seat_for_a_side_that_nobody_plays_is_refused_with_the_option_that_gives_it_one() -> None:
    with pytest.raises(InputError) as refused:
        seat_names(load_scenario(SIX), {"people": "human"})
    said = str(refused.value)
    assert "people" in said and "by the rules of the game" in said
    assert "--option crowd_control=player" in said and "\n" not in said
    assert seat_names(load_scenario(SIX, PLAYED), {"people": "random"})["people"] == "random"


def test_where_no_option_gives_it_to_a_player_it_is_no_side_to_play() -> None:
    assert played_options(load_ruleset("toy")) == {}
    with pytest.raises(InputError, match="no such side to play"):
        seat_names(load_scenario(SIX), {"nobody": "human"})


@pytest.mark.rule("BRL-CIV-03")
@pytest.mark.parametrize(("options", "asked"), [({}, False), (PLAYED, True)])
def test_who_is_played_is_asked_and_who_is_not_acts_by_the_rules(options, asked, tmp_path) -> None:
    record = kept(tmp_path / "kept.battle", options)
    assert verify_record(record).difference is None
    assert ("people" in record.header.players) == asked
    assert ("people" in record.outcome.scores) == asked
    sides = [*GANGS, *["people"] * asked]
    assert sides_to_play_on(record) == sides
    assert list(resumed_seats(record, tmp_path / "kept.battle", {})) == sides
    assert list(branch_seats(record, "cats", {})) == sides


def test_a_series_goes_by_who_is_played() -> None:
    for options, sides in (({}, GANGS), (PLAYED, [*GANGS, "people"])):
        names = seat_names(load_scenario(SIX, options), {})
        tasks = [BattleTask(SIX, names, seed, options) for seed in (1, 2)]
        assert list(series_summary(tasks, play_series(tasks, None), "brawl", 1.0)["wins"]) == sides
