"""Whatever a player from outside does, the battle ends; its record names the fault, reads and verifies."""

from __future__ import annotations

import os

import pytest

from battlesim.engine.dice import SeededDice
from battlesim.engine.record import RemarkLine
from battlesim.engine.record_lock import open_locked
from battlesim.engine.record_read import read_record
from battlesim.engine.undo import UndoHistory
from battlesim.engine.verify import verify_record
from battlesim.players.limits import MAX_PROCESS_LOSSES
from battlesim.players.player_pool import PlayerPool
from battlesim.rulesets.plugins import PluginError
from battlesim.rulesets.registry import load_ruleset
from battlesim.ui.session.battle_runner import BattleRunner
from tests.players import hostile
from tests.support.battles import begin_record

HERE = "tests.players.hostile"


@pytest.fixture(scope="module")
def seats():
    with PlayerPool() as found:
        yield found


def fought(path, seats, name, key="toy", side="red"):
    """The result of a battle without a window in which one side is hostile."""
    match = begin_record(path, key)
    names = dict.fromkeys(match.seats, "random") | {side: f"{HERE}:{name}"}
    match.seats = seats.players(names)
    result = match.play()
    match.recorder.close()
    return result


def in_window(path, seats, name):
    """The same by way of the window; what went wrong, in words."""
    match = begin_record(path)
    names = {"red": f"{HERE}:{name}", "blue": "random"}
    feed = BattleRunner(UndoHistory(match.current_run, match.recorder), names, SeededDice(1), 1, seats)
    feed.start()
    while not feed.is_over:
        feed.take_updates(10)
    feed.close()
    match.recorder.close()
    assert not feed.failure
    return feed.faults


def sound(path):
    """A record that reads, verifies and has come to its end."""
    record = read_record(path, load_ruleset)
    assert verify_record(record).difference is None
    assert record.outcome is not None
    return record


def remarks(record, kind):
    lines = (entry.what for entry in record.live)
    return [line for line in lines if isinstance(line, RemarkLine) and line.kind == kind and line.by]


ENDS_ITS_PROCESS = ("Leaves", "Aborts", "Forges", "Boasts", "Hoards")
"""Cost a new process each; "Dies" stands for them in the quick tests."""


@pytest.mark.parametrize(
    "name", [pytest.param(n, marks=pytest.mark.slow) if n in ENDS_ITS_PROCESS else n for n in hostile.SAYS]
)
def test_without_a_window_the_record_names_the_fault_and_verifies(tmp_path, seats, name):
    result = fought(tmp_path / "a.battle", seats, name)
    said = remarks(sound(tmp_path / "a.battle"), "fault")
    assert [line.text.removesuffix("; the default is taken") for line in said] == list(result.faults)
    assert all(fault.startswith(f"red ({HERE}:{name}): ") for fault in result.faults)
    assert all(hostile.SAYS[name] in fault for fault in result.faults) and result.faults


IN_WINDOW = [
    "Answers",
    *(pytest.param(n, marks=pytest.mark.slow) for n in ("Dies", "Leaves", "NoReason", "Boasts")),
]


@pytest.mark.parametrize("name", IN_WINDOW)
def test_in_the_window_the_record_names_the_fault_and_verifies(tmp_path, name):
    faults = in_window(tmp_path / "a.battle", PlayerPool(), name)
    assert remarks(sound(tmp_path / "a.battle"), "fault")
    assert faults and all(hostile.SAYS[name] in fault for fault in faults)


@pytest.mark.parametrize(
    "play", [lambda *given: fought(*given).faults, pytest.param(in_window, marks=pytest.mark.slow)]
)
def test_a_player_that_hangs_is_cut_off_and_after_some_times_not_asked_any_more(tmp_path, play):
    with PlayerPool() as seats:
        seats.worker("red", f"{HERE}:Hangs").answer_limit_s = 0.0
        faults = play(tmp_path / "a.battle", seats, "Hangs")
    record = sound(tmp_path / "a.battle")
    assert len(faults) == MAX_PROCESS_LOSSES and all(
        "no answer within 0 seconds" in fault for fault in faults
    )
    assert any("no longer asked" in line.text for line in remarks(record, "reason"))


@pytest.mark.parametrize("name", hostile.HARMLESS)
def test_what_does_no_harm_is_taken(tmp_path, seats, name):
    assert fought(tmp_path / "a.battle", seats, name).faults == ()
    assert not remarks(sound(tmp_path / "a.battle"), "order")


@pytest.mark.skipif(not hasattr(os, "fork"), reason="there is no fork here")
def test_a_player_that_forks_answers_once_and_holds_nothing(tmp_path, seats):
    assert fought(tmp_path / "a.battle", seats, "Forks").faults == ()
    fought(tmp_path / "b.battle", seats, "Orders")
    answers = [[line.answer for line in sound(tmp_path / f"{name}.battle").answers] for name in "ab"]
    assert answers[0] == answers[1]
    said = (line.text for line in remarks(sound(tmp_path / "a.battle"), "reason") if line.by == "red")
    assert len(set(said)) == 1
    os.close(open_locked(tmp_path / "a.battle"))


@pytest.mark.parametrize("key", ["toy", pytest.param("mobile_infantry", marks=pytest.mark.slow)])
@pytest.mark.parametrize("name", ["Bends", "Answers"])
def test_the_other_sides_pieces_stay_as_they_are(tmp_path, seats, key, name):
    side = "red" if key == "toy" else "bugs"
    fought(tmp_path / "a.battle", seats, name, key, side)
    sound(tmp_path / "a.battle")


def test_what_it_prints_does_not_stand_among_results(tmp_path, capfd):
    with PlayerPool() as seats:
        fought(tmp_path / "a.battle", seats, "Prints")
    assert capfd.readouterr().out == ""


@pytest.mark.parametrize("name", sorted(hostile.SAYS.keys() - set(hostile.FENCED)))
def test_a_player_that_sits_in_this_process_is_looked_at_alike(tmp_path, name):
    match = begin_record(tmp_path / "a.battle")
    match.seats = {"red": getattr(hostile, name)(), "blue": match.seats["blue"]}
    faults = match.play().faults
    match.recorder.close()
    sound(tmp_path / "a.battle")
    assert faults and all(fault.startswith(f"red ({name}): ") for fault in faults)


def test_a_player_in_this_process_cannot_change_what_it_is_shown(tmp_path):
    match = begin_record(tmp_path / "a.battle")
    match.seats = {"red": hostile.Bends(), "blue": match.seats["blue"]}
    faults = match.play().faults
    assert all("a player must not change the view it is given" in fault for fault in faults) and faults


def test_what_a_player_does_to_its_memory_without_a_word_is_forgotten(tmp_path):
    match = begin_record(tmp_path / "a.battle")
    match.seats = {"red": hostile.BendsMemory(), "blue": match.seats["blue"]}
    match.play()
    assert match.memories["red"] == [0]


def test_all_replies_of_a_side_together_are_bounded(tmp_path, monkeypatch):
    monkeypatch.setattr("battlesim.players.match.MAX_REPLIES_WEIGHT", 600)
    match = begin_record(tmp_path / "a.battle")
    match.seats = {"red": hostile.Orders(), "blue": match.seats["blue"]}
    faults = match.play().faults
    assert any("the player's replies exceed 300 bytes in total" in fault for fault in faults)


def test_a_player_that_is_not_there_is_told_before_the_battle(seats):
    with pytest.raises(PluginError, match="no attribute 'Nobody'"):
        seats.players({"red": f"{HERE}:Nobody"})
