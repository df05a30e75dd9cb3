"""The tutorial's record must not rot: it verifies, its notes stand in it, its battle is that of today."""

from __future__ import annotations

from functools import cache

import msgspec

from battlesim.data import assets
from battlesim.engine.record_replay import Replay
from battlesim.engine.verify import verify
from battlesim.scenarios.library import load_scenario
from battlesim.scenarios.sources import load_record
from battlesim.ui.review.notes import pointed
from benchmarks import tutorial

REMEDY = "make it anew: python -m benchmarks.tutorial"


@cache
def replay() -> Replay:
    return Replay(load_record(assets() / "tutorial" / "first_steps.battle"))


def test_its_answers_give_the_same_battle_under_the_rules_of_today() -> None:
    assert verify(replay().record).difference is None, REMEDY


def test_it_is_a_battle_of_the_scenario_as_it_is_today() -> None:
    scenario, header = load_scenario("first_steps"), replay().record.header
    assert (header.scenario, header.map) == (scenario.text, scenario.map_text), REMEDY


def test_every_note_of_the_file_stands_in_it_where_the_battle_has_what_it_says() -> None:
    notes = tutorial.notes_of(tutorial.FOLDER)
    due = tutorial.bookmarks(notes, replay().record)
    assert due is not None, REMEDY
    assert [(mark.name, mark.note) for mark in replay().bookmarks] == [(b.name, b.note) for b in due], REMEDY


def test_its_last_note_stands_at_the_end() -> None:
    assert replay().bookmarks[-1].at == len(replay())


def test_every_note_points_at_something_on_the_table() -> None:
    found = replay()
    lost = [m.name for m in found.bookmarks if m.about and not pointed(found.state(m.at), m.about)]
    assert lost == []


def test_a_lost_battle_has_no_notes() -> None:
    notes = tutorial.notes_of(tutorial.FOLDER)
    other = msgspec.structs.replace(notes, winner="bugs")
    assert tutorial.bookmarks(other, replay().record) is None
